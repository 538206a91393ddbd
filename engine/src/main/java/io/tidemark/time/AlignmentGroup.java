package io.tidemark.time;

import java.util.List;

/**
 * The partitions of one group, and which of them are too far ahead: a partition is held back just
 * while its watermark is larger than the group's smallest plus the drift.
 *
 * <p>Cost of a watermark: that of two {@link MinTree}s at most; where the smallest one falls, since
 * a partition woke behind it, a look at all members. One writer: the time stage.
 */
final class AlignmentGroup {
  private static final long NOTHING = MinTree.NOTHING;

  private final Alignment alignment;
  private final int number;
  private final long maxDrift;

  /** The partition at each place; null where each is at the place of its number. */
  private final int[] members;

  /** The watermarks of the members that have one. */
  private final MinTree watermarks = new MinTree(4);

  /** The watermarks of those held back. */
  private final MinTree held = new MinTree(4);

  /** The largest watermark that is not held back. */
  private long limit = NOTHING;

  AlignmentGroup(Alignment alignment, int number, long maxDrift, List<Integer> partitions) {
    this.alignment = alignment;
    this.number = number;
    this.maxDrift = maxDrift;
    this.members =
        partitions.isEmpty() ? null : partitions.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * The member's watermark has changed.
   *
   * @param watermark {@link MinTree#NOTHING} where it takes no part or is at the end of time,
   *     {@link TimeStage#NO_WATERMARK} where it has none
   */
  void moved(int place, long watermark) {
    if (place >= watermarks.places()) {
      watermarks.grow(place + 1);
      held.grow(place + 1);
    }
    long counted = watermark == TimeStage.NO_WATERMARK ? NOTHING : watermark;
    boolean wasHeld = isHeld(place);
    if (wasHeld && counted == NOTHING) {
      letGo(place);
    } else if (wasHeld) {
      held.set(place, counted);
    }
    if (watermarks.set(place, counted)) {
      limitMoved();
    }
    if (counted > limit && counted != NOTHING && !isHeld(place)) {
      holdBack(place, counted);
    }
  }

  private boolean isHeld(int place) {
    return held.at(place) != NOTHING;
  }

  private void limitMoved() {
    long smallest = watermarks.min();
    long before = limit;
    limit = smallest == NOTHING ? NOTHING : Durations.saturatedAdd(smallest, maxDrift);
    if (limit > before) {
      letGoUpToLimit();
    } else if (limit < before) {
      holdBackBeyondLimit();
    }
    // After letting go: who is the slowest must not look held back as well.
    alignment.smallestIs(number, smallest);
  }

  private void letGoUpToLimit() {
    while (held.min() != NOTHING && held.min() <= limit) {
      letGo(held.placeOfMin());
    }
  }

  private void holdBackBeyondLimit() {
    for (int place = 0; place < watermarks.places(); place++) {
      long watermark = watermarks.at(place);
      if (watermark > limit && watermark != NOTHING && !isHeld(place)) {
        holdBack(place, watermark);
      }
    }
  }

  private void holdBack(int place, long watermark) {
    held.set(place, watermark);
    alignment.holdBack(partition(place));
  }

  private void letGo(int place) {
    held.set(place, NOTHING);
    alignment.letGo(partition(place));
  }

  private int partition(int place) {
    return members == null ? place : members[place];
  }
}
