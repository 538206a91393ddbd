package io.tidemark.time;

import io.tidemark.counters.Counters;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
public final class TimeStage implements Timekeeper {
  /** Where there is no watermark yet. */
  public static final long NO_WATERMARK = Long.MIN_VALUE;

  /** The end of time: all windows are closed. */
  public static final long END_OF_TIME = Long.MAX_VALUE;

  /** The largest number of partitions that can take part: 0 to this - 1. */
  public static final int MAX_PARTITIONS = 1 << 20;

  private final Partitions partitions;
  private final TickClock clock;
  private final Feeders feeders = new Feeders();
  private final Timeline timeline;

  /** The users' generators; null where the strategy has none. */
  private final Generators generators;

  private final SlotJudge slots;
  private final BatchJudge batches;
  private final boolean watchesSilence;
  private final int partitionLimit;
  private Optional<AlignmentView> alignmentView = Optional.empty();

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
    this.watchesSilence = idlenessNs > 0;
    this.partitionLimit = othersJoin ? MAX_PARTITIONS : declared;
    this.generators =
        strategy
            .generators()
            .map(
                supplier ->
                    new Generators(
                        erased(supplier), unit, clock, idlenessNs, counters.user(), declared))
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
    this.slots =
        new SlotJudge(
            strategy,
            new BoundedWatermark(strategy, unit),
            partitions,
            clock,
            timeline,
            generators,
            partitionLimit,
            rejectsOnThrow,
            counters);
    this.batches = new BatchJudge(strategy, partitions, clock, timeline, slots);
  }

  /** A job's supplier, whose generators get the job's own events only. */
  @SuppressWarnings("unchecked")
  private static WatermarkGeneratorSupplier<Object> erased(WatermarkGeneratorSupplier<?> supplier) {
    return (WatermarkGeneratorSupplier<Object>) supplier;
  }

  /**
   * Holds back the partitions that are too far ahead of these groups; before the first slot.
   *
   * @param groups checked, at least one
   * @param unit the unit of timestamps
   */
  public void alignBy(List<WatermarkAlignment> groups, TimeUnit unit) {
    Alignment alignment = new Alignment(groups, unit, partitions.view(), timeline.silence());
    partitions.alignBy(alignment);
    timeline.silence().alignBy(alignment);
    alignmentView = Optional.of(alignment.view());
  }

  @Override
  public Optional<AlignmentView> alignment() {
    return alignmentView;
  }

  /**
   * Rejects events that have been there before; before the first slot.
   *
   * @param unit the unit of timestamps
   */
  public void deduplicateBy(Deduplication settings, TimeUnit unit) {
    slots.deduplicateBy(new Duplicates(settings, unit));
  }

  @Override
  public void tryOutBy(EventTrial newTrial) {
    slots.tryOutBy(newTrial);
  }

  @Override
  public void keepBounds() {
    if (generators != null) {
      generators.keepBounds();
    }
  }

  @Override
  public void tellBounds(BoundHandler handler) {
    if (generators != null) {
      generators.tellBounds(handler);
    }
  }

  @Override
  public long watermark() {
    return timeline.merged();
  }

  @Override
  public long nowNs() {
    return clock.nowNs();
  }

  @Override
  public long completeUpTo() {
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

  @Override
  public PartitionView partitions() {
    return partitions.view();
  }

  /** Runs the ticks that are due before each slot. */
  @Override
  public WatermarkException judge(SlotBatch batch, SlotSource<?> source) {
    if (watchesSilence) {
      feeders.meet(batch.publisher, partitions);
    }
    if (slots.looksAtEach()) {
      WatermarkException stop = slots.judgeAll(batch, source);
      if (stop != null) {
        return stop;
      }
    } else {
      batches.judge(batch);
    }
    learnFeeders(batch);
    return null;
  }

  @Override
  public long noSilenceUntilNs() {
    return watchesSilence ? clock.noSilenceUntilNs() : Long.MAX_VALUE;
  }

  private void learnFeeders(SlotBatch batch) {
    if (watchesSilence && feeders.learn(batch, partitionLimit)) {
      // One may no longer be held up, and has just been heard of.
      clock.silenceGoesOn(clock.nowNs());
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
