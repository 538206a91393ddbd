package io.tidemark.time;

import java.util.Arrays;
import java.util.List;

/**
 * Who is held back, as publishers see it: each answer was true a moment ago. What it costs them
 * while nobody is held back is one read of a field that hardly ever changes. Any thread; one
 * writer: the time stage.
 */
public final class AlignmentView {
  /** No group. */
  public static final int NO_GROUP = -1;

  private final List<WatermarkAlignment> groups;

  /** The group of each partition; null: there is one, of all. */
  private final int[] groupOf;

  private final PartitionView partitions;

  /** The smallest watermark in each group. */
  private final long[] smallest;

  /** How many partitions are held back. */
  private volatile int heldCount;

  /** 1 for each partition held back; replaced as a whole. */
  private volatile byte[] held = {};

  AlignmentView(List<WatermarkAlignment> groups, int[] groupOf, PartitionView partitions) {
    this.groups = groups;
    this.groupOf = groupOf;
    this.partitions = partitions;
    this.smallest = new long[groups.size()];
    Arrays.fill(smallest, MinTree.NOTHING);
  }

  void show(byte[] newHeld) {
    held = newHeld;
  }

  void showCount(int count) {
    heldCount = count;
  }

  void showSmallest(int group, long watermark) {
    PartitionView.LONGS.setRelease(smallest, group, watermark);
  }

  /** Whether any partition is held back. */
  public boolean areSomeHeldBack() {
    return heldCount != 0;
  }

  /** Whether this partition is more than the drift ahead of its group. */
  public boolean isHeldBack(int partition) {
    byte[] now = held;
    return partition < now.length && (byte) PartitionView.BYTES.getOpaque(now, partition) != 0;
  }

  /** The number of the partition's group, or {@link #NO_GROUP}. */
  public int groupOf(int partition) {
    if (groupOf == null) {
      return 0;
    }
    return partition < groupOf.length ? groupOf[partition] : NO_GROUP;
  }

  /** The settings of the group with this number. */
  public WatermarkAlignment group(int number) {
    return groups.get(number);
  }

  /** Whether the group waits for this partition: none of its watermarks is smaller. */
  public boolean isSlowest(int partition) {
    int group = groupOf(partition);
    if (group == NO_GROUP || !partitions.isActive(partition)) {
      return false;
    }
    // Read in this order: what it waits for may only have risen meanwhile.
    long watermark = partitions.watermark(partition);
    return watermark != TimeStage.NO_WATERMARK
        && watermark <= (long) PartitionView.LONGS.getAcquire(smallest, group);
  }
}
