package io.tidemark.time;

import java.util.Arrays;

/**
 * Whose silence stands still: that of partitions fed by publishers that wait, and of partitions
 * that alignment holds back. Until it goes on they are not found silent; what had passed of it
 * before counts then. So does Flink's clock of idleness, which pauses.
 *
 * <p>It stands still by moving last arrivals on: of what waits, whenever another publisher begins
 * or ends to wait; of what is held back, once it is let go. A partition may be both. One writer:
 * the time stage.
 */
final class Silence {
  private final Partitions partitions;
  private final TickClock clock;
  private final Feeders feeders;
  private Alignment alignment;

  /** Since when the silence of what waits has stood still without being moved on. */
  private long waitingSinceNs;

  /** Until when a partition's has been moved on for being held back; where it ever was. */
  private long[] movedUntilNs = {};

  Silence(Partitions partitions, TickClock clock, Feeders feeders) {
    this.partitions = partitions;
    this.clock = clock;
    this.feeders = feeders;
  }

  /** From now on these are held back; before the first slot. */
  void alignBy(Alignment newAlignment) {
    alignment = newAlignment;
  }

  /** The clock starts. */
  void startClock(long nowNs) {
    waitingSinceNs = nowNs;
  }

  /**
   * Whether the partition's silence stood still at the beginning of the tick under way: that others
   * are found silent at it may let the partition go.
   */
  boolean isPaused(int partition) {
    return feeders.holdUp(partition) || isHeldBack(partition) || wasLetGoNow(partition);
  }

  private boolean wasLetGoNow(int partition) {
    return partition < movedUntilNs.length && movedUntilNs[partition] == clock.nowNs();
  }

  /** The silence of what these publishers feed stands still; that of all others goes on. */
  void publishersWait(int publishers) {
    if (clock.hasStarted()) {
      clock.silenceGoesOn(moveWaiting());
    }
    waitingSinceNs = clock.nowNs();
    feeders.waiting(publishers);
  }

  /** The partition is held back from now on. */
  void standsStill(int partition) {
    if (partition >= movedUntilNs.length) {
      int known = movedUntilNs.length;
      movedUntilNs =
          Arrays.copyOf(movedUntilNs, Math.max(16, Integer.highestOneBit(partition) * 2));
      Arrays.fill(movedUntilNs, known, movedUntilNs.length, Long.MIN_VALUE);
    }
    if (feeders.holdUp(partition)) {
      move(partition, waitingSince(partition));
    }
    movedUntilNs[partition] = clock.nowNs();
  }

  /** The partition is held back no longer. */
  void goesOn(int partition) {
    if (partitions.isActive(partition)) {
      move(partition, movedUntilNs[partition]);
      movedUntilNs[partition] = clock.nowNs();
      if (clock.hasStarted()) {
        clock.silenceGoesOn(partitions.lastArrivalNs()[partition]);
      }
    }
  }

  /** Moves what waits; returns the earliest last arrival of these, the largest long for none. */
  private long moveWaiting() {
    long earliest = Long.MAX_VALUE;
    for (int p = 0; p < partitions.limit(); p++) {
      if (partitions.isActive(p) && feeders.holdUp(p) && !isHeldBack(p)) {
        move(p, waitingSince(p));
        earliest = Math.min(earliest, partitions.lastArrivalNs()[p]);
      }
    }
    return earliest;
  }

  private boolean isHeldBack(int partition) {
    return alignment != null && alignment.isHeldBack(partition);
  }

  private long waitingSince(int partition) {
    return partition < movedUntilNs.length
        ? Math.max(waitingSinceNs, movedUntilNs[partition])
        : waitingSinceNs;
  }

  /** The partition is no more silent now than it was then. */
  private void move(int partition, long sinceNs) {
    long[] lastArrivalNs = partitions.lastArrivalNs();
    lastArrivalNs[partition] = moved(lastArrivalNs[partition], sinceNs, clock.nowNs());
  }

  private static long moved(long lastNs, long sinceNs, long nowNs) {
    if (lastNs >= sinceNs) {
      return nowNs;
    }
    long stoodNs = nowNs - sinceNs;
    // Time may have gone further than the largest long.
    return stoodNs < 0 ? nowNs : Durations.saturatedAdd(lastNs, stoodNs);
  }
}
