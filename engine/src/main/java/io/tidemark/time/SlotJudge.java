package io.tidemark.time;

import io.tidemark.counters.Counters;

/**
 * Judges slots one by one: events that somebody has a say about (the users' generators, a trial, a
 * job that forbids disorder or duplicates), events at ticks, and control items.
 *
 * <p>One writer: the time stage.
 */
final class SlotJudge {
  private final Partitions partitions;
  private final TickClock clock;
  private final Timeline timeline;
  private final BoundedWatermark bound;
  private final Counters counters;
  private final Disorder disorder;
  private final boolean countViolations;
  private final boolean watchesSilence;
  private final int partitionLimit;
  private final boolean rejectsOnThrow;

  /** The users' generators; null where the strategy has none. */
  private final Generators generators;

  /** Knows which events have been there before, or null; set before the first one. */
  private Duplicates duplicates;

  /** Asked before each event has an effect, or null; set before the first one. */
  private EventTrial trial;

  /** The slots of the batch under way, for the users' functions. */
  private SlotSource<?> slots;

  /**
   * Over these parts of a stage.
   *
   * @param generators the users' generators, or null
   * @param partitionLimit how many partitions can take part: 0 to this - 1
   * @param rejectsOnThrow whether an event for which a generator throws is rejected
   */
  SlotJudge(
      WatermarkStrategy<?> strategy,
      BoundedWatermark bound,
      Partitions partitions,
      TickClock clock,
      Timeline timeline,
      Generators generators,
      int partitionLimit,
      boolean rejectsOnThrow,
      Counters counters) {
    this.partitions = partitions;
    this.clock = clock;
    this.timeline = timeline;
    this.bound = bound;
    this.counters = counters;
    this.disorder = strategy.disorder();
    this.countViolations = strategy.kind() == WatermarkStrategy.Kind.MONOTONOUS;
    this.watchesSilence = strategy.idleness().isPresent();
    this.partitionLimit = partitionLimit;
    this.rejectsOnThrow = rejectsOnThrow;
    this.generators = generators;
  }

  void tryOutBy(EventTrial newTrial) {
    trial = newTrial;
  }

  void deduplicateBy(Duplicates newDuplicates) {
    duplicates = newDuplicates;
  }

  /** Whether somebody has a say about every event. */
  boolean looksAtEach() {
    return generators != null || disorder != Disorder.COUNT || trial != null || duplicates != null;
  }

  /**
   * Judges all slots of the batch, each as it comes.
   *
   * @param source the batch's slots
   * @return null; or what stops the job: the batch ends before the slot that did it
   */
  WatermarkException judgeAll(SlotBatch batch, SlotSource<?> source) {
    slots = source;
    for (int i = 0; i < batch.size; i++) {
      batch.judgedBy[i] = timeline.merged();
      batch.beforeTicks[i] = timeline.merged();
      try {
        judge(batch, i);
      } catch (WatermarkException stop) {
        batch.size = i;
        return stop;
      }
      if (trial != null && i < batch.size) {
        trial.onJudged(batch, i);
      }
    }
    return null;
  }

  /** Judges one slot; the batch has what it is judged by if it moves no clock. */
  void judge(SlotBatch batch, int i) {
    byte kind = batch.kinds[i];
    int partition = batch.partitions[i];
    switch (kind) {
      case SlotKind.EVENT, SlotBatch.FILTERED -> judgeEvent(batch, i);
      case SlotKind.REJECTED, SlotBatch.QUARANTINED -> {
        // It counts for nothing.
      }
      case SlotKind.TICK -> {
        timeline.clockTo(batch.arrivalsNs[i]);
        batch.judgedBy[i] = timeline.merged();
      }
      case SlotKind.WAITING -> timeline.silence().publishersWait(batch.details[i]);
      case SlotKind.END_OF_INPUT -> timeline.endOfInput();
      default -> {
        if (partition < partitionLimit) {
          control(kind, partition, batch.arrivalsNs[i]);
        }
      }
    }
  }

  /** A partition that may join says something of itself. */
  private void control(byte kind, int partition, long arrivalField) {
    switch (kind) {
      case SlotKind.WATERMARK -> timeline.given(partition, arrivalField);
      case SlotKind.IDLE -> timeline.idle(partition);
      case SlotKind.ACTIVE -> timeline.active(partition, arrivalField);
      case SlotKind.END -> timeline.end(partition);
      case SlotKind.LEAVE -> timeline.leave(partition);
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
    boolean isDeduplicated = duplicates != null && batch.kinds[i] == SlotKind.EVENT;
    if (isDeduplicated && isDuplicate(batch, i)) {
      return;
    }
    if (disorder != Disorder.COUNT && isDisordered(batch, i)) {
      return;
    }
    timeline.clockTo(batch.arrivalsNs[i]);
    batch.judgedBy[i] = timeline.merged();
    if (trial != null && !trial.accepts(batch, i)) {
      return;
    }
    Generators.Said said = null;
    if (generators != null) {
      said = generated(batch, i);
      if (said == null) {
        return;
      }
    }
    if (isDeduplicated) {
      duplicates.remember(batch.timestamps[i], batch.judgedBy[i]);
    }
    boolean wakes = partitions.isIdle(partition);
    if (!partitions.isActive(partition)) {
      timeline.wake(partition);
    }
    if (partitions.isCatchingUp(partition) && batch.kinds[i] == SlotKind.EVENT) {
      batch.kinds[i] = SlotBatch.RETURNED;
    }
    observe(partition, batch.timestamps[i], wakes);
    if (said != null && timeline.apply(said, partition)) {
      timeline.changed();
    }
  }

  /**
   * An event of an active partition: its time goes on, and it is a sign of life.
   *
   * @param wakes whether it ended the partition's idleness: if the merged watermark was held while
   *     all were idle, the partition may be ahead of it
   */
  void observe(int partition, long timestamp, boolean wakes) {
    if (timestamp <= timeline.merged()) {
      counters.behindWatermark.increment();
    }
    if (watchesSilence) {
      partitions.arrived(partition, clock.nowNs());
    }
    boolean moved = wakes;
    long settled = bound.settledUpTo(partitions.activeWatermark(partition));
    if (timestamp > settled) {
      moved |= partitions.rise(partition, bound.after(timestamp), timestamp, timeline.merged());
    } else {
      partitions.settle(partition, settled);
      if (countViolations && timestamp < settled) {
        counters.monotonyViolations.increment();
      }
    }
    if (moved) {
      timeline.changed();
    }
  }

  /** Whether the event is rejected as one that has been there before, or since its id threw. */
  private boolean isDuplicate(SlotBatch batch, int i) {
    try {
      if (duplicates.isOne(slots.slot(i), timeline.merged())) {
        batch.kinds[i] = SlotBatch.DUPLICATE;
        return true;
      }
      return false;
    } catch (WatermarkException threw) {
      rejectOrThrow(threw, batch, i);
      return true;
    }
  }

  /** User code threw: the event is rejected, or the job stops. */
  private void rejectOrThrow(WatermarkException threw, SlotBatch batch, int i) {
    if (!rejectsOnThrow) {
      throw threw;
    }
    batch.kinds[i] = SlotBatch.USER_CODE_THREW;
    batch.causes[i] = threw;
  }

  /** Whether the event's timestamp fell where it must not; then the job stops or rejects it. */
  private boolean isDisordered(SlotBatch batch, int i) {
    int partition = batch.partitions[i];
    long reached = partitions.watermark(partition);
    if (bound.after(batch.timestamps[i]) >= reached) {
      return false;
    }
    counters.monotonyViolations.increment();
    if (disorder == Disorder.FAIL) {
      throw new WatermarkException(
          "partition %d: timestamp %d after %d, where they must not fall"
              .formatted(partition, batch.timestamps[i], reached + 1),
          null);
    }
    batch.kinds[i] = SlotBatch.DISORDERED;
    return true;
  }

  /**
   * Asks the partition's generator about the event.
   *
   * @return what it said; null where it threw, and the event is rejected
   */
  private Generators.Said generated(SlotBatch batch, int i) {
    try {
      return generators.onEvent(batch.partitions[i], slots.slot(i), batch.timestamps[i]);
    } catch (WatermarkException threw) {
      rejectOrThrow(threw, batch, i);
      return null;
    }
  }
}
