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
  private final Feeders feeders = new Feeders();
  private final BoundedWatermark bound;
  private final Timeline timeline;
  private final Counters counters;
  private final boolean countViolations;
  private final boolean watchesSilence;
  private final int partitionLimit;
  private final Disorder disorder;
  private final boolean rejectsOnThrow;

  /** The users' generators; null where the strategy has none. */
  private final Generators generators;

  /** Asked before each event has an effect, or null; set before the first one. */
  private EventTrial trial;

  /** The slots of the batch under way, for generators. */
  private SlotSource<?> slots;

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
      WatermarkStrategy<?> strategy,
      TimeUnit unit,
      int declared,
      boolean othersJoin,
      Counters counters) {
    this(strategy, unit, declared, othersJoin, false, counters);
  }

  /**
   * Sets up the stage.
   *
   * @param rejectsOnThrow whether an event for which a generator throws is rejected; else the job
   *     stops
   */
  public TimeStage(
      WatermarkStrategy<?> strategy,
      TimeUnit unit,
      int declared,
      boolean othersJoin,
      boolean rejectsOnThrow,
      Counters counters) {
    long idlenessNs = strategy.idleness().map(TimeStage::saturatedNanos).orElse(0L);
    this.partitions = new Partitions(declared);
    this.clock = new TickClock(saturatedNanos(strategy.tickInterval()), idlenessNs);
    this.counters = counters;
    this.countViolations = strategy.kind() == WatermarkStrategy.Kind.MONOTONOUS;
    this.bound = new BoundedWatermark(strategy, unit);
    this.watchesSilence = idlenessNs > 0;
    this.partitionLimit = othersJoin ? MAX_PARTITIONS : declared;
    this.disorder = strategy.disorder();
    this.rejectsOnThrow = rejectsOnThrow;
    this.generators =
        strategy
            .generators()
            .map(supplier -> new Generators(erased(supplier), unit, clock, idlenessNs, declared))
            .orElse(null);
    this.timeline =
        new Timeline(
            partitions,
            clock,
            feeders,
            new AllIdleRule(strategy.allIdle(), unit),
            generators,
            counters,
            strategy.emission().isPresent(),
            idlenessNs,
            othersJoin ? -1 : declared);
  }

  /** A job's supplier, whose generators get the job's own events only. */
  @SuppressWarnings("unchecked")
  private static WatermarkGeneratorSupplier<Object> erased(WatermarkGeneratorSupplier<?> supplier) {
    return (WatermarkGeneratorSupplier<Object>) supplier;
  }

  /** Has each event tried out before it has an effect; batches are of one slot then. */
  public void tryOutBy(EventTrial newTrial) {
    trial = newTrial;
  }

  /** The merged watermark: no more events with a timestamp at or below it are expected. */
  public long watermark() {
    return timeline.merged();
  }

  /** The partition's own watermark, or {@link #NO_WATERMARK}. */
  public long watermark(int partition) {
    return partitions.watermark(partition);
  }

  /** Whether the partition is left out of the minimum for its silence. */
  public boolean isIdle(int partition) {
    return partitions.isIdle(partition);
  }

  /** The partitions' watermarks and states, for any thread. */
  public PartitionView partitions() {
    return partitions.view();
  }

  /**
   * Judges a batch of any strategy; see {@link #judge(SlotBatch)}.
   *
   * @param source the batch's slots
   * @return null; or what stops the job: the batch ends before the slot that did it
   */
  public WatermarkException judge(SlotBatch batch, SlotSource<?> source) {
    if (generators == null && disorder == Disorder.COUNT && trial == null) {
      judge(batch);
      return null;
    }
    slots = source;
    for (int i = 0; i < batch.size; i++) {
      batch.judgedBy[i] = timeline.merged();
      try {
        judgeSpecial(batch, i);
      } catch (WatermarkException stop) {
        batch.size = i;
        return stop;
      }
    }
    learnFeeders(batch);
    return null;
  }

  /**
   * Until when time can go without a partition being found silent: {@code Long.MAX_VALUE} where
   * none ever is, {@code Long.MIN_VALUE} where that depends on what comes next.
   */
  public long noSilenceUntilNs() {
    return watchesSilence ? clock.noSilenceUntilNs() : Long.MAX_VALUE;
  }

  /**
   * Judges a batch: runs the ticks due before each slot, notes the watermark that each event is
   * judged by, and lets each slot move time in its turn. Not for strategies with generators or that
   * reject or fail on disorder.
   */
  public void judge(SlotBatch batch) {
    int i = 0;
    while (i < batch.size) {
      i = passSettled(batch, i);
      if (i < batch.size) {
        batch.judgedBy[i] = timeline.merged();
        if (!judgeSteady(batch, i)) {
          judgeSpecial(batch, i);
        }
        i++;
      }
    }
    learnFeeders(batch);
  }

  private void learnFeeders(SlotBatch batch) {
    if (watchesSilence && feeders.learn(batch, partitionLimit)) {
      // One may no longer be held up, and has just been heard of.
      clock.silenceGoesOn(clock.nowNs());
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
    long watermark = timeline.merged();
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
      case SlotKind.TICK -> timeline.clockTo(batch.arrivalsNs[i]);
      case SlotKind.WAITING -> timeline.publishersWait(batch.details[i]);
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
    if (disorder != Disorder.COUNT && isDisordered(batch, i)) {
      return;
    }
    timeline.clockTo(batch.arrivalsNs[i]);
    batch.judgedBy[i] = timeline.merged();
    if (trial != null && batch.kinds[i] == SlotKind.EVENT && !trial.accepts(batch, i)) {
      return;
    }
    Generators.Said said = null;
    if (generators != null) {
      said = generated(batch, i);
      if (said == null) {
        return;
      }
    }
    if (!partitions.isActive(partition)) {
      timeline.wake(partition);
    }
    if (partitions.isCatchingUp(partition) && batch.kinds[i] == SlotKind.EVENT) {
      batch.kinds[i] = SlotBatch.RETURNED;
    }
    observe(partition, batch.timestamps[i]);
    if (said != null && timeline.apply(said, partition)) {
      timeline.changed();
    }
  }

  /** An event of an active partition: its time goes on, and it is a sign of life. */
  private void observe(int partition, long timestamp) {
    if (timestamp <= timeline.merged()) {
      counters.behindWatermark.increment();
    }
    if (watchesSilence) {
      partitions.arrived(partition, clock.nowNs());
    }
    long settled = bound.settledUpTo(partitions.activeWatermark(partition));
    if (timestamp > settled) {
      if (partitions.rise(partition, bound.after(timestamp), timestamp, timeline.merged())) {
        timeline.changed();
      }
    } else {
      partitions.settle(partition, settled);
      if (countViolations && timestamp < settled) {
        counters.monotonyViolations.increment();
      }
    }
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
      if (!rejectsOnThrow) {
        throw threw;
      }
      batch.kinds[i] = SlotBatch.GENERATOR_THREW;
      batch.causes[i] = threw;
      return null;
    }
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
