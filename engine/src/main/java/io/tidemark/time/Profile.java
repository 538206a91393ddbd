package io.tidemark.time;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.WriterReaderPhaser;

/**
 * Measures one partition. Writer: the time stage, between enter and exit of the phaser; {@link
 * #snapshot} is for any thread.
 */
final class Profile {
  private final int partition;
  private final TimeUnit unit;
  private final ClockWatch clock;

  /** Where events are recorded; readers put another one there. */
  private volatile Recording active;

  /** What has been taken out of {@link #active}; readers', under the phaser's lock. */
  private Recording total;

  private long largest = Long.MIN_VALUE;
  private long nowNs = Long.MIN_VALUE;

  Profile(int partition, TimeUnit unit, ClockTolerance tolerance) {
    this.partition = partition;
    this.unit = unit;
    this.clock = new ClockWatch(partition, tolerance);
    this.active = new Recording(unit);
  }

  ClockWatch clock() {
    return clock;
  }

  /**
   * An event of the partition.
   *
   * @param delayNs arrival - timestamp, within ± {@link Recording#MOST_NS}
   * @return the time: the largest arrival so far
   */
  long record(long arrivalNs, long timestamp, long delayNs) {
    Recording recording = active;
    recording.delay(delayNs);
    largest = Math.max(largest, timestamp);
    recording.disorder(difference(largest, timestamp));
    if (nowNs != Long.MIN_VALUE) {
      recording.interArrival(arrivalNs > nowNs ? difference(arrivalNs, nowNs) : 0);
    }
    nowNs = Math.max(nowNs, arrivalNs);
    return nowNs;
  }

  private static long difference(long larger, long smaller) {
    long difference = larger - smaller;
    return difference < 0 ? Long.MAX_VALUE : difference;
  }

  /**
   * All that was recorded so far; the reader's lock is held.
   *
   * @param empty to be recorded into from now on
   * @return what was recorded into until now, reset
   */
  Recording takeInto(Recording empty, WriterReaderPhaser phaser) {
    if (total == null) {
      total = new Recording(unit);
    }
    Recording taken = active;
    active = empty;
    // Whoever may still record into what was taken has left after this.
    phaser.flipPhase();
    total.add(taken);
    taken.reset();
    return taken;
  }

  /**
   * A copy of all that was taken; the reader's lock is held.
   *
   * @param entries what publishers measured, to be kept
   */
  PartitionProfile snapshot(EntryDelays.Sum entries) {
    return new PartitionProfile(
        partition,
        unit,
        total.delayNs.copy(),
        total.negativeDelays(),
        total.largestLeadNs(),
        total.disorder.copy(),
        total.interArrivalNs.copy(),
        entries.delayNs,
        entries.negative,
        clock.reading());
  }
}
