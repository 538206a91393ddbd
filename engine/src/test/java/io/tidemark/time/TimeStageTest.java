package io.tidemark.time;

import static io.tidemark.time.WatermarkStrategy.DEFAULT_TICK_INTERVAL;
import static io.tidemark.time.WatermarkStrategy.boundedOutOfOrderness;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.counters.Counters;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The clock of ticks against a model that looks at every tick there is, without ends of long. */
class TimeStageTest {
  private static final int PARTITIONS = 3;
  private static final int PUBLISHERS = 4;
  private static final int ROUNDS = 1_000;

  @Test
  void shouldTickAsTheModelDoesInOurDays() {
    compare(1, 1_700_000_000_000_000_000L, 0);
  }

  @Test
  void shouldTickAsTheModelDoesAround1970() {
    compare(2, 0, 0);
    compare(3, 0, -500);
  }

  @Test
  void shouldTickAsTheModelDoesFromTheBeginningOfTime() {
    compare(4, Long.MIN_VALUE, 0);
  }

  @Test
  void shouldTickAsTheModelDoesUntilTheEndOfTime() {
    compare(5, Long.MAX_VALUE - 1, -1_000);
    compare(6, Long.MAX_VALUE - 1, -100);
  }

  @Test
  void shouldNotWrapWithTheLargestSettings() {
    Counters counters = new Counters(1, List.of());
    Duration largest = Duration.ofNanos(Long.MAX_VALUE);
    WatermarkStrategy<Object> strategy =
        boundedOutOfOrderness(Duration.ofNanos(Long.MAX_VALUE - 1))
            .idleness(largest)
            .emitEvery(largest);
    TimeStage stage = new TimeStage(strategy, NANOSECONDS, 1, true, counters);
    event(stage, 0, Long.MAX_VALUE - 1, 0);
    tick(stage, Long.MAX_VALUE - 1);
    assertThat(stage.watermark()).isEqualTo(TimeStage.NO_WATERMARK);
    assertThat(stage.isIdle(0)).isFalse();
  }

  /** As many ticks as there are seconds in a thousand years would take a minute. */
  @Test
  void shouldLeapWhilePublishersWait() {
    Counters counters = new Counters(1, List.of());
    WatermarkStrategy<Object> strategy =
        boundedOutOfOrderness(Duration.ZERO).idleness(Duration.ofSeconds(1));
    TimeStage stage = new TimeStage(strategy, NANOSECONDS, 0, true, counters);
    event(stage, 0, 10, 0);
    publishersWait(stage, 1);
    tick(stage, Long.MAX_VALUE / 2);
    assertThat(stage.isIdle(0)).isFalse();
    assertThat(counters.ticks.value()).isLessThan(3);

    publishersWait(stage, 0);
    tick(stage, Long.MAX_VALUE / 2 + Duration.ofSeconds(2).toNanos());
    assertThat(stage.isIdle(0)).isTrue();
  }

  @Test
  void shouldMoveWatermarksAfterAFirstArrivalLongBefore1970() {
    WatermarkStrategy<Object> strategy =
        boundedOutOfOrderness(Duration.ZERO).emitEvery(DEFAULT_TICK_INTERVAL);
    TimeStage stage = new TimeStage(strategy, NANOSECONDS, 0, true, new Counters(1, List.of()));
    event(stage, 0, 10, Long.MIN_VALUE);
    event(stage, 0, 20, 1_700_000_000_000_000_000L);
    event(stage, 0, 20, 1_700_000_001_000_000_000L);
    assertThat(stage.watermark()).isEqualTo(19);
  }

  /** Streams that begin so many steps after {@code from}. */
  private static void compare(long seeds, long from, int steps) {
    for (long round = 0; round < ROUNDS; round++) {
      long seed = seeds * ROUNDS + round;
      SplittableRandom random = new SplittableRandom(seed);
      boolean periodic = random.nextBoolean();
      // A step is short enough for several in an interval of ticks.
      long stepNs = periodic ? 1 : DEFAULT_TICK_INTERVAL.toNanos() / 20;
      long interval = 1L + random.nextInt(50);
      long idlenessNs = random.nextInt(3) == 0 ? 0 : (1 + random.nextInt(100)) * stepNs;
      int bound = random.nextInt(20);
      long drift = random.nextBoolean() ? -1 : random.nextInt(30);
      TickModel model = new TickModel(PARTITIONS, interval, idlenessNs, bound, periodic, drift);
      TimeStage stage = stage(interval, idlenessNs, bound, periodic);
      if (drift >= 0) {
        stage.alignBy(List.of(WatermarkAlignment.ofAll(Duration.ofNanos(drift))), NANOSECONDS);
      }
      long arrival = from + steps * stepNs;
      for (long i = 0; i < 100; i++) {
        if (random.nextInt(8) == 0) {
          int publishers = random.nextInt(1 << PUBLISHERS) & ~1;
          publishersWait(stage, publishers);
          model.publishersWait(publishers);
        }
        tick(stage, arrival);
        model.clockTo(arrival);
        check(stage, model, seed);
        if (random.nextInt(4) > 0) {
          int partition = random.nextInt(PARTITIONS);
          long timestamp = i + random.nextInt(20);
          int publisher = 1 + random.nextInt(PUBLISHERS - 1);
          event(stage, publisher, partition, timestamp, arrival);
          model.observe(partition, timestamp, publisher);
          check(stage, model, seed);
        }
        arrival = next(arrival, stepNs, random);
      }
    }
  }

  /** The next arrival: now and then it leaps, or goes back; it stays short of the end of time. */
  private static long next(long arrival, long stepNs, SplittableRandom random) {
    long steps = random.nextInt(20) == 0 ? random.nextInt(500) : random.nextInt(30) - 5L;
    long next = Durations.saturatedAdd(arrival, steps * stepNs + random.nextInt(2));
    return Math.min(next, Long.MAX_VALUE - 1);
  }

  private static TimeStage stage(long interval, long idlenessNs, int bound, boolean periodic) {
    WatermarkStrategy<Object> strategy =
        boundedOutOfOrderness(Duration.ofNanos(bound)).emitEvery(Duration.ofNanos(interval));
    if (idlenessNs > 0) {
      strategy = strategy.idleness(Duration.ofNanos(idlenessNs));
    }
    return new TimeStage(
        periodic ? strategy : strategy.emitPerEvent(),
        NANOSECONDS,
        PARTITIONS,
        true,
        new Counters(1, List.of()));
  }

  private static void tick(TimeStage stage, long nowNs) {
    SlotBatch batch = new SlotBatch(0);
    batch.size = 1;
    batch.kinds[0] = SlotKind.TICK;
    batch.arrivalsNs[0] = nowNs;
    stage.judge(batch, null);
  }

  private static void publishersWait(TimeStage stage, int publishers) {
    SlotBatch batch = new SlotBatch(0);
    batch.size = 1;
    batch.kinds[0] = SlotKind.WAITING;
    batch.details[0] = publishers;
    stage.judge(batch, null);
  }

  private static void event(TimeStage stage, int partition, long timestamp, long arrivalNs) {
    event(stage, 0, partition, timestamp, arrivalNs);
  }

  private static void event(
      TimeStage stage, int publisher, int partition, long timestamp, long arrivalNs) {
    SlotBatch batch = new SlotBatch(0);
    batch.size = 1;
    batch.publisher = publisher;
    batch.kinds[0] = SlotKind.EVENT;
    batch.partitions[0] = partition;
    batch.timestamps[0] = timestamp;
    batch.arrivalsNs[0] = arrivalNs;
    stage.judge(batch, null);
  }

  private static void check(TimeStage stage, TickModel model, long seed) {
    assertThat(stage.watermark()).as("seed " + seed).isEqualTo(model.merged());
    for (int p = 0; p < PARTITIONS; p++) {
      assertThat(stage.isIdle(p))
          .as("seed %d, partition %d idle", seed, p)
          .isEqualTo(model.isIdle(p));
      int partition = p;
      assertThat(stage.alignment().map(view -> view.isHeldBack(partition)).orElse(false))
          .as("seed %d, partition %d held back", seed, p)
          .isEqualTo(model.isHeldBack(p));
    }
  }
}
