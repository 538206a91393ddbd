package io.tidemark.time;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Which partitions are too far ahead of the others in their groups. It is a function of the
 * partitions' watermarks, and so of the slots; what publishers make of it is their affair. One
 * writer: the time stage; publishers read through {@link AlignmentView}.
 */
final class Alignment {
  private final AlignmentGroup[] groups;

  /** The place of each partition in its group; null where that is its number. */
  private final int[] placeOf;

  private final AlignmentView view;
  private final Silence silence;

  private byte[] held = {};
  private int heldCount;

  /**
   * Of these groups, checked before.
   *
   * @param unit of watermarks
   * @param silence is told who is held back, and no longer is
   */
  Alignment(
      List<WatermarkAlignment> settings, TimeUnit unit, PartitionView partitions, Silence silence) {
    this.silence = silence;
    groups = new AlignmentGroup[settings.size()];
    boolean ofAll = settings.get(0).isOfAll();
    placeOf = ofAll ? null : new int[limit(settings)];
    int[] groupOf = ofAll ? null : new int[limit(settings)];
    if (!ofAll) {
      Arrays.fill(groupOf, AlignmentView.NO_GROUP);
    }
    for (int g = 0; g < groups.length; g++) {
      List<Integer> members = settings.get(g).partitions();
      groups[g] = new AlignmentGroup(this, g, settings.get(g).driftIn(unit), members);
      for (int place = 0; place < members.size(); place++) {
        placeOf[members.get(place)] = place;
        groupOf[members.get(place)] = g;
      }
    }
    view = new AlignmentView(settings, groupOf, partitions);
  }

  private static int limit(List<WatermarkAlignment> settings) {
    return 1
        + settings.stream().flatMap(s -> s.partitions().stream()).mapToInt(p -> p).max().orElse(0);
  }

  AlignmentView view() {
    return view;
  }

  /** The partition's watermark has changed: {@link AlignmentGroup#moved}. */
  void moved(int partition, long watermark) {
    int group = view.groupOf(partition);
    if (group != AlignmentView.NO_GROUP) {
      groups[group].moved(placeOf == null ? partition : placeOf[partition], watermark);
    }
  }

  boolean isHeldBack(int partition) {
    return partition < held.length && held[partition] != 0;
  }

  void holdBack(int partition) {
    if (partition >= held.length) {
      held = Arrays.copyOf(held, Math.max(16, Integer.highestOneBit(partition) * 2));
      view.show(held);
    }
    PartitionView.BYTES.setOpaque(held, partition, (byte) 1);
    view.showCount(++heldCount);
    silence.standsStill(partition);
  }

  void letGo(int partition) {
    PartitionView.BYTES.setOpaque(held, partition, (byte) 0);
    view.showCount(--heldCount);
    silence.goesOn(partition);
  }

  void smallestIs(int group, long watermark) {
    view.showSmallest(group, watermark);
  }
}
