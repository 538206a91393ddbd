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

  TickModel(int partitions, long interval, long idleness, int bound, boolean periodic) {
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
      tick(nextTick);
    }
    BigInteger then = now;
    now = now.max(time);
    for (int p = 0; p < lastArrival.length; p++) {
      if (isHeldUp(p)) {
        lastArrival[p] = lastArrival[p].add(now.subtract(then));
      }
    }
  }

  void publishersWait(int publishers) {
    waiting = publishers;
  }

  /** Whoever feeds it waits, or may, where that is not known. */
  private boolean isHeldUp(int partition) {
    return waiting != 0 && (feeders[partition] == 0 || (feeders[partition] & waiting) != 0);
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
    for (int p = 0; p < emitted.length; p++) {
      emitted[p] = reached[p];
      if (idleness > 0
          && !isHeldUp(p)
          && time.subtract(lastArrival[p]).compareTo(BigInteger.valueOf(idleness)) >= 0) {
        idle[p] = true;
      }
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
