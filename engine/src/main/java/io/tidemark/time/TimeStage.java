package io.tidemark.time;

import io.tidemark.counters.Counters;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Event time: per-partition watermarks, their merge, idleness, and the clock of ticks. Pure: time
 * is an input, so its state is a function of the calls made.
 *
 * <p>An event is judged by the merged watermark as it is after the ticks due before its arrival and
 * before its own time moves it. The semantics are those of Flink's WatermarkOutputMultiplexer with
 * bounded-out-of-orderness generators (2.3); idleness is tighter: a partition is idle at a tick
 * when its last arrival is the timeout or more ago.
 *
 * <p>Cost: see {@link Partitions}; ticks at which nothing can change are not run. One writer: the
 * thread that runs the stage.
 */
public final class TimeStage {
  /** Where there is no watermark yet. */
  public static final long NO_WATERMARK = Long.MIN_VALUE;

  /** The end of time: all windows are closed. */
  public static final long END_OF_TIME = Long.MAX_VALUE;

  /** The largest number of partitions that can take part: 0 to this - 1. */
  public static final int MAX_PARTITIONS = 1 << 20;

  private final Partitions partitions;
  private final TickClock clock;
  private final BoundedWatermark bound;
  private final Counters counters;
  private final boolean periodic;
  private final boolean countViolations;
  private final boolean watchesSilence;
  private final int declared;
  private final boolean othersJoin;
  private final int partitionLimit;

  private long merged = NO_WATERMARK;

  /**
   * Sets up the stage.
   *
   * @param strategy the watermark strategy
   * @param unit the unit of timestamps
   * @param declared how many partitions, 0 to declared - 1, are known at the start
   * @param othersJoin whether partitions beyond the declared ones may join; if not, time ends when
   *     all declared ones have ended
   * @param counters where it counts
   */
  public TimeStage(
      WatermarkStrategy strategy,
      TimeUnit unit,
      int declared,
      boolean othersJoin,
      Counters counters) {
    this.partitions = new Partitions(declared);
    this.counters = counters;
    this.periodic = strategy.emission().isPresent();
    this.countViolations = strategy.kind() == WatermarkStrategy.Kind.MONOTONOUS;
    this.bound = new BoundedWatermark(strategy, unit);
    long idlenessNs = strategy.idleness().map(TimeStage::saturatedNanos).orElse(0L);
    this.clock = new TickClock(saturatedNanos(strategy.tickInterval()), idlenessNs);
    this.watchesSilence = idlenessNs > 0;
    this.declared = declared;
    this.othersJoin = othersJoin;
    this.partitionLimit = othersJoin ? MAX_PARTITIONS : declared;
  }

  /** The merged watermark: no more events with a timestamp at or below it are expected. */
  public long watermark() {
    return merged;
  }

  /** The partition's own watermark, or {@link #NO_WATERMARK}. */
  public long watermark(int partition) {
    return partitions.watermark(partition);
  }

  /** Whether the partition is left out of the minimum for its silence. */
  public boolean isIdle(int partition) {
    return partitions.isIdle(partition);
  }

  /**
   * Judges a batch: runs the ticks due before each slot, notes the watermark that each event is
   * judged by, and lets each slot move time in its turn.
   */
  public void judge(SlotBatch batch) {
    int i = 0;
    while (i < batch.size) {
      i = passSettled(batch, i);
      if (i < batch.size) {
        batch.judgedBy[i] = merged;
        if (!judgeSteady(batch, i)) {
          judgeSpecial(batch, i);
        }
        i++;
      }
    }
  }

  /**
   * Passes over events that move nothing: no tick is due before them, their partitions are simply
   * active and have seen later ones, and they are ahead of the watermark. These are nearly all
   * where partitions are out of order; the loop has no call, so that its values stay in registers.
   *
   * @return where it stopped
   */
  private int passSettled(SlotBatch batch, int from) {
    int size = batch.size;
    byte[] kinds = batch.kinds;
    int[] partitionOf = batch.partitions;
    long[] arrivalsNs = batch.arrivalsNs;
    long[] timestamps = batch.timestamps;
    long[] settledUpTo = partitions.settledUpTo();
    long[] lastArrivalNs = partitions.lastArrivalNs();
    long dueNs = clock.dueNs();
    long nowNs = clock.nowNs();
    long watermark = merged;
    int i = from;
    for (; i < size; i++) {
      int partition = partitionOf[i];
      long arrivalNs = arrivalsNs[i];
      long timestamp = timestamps[i];
      if (!SlotBatch.isEvent(kinds[i])
          || arrivalNs >= dueNs
          || timestamp <= watermark
          || partition >= settledUpTo.length
          || timestamp > settledUpTo[partition]
          || (countViolations && timestamp < settledUpTo[partition])) {
        break;
      }
      nowNs = Math.max(nowNs, arrivalNs);
      if (watchesSilence) {
        lastArrivalNs[partition] = nowNs;
      }
    }
    if (i > from) {
      clock.advanceTo(nowNs);
      Arrays.fill(batch.judgedBy, from, i, watermark);
    }
    return i;
  }

  /**
   * Judges an event that moves something or is behind, of a partition that is simply active, with
   * no tick due before it. Returns whether it was one.
   */
  private boolean judgeSteady(SlotBatch batch, int i) {
    int partition = batch.partitions[i];
    if (!SlotBatch.isEvent(batch.kinds[i])
        || batch.arrivalsNs[i] >= clock.dueNs()
        || !partitions.isSteady(partition)) {
      return false;
    }
    clock.advanceTo(batch.arrivalsNs[i]);
    observe(partition, batch.timestamps[i]);
    return true;
  }

  private void judgeSpecial(SlotBatch batch, int i) {
    byte kind = batch.kinds[i];
    int partition = batch.partitions[i];
    switch (kind) {
      case SlotKind.EVENT, SlotBatch.FILTERED -> judgeEvent(batch, i);
      case SlotKind.REJECTED -> {
        // It counts for nothing.
      }
      case SlotKind.TICK -> clockTo(batch.arrivalsNs[i]);
      case SlotKind.END_OF_INPUT -> endOfInput();
      default -> {
        if (partition < partitionLimit) {
          control(kind, partition);
        }
      }
    }
  }

  /** A partition that may join says something of itself. */
  private void control(byte kind, int partition) {
    switch (kind) {
      case SlotKind.IDLE -> idle(partition);
      case SlotKind.ACTIVE -> active(partition);
      case SlotKind.END -> end(partition);
      case SlotKind.LEAVE -> leave(partition);
      default -> throw new IllegalArgumentException("kind of slot: " + kind);
    }
  }

  /** An event with a tick due before it, or of a partition that is not simply active. */
  private void judgeEvent(SlotBatch batch, int i) {
    int partition = batch.partitions[i];
    if (partition >= partitionLimit || partitions.hasEnded(partition)) {
      batch.kinds[i] = SlotBatch.NOT_ADMITTED;
      return;
    }
    clockTo(batch.arrivalsNs[i]);
    batch.judgedBy[i] = merged;
    if (!partitions.isActive(partition)) {
      wake(partition);
    }
    if (partitions.isCatchingUp(partition) && batch.kinds[i] == SlotKind.EVENT) {
      batch.kinds[i] = SlotBatch.RETURNED;
    }
    observe(partition, batch.timestamps[i]);
  }

  /** An event of an active partition: its time goes on, and it is a sign of life. */
  private void observe(int partition, long timestamp) {
    if (timestamp <= merged) {
      counters.behindWatermark.increment();
    }
    if (watchesSilence) {
      partitions.arrived(partition, clock.nowNs());
    }
    long settled = bound.settledUpTo(partitions.activeWatermark(partition));
    if (timestamp > settled) {
      if (partitions.rise(partition, bound.after(timestamp), timestamp, merged)) {
        changed();
      }
    } else {
      partitions.settle(partition, settled);
      if (countViolations && timestamp < settled) {
        counters.monotonyViolations.increment();
      }
    }
  }

  /** The partition says that it has nothing to say for now. */
  private void idle(int partition) {
    if (partitions.isActive(partition)) {
      partitions.markIdle(partition);
      changed();
    }
  }

  /** A sign of life without an event, which does not make a partition join. */
  private void active(int partition) {
    if (partitions.isIdle(partition)) {
      wake(partition);
      changed();
    }
    if (partitions.isActive(partition)) {
      partitions.arrived(partition, clock.nowNs());
    }
  }

  /** No more events of the partition, ever: it is left out of the minimum. */
  private void end(int partition) {
    boolean counted = partitions.isActive(partition);
    partitions.end(partition);
    if (!othersJoin && partitions.endedCount() == declared) {
      endOfInput();
    } else if (counted) {
      changed();
    }
  }

  /** The partition is gone and forgotten; it may join again from nothing. */
  private void leave(int partition) {
    boolean counted = partitions.isActive(partition);
    partitions.leave(partition);
    if (counted) {
      changed();
    }
  }

  /** No more events at all: the watermark goes to the end of time. */
  private void endOfInput() {
    merged = END_OF_TIME;
  }

  private void wake(int partition) {
    partitions.wake(partition, merged);
    clock.partitionWoke();
  }

  /** What the partitions agree on may have changed: it counts now, or from the next tick on. */
  private void changed() {
    if (periodic) {
      clock.mergeAtNextTick();
    } else {
      merge();
    }
  }

  private void merge() {
    long candidate = partitions.merged(merged);
    if (candidate > merged) {
      merged = candidate;
    } else if (candidate < merged) {
      counters.watermarkRegressions.increment();
    }
  }

  /** It is this time: first runs the ticks due. The first call starts the clock. */
  private void clockTo(long timeNs) {
    if (!clock.hasStarted()) {
      clock.start(timeNs);
      partitions.startClock(timeNs);
    }
    while (clock.tick(timeNs)) {
      counters.ticks.increment();
      if (clock.silenceIsDue()) {
        clock.silenceSeen(partitions.markSilentOnesIdle(clock.silentSinceNs()));
      }
      merge();
      clock.schedule();
    }
    clock.advanceTo(timeNs);
  }

  /** The duration in ns, or the largest long. */
  public static long saturatedNanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException beyond64Bits) {
      return Long.MAX_VALUE;
    }
  }
}
