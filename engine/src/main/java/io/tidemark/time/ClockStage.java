package io.tidemark.time;

import io.tidemark.counters.Counters;
import java.util.BitSet;

/**
 * Processing time: an event's timestamp is what the clock says, and the clock is the largest
 * arrival or tick so far, in the job's unit, downward. So time is an input here, too, and what
 * comes of the same slots is always the same.
 *
 * <p>A window is complete when the clock has reached its end, at a tick or at an arrival; the event
 * that brings the arrival comes after it. There is no watermark and no partition holds anything
 * back: partitions only end. Nothing can be late.
 *
 * <p>Cost: a few comparisons a slot, a division when a new unit of time begins. One writer: the
 * thread that runs the stage.
 */
public final class ClockStage implements Timekeeper {
  private static final PartitionView NO_PARTITIONS = new Partitions(0).view();

  private final TimestampCheck check;
  private final int partitionLimit;
  private final int closedAt;
  private final Counters counters;
  private final BitSet ended = new BitSet();

  private long nowNs = Long.MIN_VALUE;

  /** The clock, in the job's unit. */
  private long now;

  /** When that changes. */
  private long nextNs = Long.MIN_VALUE;

  private long completeUpTo = Long.MIN_VALUE;
  private EventTrial trial;

  /**
   * Sets up the stage.
   *
   * @param check which timestamps fit, and the job's unit
   * @param declared how many partitions are known at the start
   * @param othersJoin whether there may be others; if not, time ends when all declared ones have
   * @param counters where it counts
   */
  public ClockStage(TimestampCheck check, int declared, boolean othersJoin, Counters counters) {
    this.check = check;
    this.partitionLimit = othersJoin ? TimeStage.MAX_PARTITIONS : declared;
    this.closedAt = othersJoin ? -1 : declared;
    this.counters = counters;
  }

  @Override
  public void tryOutBy(EventTrial newTrial) {
    trial = newTrial;
  }

  @Override
  public WatermarkException judge(SlotBatch batch, SlotSource<?> source) {
    for (int i = 0; i < batch.size; i++) {
      batch.judgedBy[i] = completeUpTo;
      batch.beforeTicks[i] = completeUpTo;
      if (SlotBatch.isEvent(batch.kinds[i])) {
        judgeEvent(batch, i);
      } else {
        control(batch, i);
      }
      if (trial != null && i < batch.size) {
        trial.onJudged(batch, i);
      }
    }
    return null;
  }

  @Override
  public long nowNs() {
    return nowNs;
  }

  @Override
  public long completeUpTo() {
    return completeUpTo;
  }

  @Override
  public long watermark() {
    return TimeStage.NO_WATERMARK;
  }

  /** Any window may be complete next, so what waits in a ring is taken in the order of arrival. */
  @Override
  public long noSilenceUntilNs() {
    return Long.MIN_VALUE;
  }

  /** None takes part in anything. */
  @Override
  public PartitionView partitions() {
    return NO_PARTITIONS;
  }

  private void judgeEvent(SlotBatch batch, int i) {
    int partition = batch.partitions[i];
    if (partition >= partitionLimit || ended.get(partition)) {
      batch.kinds[i] = SlotBatch.NOT_ADMITTED;
      return;
    }
    long arrivalNs = Math.max(nowNs, batch.arrivalsNs[i]);
    if (arrivalNs >= nextNs && !check.fits(check.ingestion(arrivalNs))) {
      batch.kinds[i] = SlotBatch.OUT_OF_TIME;
      return;
    }
    clockTo(arrivalNs);
    batch.timestamps[i] = now;
    batch.judgedBy[i] = completeUpTo;
    if (trial != null && batch.kinds[i] == SlotKind.EVENT) {
      trial.accepts(batch, i);
    }
  }

  private void control(SlotBatch batch, int i) {
    switch (batch.kinds[i]) {
      case SlotKind.TICK -> {
        counters.ticks.increment();
        clockTo(batch.arrivalsNs[i]);
        // What it completes comes before what is due by the clock alone, as with an event.
        batch.judgedBy[i] = completeUpTo;
      }
      case SlotKind.ACTIVE -> clockTo(batch.arrivalsNs[i]);
      case SlotKind.END -> end(batch.partitions[i]);
      case SlotKind.END_OF_INPUT -> completeUpTo = TimeStage.END_OF_TIME;
      default -> {
        // Nothing that is said of partitions moves the clock.
      }
    }
  }

  private void end(int partition) {
    if (partition < partitionLimit) {
      ended.set(partition);
      if (ended.cardinality() == closedAt) {
        completeUpTo = TimeStage.END_OF_TIME;
      }
    }
  }

  /** It is this time, or later. */
  private void clockTo(long timeNs) {
    nowNs = Math.max(nowNs, timeNs);
    if (nowNs >= nextNs) {
      now = check.ingestion(nowNs);
      nextNs = Durations.saturatedMultiply(now + 1, check.unitNs());
      completeUpTo = Math.max(completeUpTo, now == Long.MIN_VALUE ? now : now - 1);
    }
  }
}
