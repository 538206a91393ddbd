package io.tidemark.time;

import java.math.BigInteger;
import java.util.Arrays;

/** What {@link TimeStage} is to do, in the plainest way: every tick is run, on all partitions. */
final class TickModel {
  private static final long DEFAULT_INTERVAL = WatermarkStrategy.DEFAULT_TICK_INTERVAL.toNanos();

  private final BigInteger interval;
  private final long idleness;
  private final int bound;
  private final boolean periodic;
  private final long[] reached;
  private final long[] emitted;
  private final boolean[] idle;
  private final BigInteger[] lastArrival;

  /** The publishers that have fed each partition, and those that are waiting, as sets. */
  private final int[] feeders;

  private int waiting;
  private long merged = Long.MIN_VALUE;
  private BigInteger now;
  private BigInteger nextTick;

  /** How far one may be ahead of the slowest; negative: as far as it likes. */
  private final long drift;

  TickModel(int partitions, long interval, long idleness, int bound, boolean periodic) {
    this(partitions, interval, idleness, bound, periodic, -1);
  }

  TickModel(int partitions, long interval, long idleness, int bound, boolean periodic, long drift) {
    this.drift = drift;
    this.interval = BigInteger.valueOf(periodic ? interval : DEFAULT_INTERVAL);
    this.idleness = idleness;
    this.bound = bound;
    this.periodic = periodic;
    this.reached = new long[partitions];
    this.emitted = new long[partitions];
    this.idle = new boolean[partitions];
    this.lastArrival = new BigInteger[partitions];
    this.feeders = new int[partitions];
    Arrays.fill(reached, Long.MIN_VALUE);
    Arrays.fill(emitted, Long.MIN_VALUE);
  }

  long merged() {
    return merged;
  }

  boolean isIdle(int partition) {
    return idle[partition];
  }

  void clockTo(long arrival) {
    BigInteger time = BigInteger.valueOf(arrival);
    if (now == null) {
      now = time;
      nextTick = now.add(interval);
      Arrays.fill(lastArrival, now);
    }
    for (; nextTick.compareTo(time) <= 0; nextTick = nextTick.add(interval)) {
      pass(nextTick);
      tick(nextTick);
    }
    pass(now.max(time));
  }

  /** What stands still is no more silent after this time than before it. */
  private void pass(BigInteger until) {
    for (int p = 0; p < lastArrival.length; p++) {
      if (standsStill(p)) {
        lastArrival[p] = lastArrival[p].add(until.subtract(now));
      }
    }
    now = until;
  }

  void publishersWait(int publishers) {
    waiting = publishers;
  }

  /** Whoever feeds it waits, or may, where that is not known. */
  private boolean isHeldUp(int partition) {
    return waiting != 0 && (feeders[partition] == 0 || (feeders[partition] & waiting) != 0);
  }

  /** More than the drift ahead of the slowest of those that are active and have a watermark. */
  boolean isHeldBack(int partition) {
    long smallest = Long.MAX_VALUE;
    for (int p = 0; p < reached.length; p++) {
      if (!idle[p] && reached[p] != Long.MIN_VALUE) {
        smallest = Math.min(smallest, reached[p]);
      }
    }
    return drift >= 0
        && !idle[partition]
        && reached[partition] != Long.MIN_VALUE
        && reached[partition] - drift > smallest;
  }

  private boolean standsStill(int partition) {
    return isHeldUp(partition) || isHeldBack(partition);
  }

  void observe(int partition, long timestamp, int publisher) {
    feeders[partition] |= 1 << publisher;
    idle[partition] = false;
    lastArrival[partition] = now;
    reached[partition] = Math.max(reached[partition], timestamp - bound - 1);
    if (!periodic && reached[partition] > emitted[partition]) {
      emitted[partition] = reached[partition];
      merge();
    }
  }

  private void tick(BigInteger time) {
    boolean[] silent = new boolean[idle.length];
    for (int p = 0; p < emitted.length; p++) {
      emitted[p] = reached[p];
      silent[p] =
          idleness > 0
              && !standsStill(p)
              && time.subtract(lastArrival[p]).compareTo(BigInteger.valueOf(idleness)) >= 0;
    }
    for (int p = 0; p < idle.length; p++) {
      idle[p] |= silent[p];
    }
    merge();
  }

  private void merge() {
    long smallest = Long.MAX_VALUE;
    long largest = Long.MIN_VALUE;
    boolean anyActive = false;
    for (int p = 0; p < emitted.length; p++) {
      largest = Math.max(largest, emitted[p]);
      if (!idle[p]) {
        anyActive = true;
        smallest = Math.min(smallest, emitted[p]);
      }
    }
    merged = Math.max(merged, anyActive ? smallest : largest);
  }
}
