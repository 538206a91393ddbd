package io.tidemark.time;

import io.tidemark.counters.Counters;
import java.time.Duration;
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
 * <p>Cost: O(1) per event amortised, see {@link Partitions}; ticks at which nothing can change are
 * not run. One writer: the thread that runs the stage.
 */
public final class TimeStage {
  /** Where there is no watermark yet. */
  public static final long NO_WATERMARK = Long.MIN_VALUE;

  /** The end of time: all windows are closed. */
  public static final long END_OF_TIME = Long.MAX_VALUE;

  private final Partitions partitions;
  private final TickGrid grid;
  private final Counters counters;
  private final boolean moves;
  private final boolean periodic;
  private final boolean countViolations;
  private final long boundPlusOne;
  private final long smallestTimestamp;
  private final long idlenessNs;
  private final int declared;
  private final boolean othersJoin;
  private final int partitionLimit;

  private long merged = NO_WATERMARK;
  private long nowNs = Long.MIN_VALUE;

  /** The earliest tick at which something can change; before the first arrival: any time. */
  private long dueNs = Long.MIN_VALUE;

  /**
   * No active partition can be idle before this time; a lower bound, renewed when it is reached.
   */
  private long idleDeadlineNs = TickGrid.NEVER;

  private boolean started;
  private boolean emissionPending;

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
    this.grid = new TickGrid(saturatedNanos(strategy.tickInterval()));
    this.counters = counters;
    this.moves = strategy.kind() != WatermarkStrategy.Kind.NONE;
    this.periodic = strategy.emission().isPresent();
    this.countViolations = strategy.kind() == WatermarkStrategy.Kind.MONOTONOUS;
    long bound = Durations.inUnit(strategy.bound(), unit, "watermarks.bound");
    this.boundPlusOne = Durations.saturatedAdd(bound, 1);
    this.smallestTimestamp = Durations.saturatedAdd(Long.MIN_VALUE, boundPlusOne);
    this.idlenessNs = strategy.idleness().map(TimeStage::saturatedNanos).orElse(0L);
    this.declared = declared;
    this.othersJoin = othersJoin;
    this.partitionLimit = othersJoin ? Integer.MAX_VALUE : declared;
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

  /** How many partitions take part in the merge, idle ones included. */
  public int partitionCount() {
    return partitions.known();
  }

  /**
   * Runs every tick due up to {@code arrivalNs}, at which partitions may become idle and periodic
   * watermarks move. The first call starts the clock. An arrival that goes back counts as the
   * largest seen.
   */
  private void clockTo(long arrivalNs) {
    if (arrivalNs >= dueNs) {
      runTicks(arrivalNs);
    }
    if (arrivalNs > nowNs) {
      nowNs = arrivalNs;
    }
  }

  /**
   * Judges a batch: runs the ticks due before each slot, notes the watermark that each event is
   * judged by, and lets each slot move time in its turn.
   */
  public void judge(SlotBatch batch) {
    for (int i = 0; i < batch.size; i++) {
      byte kind = batch.kinds[i];
      if (kind == SlotKind.EVENT || kind == SlotBatch.FILTERED) {
        int partition = batch.partitions[i];
        long arrivalNs = batch.arrivalsNs[i];
        if (arrivalNs < dueNs && partitions.isSteady(partition)) {
          nowNs = Math.max(nowNs, arrivalNs);
          batch.judgedBy[i] = merged;
          observe(partition, batch.timestamps[i]);
        } else {
          judgeSpecial(batch, i);
        }
      } else {
        control(kind, batch.partitions[i], batch.arrivalsNs[i]);
      }
    }
  }

  /** The partition says that it has nothing to say for now. */
  private void idle(int partition) {
    partitions.wake(partition, merged);
    partitions.markIdle(partition);
    merge();
  }

  /** A sign of life without an event. */
  private void active(int partition) {
    wake(partition);
    if (partitions.isActive(partition)) {
      partitions.arrived(partition, nowNs);
    }
    merge();
  }

  /** No more events of the partition, ever: it is left out of the minimum. */
  private void end(int partition) {
    partitions.end(partition);
    if (!othersJoin && partitions.endedCount() == declared) {
      endOfInput();
    } else {
      merge();
    }
  }

  /** The partition is gone and forgotten; it may join again from nothing. */
  private void leave(int partition) {
    partitions.leave(partition);
    merge();
  }

  /** No more events at all: the watermark goes to the end of time. */
  private void endOfInput() {
    merged = END_OF_TIME;
  }

  /** An event with a tick due before it, or of a partition that is not simply active. */
  private void judgeSpecial(SlotBatch batch, int i) {
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

  /** An event of an active partition: it may move the watermark, and is a sign of life. */
  private void observe(int partition, long timestamp) {
    if (timestamp <= merged) {
      counters.behindWatermark.increment();
    }
    if (idlenessNs > 0) {
      partitions.arrived(partition, nowNs);
    }
    if (!moves) {
      return;
    }
    long w = timestamp < smallestTimestamp ? NO_WATERMARK : timestamp - boundPlusOne;
    long reached = partitions.reached(partition);
    if (w > reached) {
      rise(partition, w);
    } else if (w < reached && countViolations) {
      counters.monotonyViolations.increment();
    }
  }

  private void control(byte kind, int partition, long arrivalNs) {
    switch (kind) {
      case SlotKind.TICK -> clockTo(arrivalNs);
      case SlotKind.IDLE -> idle(partition);
      case SlotKind.ACTIVE -> active(partition);
      case SlotKind.END -> end(partition);
      case SlotKind.LEAVE -> leave(partition);
      case SlotKind.END_OF_INPUT -> endOfInput();
      default -> {
        // Rejected: it counts for nothing.
      }
    }
  }

  private void rise(int partition, long w) {
    if (periodic) {
      partitions.reach(partition, w);
      if (!emissionPending) {
        emissionPending = true;
        dueNs = Math.min(dueNs, grid.after(nowNs));
      }
    } else if (partitions.advance(partition, w, merged)) {
      merge();
    }
  }

  private void wake(int partition) {
    partitions.wake(partition, merged);
    if (idlenessNs > 0 && started) {
      idleDeadlineNs = Math.min(idleDeadlineNs, Durations.saturatedAdd(nowNs, idlenessNs));
      dueNs = Math.min(dueNs, grid.atOrAfter(idleDeadlineNs));
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

  private void runTicks(long untilNs) {
    if (!started) {
      startClock(untilNs);
    }
    while (dueNs <= untilNs && dueNs != TickGrid.NEVER) {
      nowNs = dueNs;
      tick();
      dueNs = nextDue();
    }
  }

  private void startClock(long startNs) {
    started = true;
    nowNs = startNs;
    grid.start(startNs);
    partitions.startClock(startNs);
    if (idlenessNs > 0 && partitions.known() > 0) {
      idleDeadlineNs = Durations.saturatedAdd(startNs, idlenessNs);
    }
    dueNs = nextDue();
  }

  private void tick() {
    counters.ticks.increment();
    if (emissionPending) {
      emissionPending = false;
      partitions.emitReached(merged);
    }
    if (nowNs >= idleDeadlineNs) {
      long earliest = partitions.markSilentOnesIdle(nowNs - idlenessNs);
      idleDeadlineNs =
          earliest == Long.MAX_VALUE
              ? TickGrid.NEVER
              : Durations.saturatedAdd(earliest, idlenessNs);
    }
    merge();
  }

  private long nextDue() {
    long emission = emissionPending ? grid.after(nowNs) : TickGrid.NEVER;
    long idling =
        idleDeadlineNs == TickGrid.NEVER ? TickGrid.NEVER : grid.atOrAfter(idleDeadlineNs);
    return Math.min(emission, idling);
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
