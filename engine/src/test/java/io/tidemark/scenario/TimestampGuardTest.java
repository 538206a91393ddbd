package io.tidemark.scenario;

import static io.tidemark.scenario.Domains.event;
import static io.tidemark.scenario.Domains.fill;
import static io.tidemark.scenario.Domains.run;
import static io.tidemark.scenario.Domains.tumbling;
import static io.tidemark.scenario.Times.HOUR;
import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.JobBuilder;
import io.tidemark.Publisher;
import io.tidemark.output.RejectReason;
import io.tidemark.runtime.SideFull;
import io.tidemark.time.IngestionTime;
import io.tidemark.time.TimeStage;
import io.tidemark.time.TimestampGuard;
import io.tidemark.time.UnitSuspicion;
import io.tidemark.time.WatermarkStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The guard, and what stands in for timestamps. */
class TimestampGuardTest {
  private static final long TEN_YEARS = ofDays(3_650).toMillis();
  private static final long NOW = 1_700_000_000_000L;
  private static final TimestampGuard FUTURE = TimestampGuard.on().furthestFuture(ofHours(1));

  @Test
  void s031ShouldQuarantineOneStampFromTheFuture() {
    Engine<Sample> engine =
        Engine.start(job(1_000).guard(FUTURE.quarantine()).build(), EngineOptions.inline());
    Publisher<Sample> publisher = engine.publisher();
    event(publisher, NOW, NOW);
    long before = engine.watermark();
    event(publisher, NOW + TEN_YEARS, NOW);

    assertThat(engine.watermark()).isEqualTo(before).isEqualTo(NOW - 501);
    assertThat(engine.counters().quarantined.value()).isEqualTo(1);
    event(publisher, NOW + 100, NOW);
    engine.close();
    assertThat(engine.counters().windows().get(0).tooLate.value()).isZero();
    assertThat(engine.counters().windows().get(0).counted.value()).isEqualTo(2);
  }

  @Test
  void s043ShouldTakeTheTimestampAsItIsRead() {
    Domains.Came came =
        run(
            job(1_000).guard(FUTURE.units(UnitSuspicion.REFUSE)),
            publisher -> event(publisher, 1_700_000_000_000L, NOW));

    assertThat(came.firings()).containsExactly("[1700000000000,1700000001000) k1 n=1 sum=1");
  }

  @Test
  void s044ShouldFlagSecondsAndScaleThemOnlyWhenAsked() {
    List<Boolean> flags = new ArrayList<>();
    assertThat(
            run(
                    job(1_000).guard(TimestampGuard.on().units(UnitSuspicion.REFUSE)),
                    publisher -> event(publisher, 1_700_000_000L, NOW))
                .rejected())
        .containsExactly("1700000000 unit-seconds");
    Domains.Came scaled =
        run(
            job(1_000)
                .guard(TimestampGuard.on().units(UnitSuspicion.SCALE))
                .filter(sample -> flags.add(sample.hasScaledTimestamp())),
            publisher -> {
              event(publisher, 1_700_000_000L, NOW);
              event(publisher, 1_700_000_000_000L, NOW);
            });
    assertThat(scaled.firings()).containsExactly("[1700000000000,1700000001000) k1 n=2 sum=2");
    assertThat(scaled.counters().scaledTimestamps.value()).isEqualTo(1);
    // In each layout, the first one only.
    assertThat(flags).containsExactly(true, false, true, false);

    // Without a guard it is a date in January 1970.
    assertThat(run(job(1_000), publisher -> event(publisher, 1_700_000_000L, NOW)).firings())
        .containsExactly("[1700000000,1700001000) k1 n=1 sum=1");
  }

  @Test
  void s145ShouldLetIngestionTimeStandInForMissingAndRefusedTimestamps() {
    List<Boolean> flags = new ArrayList<>();
    Domains.Came came =
        run(
            job(1_000)
                .guard(FUTURE)
                .eventTimeOr(IngestionTime.ENTRY)
                .filter(sample -> flags.add(sample.hasIngestionTime())),
            publisher -> {
              event(publisher, NOW, NOW);
              event(publisher, Long.MIN_VALUE, NOW + 10);
              event(publisher, NOW + TEN_YEARS, NOW + 20);
              event(publisher, Long.MAX_VALUE, NOW + 30);
            });

    assertThat(came.firings()).containsExactly("[1700000000000,1700000001000) k1 n=4 sum=4");
    assertThat(came.counters().ingestionTimes.value()).isEqualTo(3);
    assertThat(came.counters().rejected()).isZero();
    assertThat(flags).containsExactly(false, true, true, true, false, true, true, true);
  }

  @Test
  void s145ShouldFlagLateEventsWhoseIngestionTimeStandsIn() {
    Domains.Came came =
        run(
            job(1_000).eventTimeOr(IngestionTime.SOURCE),
            publisher -> {
              event(publisher, NOW + 10_000, NOW);
              event(publisher, Long.MIN_VALUE, NOW);
              event(publisher, NOW, NOW);
            });

    assertThat(came.late()).containsExactly(NOW + " ingestion", "" + NOW);
  }

  @Test
  void s168ShouldTellMissingNegativeAndTheEndsOfLongApart() {
    JobBuilder<Sample> guarded =
        job(1_000)
            .guard(TimestampGuard.on().refuseNegative())
            .hasTimestamp(sample -> sample.value != 0);
    Domains.Came came =
        run(
            guarded,
            publisher -> {
              fill(publisher, 7).value = 0;
              publisher.publish(0, 0);
              event(publisher, -1, 0);
              event(publisher, Long.MIN_VALUE, 0);
              event(publisher, Long.MAX_VALUE, 0);
            });

    assertThat(came.rejected())
        .containsExactly(
            "7 missing-timestamp",
            "-1 negative-timestamp",
            Long.MIN_VALUE + " timestamp-underflow",
            Long.MAX_VALUE + " timestamp-overflow");
    assertThat(came.counters().rejected(RejectReason.MISSING_TIMESTAMP.ordinal()).value())
        .isEqualTo(1);
  }

  @Test
  void s168ShouldPutAnAllowedMinusOneIntoTheWindowBefore1970() {
    assertThat(
            run(job(1_000).guard(TimestampGuard.on()), publisher -> event(publisher, -1, 0))
                .firings())
        .containsExactly("[-1000,0) k1 n=1 sum=1");
  }

  @Test
  void shouldTakeTheSmallestLongForMissingWhereNobodyTells() {
    assertThat(
            run(
                    job(10).guard(TimestampGuard.on()),
                    publisher -> event(publisher, Long.MIN_VALUE, 0))
                .rejected())
        .containsExactly(Long.MIN_VALUE + " missing-timestamp");
    assertThat(run(job(10), publisher -> event(publisher, Long.MIN_VALUE, 0)).rejected())
        .containsExactly(Long.MIN_VALUE + " bad-timestamp");
  }

  /** Without a guard one stamp makes all honest rows late; with one none is. */
  @Test
  void c05ShouldKeepOneEventOfTheFutureFromMakingTheOthersLate() {
    long[] times = {
      1000, 2000, 3000, 3_600_000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000, 11_000, 12_000,
      13_000
    };
    Domains.Came bare = run(job(1_000), publisher -> honest(publisher, times));
    assertThat(bare.firings())
        .startsWith(
            "[1000,2000) k1 n=1 sum=1", "[2000,3000) k1 n=1 sum=1", "[3000,4000) k1 n=1 sum=1")
        .hasSize(4);
    assertThat(bare.late())
        .containsExactly(
            "4000", "5000", "6000", "7000", "8000", "9000", "10000", "11000", "12000", "13000");

    Engine<Sample> engine =
        Engine.start(
            job(1_000).guard(TimestampGuard.on().furthestFuture(ofMinutes(5))).build(),
            EngineOptions.inline());
    honest(engine.publisher(), times);
    assertThat(engine.watermark()).isEqualTo(12_499);
    assertThat(engine.counters().windows().get(0).onTimeFirings.value()).isEqualTo(11);
    assertThat(engine.counters().windows().get(0).tooLate.value()).isZero();
    engine.close();
    assertThat(engine.counters().rejected(RejectReason.FUTURE_TIMESTAMP.ordinal()).value())
        .isEqualTo(1);
  }

  /** Each arrives half a second after the honest time of its place. */
  private static void honest(Publisher<Sample> publisher, long[] times) {
    for (int i = 0; i < times.length; i++) {
      event(publisher, times[i], (i + 1) * 1_000L + 500);
    }
  }

  /** The unit changes for one row, and a zero comes in between. */
  @Test
  void c36ShouldKeepMicrosecondsAndZerosOut() {
    TimestampGuard guard =
        TimestampGuard.on()
            .furthestFuture(ofMinutes(1))
            .furthestPast(ofMinutes(1))
            .units(UnitSuspicion.REFUSE);
    long start = 1_735_689_598_000L;
    Domains.Came came =
        run(
            job(1_000).guard(guard),
            publisher -> {
              event(publisher, start, start);
              event(publisher, start + 1_000, start + 1_000);
              event(publisher, 1_735_689_600_000_000L, start + 2_000);
              event(publisher, start + 3_000, start + 3_000);
              event(publisher, 0, start + 3_500);
            });

    assertThat(came.firings()).hasSize(3);
    assertThat(came.late()).isEmpty();
    assertThat(came.rejected())
        .containsExactly("1735689600000000 unit-microseconds", "0 past-timestamp");
  }

  @Test
  void r12ShouldNotMoveTheWatermarkForAnythingThatIsInjected() {
    TimestampGuard guard = FUTURE.units(UnitSuspicion.REFUSE).quarantine();
    long seed = 12;
    SplittableRandom random = new SplittableRandom(seed);
    Engine<Sample> bare = Engine.start(job(1_000).build(), EngineOptions.inline());
    Engine<Sample> guarded = Engine.start(job(1_000).guard(guard).build(), EngineOptions.inline());
    long injected = 0;
    for (int i = 0; i < 20_000; i++) {
      long arrival = NOW + i * 10L;
      if (random.nextInt(20) == 0) {
        injected++;
        event(guarded.publisher(), 1, wrong(random, arrival), arrival);
      }
      long time = arrival - random.nextInt(400);
      event(bare.publisher(), time, arrival);
      event(guarded.publisher(), time, arrival);
      assertThat(guarded.watermark()).as("seed " + seed).isEqualTo(bare.watermark());
    }
    // What is injected comes from a partition that it did not make join.
    assertThat(guarded.partitions().isActive(1)).isFalse();
    assertThat(guarded.counters().quarantined.value()).isEqualTo(injected).isPositive();
    assertThat(guarded.counters().rejected()).isEqualTo(injected);
    bare.close();
    guarded.close();
    assertThat(guarded.counters().imbalance()).isEmpty();
  }

  private static long wrong(SplittableRandom random, long arrival) {
    return switch (random.nextInt(4)) {
      case 0 -> arrival + TEN_YEARS;
      case 1 -> arrival / 1_000;
      case 2 -> arrival * 1_000;
      default -> arrival * 1_000_000;
    };
  }

  /** A client's clock that is wrong, seconds for ms, and local time taken for UTC. */
  @Test
  void s085ShouldTellThreeFaultsApartByThreeReasons() {
    TimestampGuard guard =
        TimestampGuard.on()
            .furthestFuture(ofHours(1))
            .furthestPast(ofHours(1))
            .units(UnitSuspicion.REFUSE);
    Domains.Came came =
        run(
            job(1_000).guard(guard),
            publisher -> {
              event(publisher, NOW, NOW);
              event(publisher, NOW + ofDays(30).toMillis(), NOW);
              event(publisher, NOW / 1_000, NOW);
              event(publisher, NOW - ofHours(5).toMillis(), NOW);
            });

    assertThat(came.firings()).containsExactly("[1700000000000,1700000001000) k1 n=1 sum=1");
    assertThat(came.rejected())
        .containsExactly(
            "1702592000000 future-timestamp",
            "1700000000 unit-seconds",
            "1699982000000 past-timestamp");
    for (RejectReason reason :
        List.of(
            RejectReason.FUTURE_TIMESTAMP,
            RejectReason.UNIT_SECONDS,
            RejectReason.PAST_TIMESTAMP)) {
      assertThat(came.counters().rejected(reason.ordinal()).value()).isEqualTo(1);
    }
  }

  /** A refused event's arrival is not on the clock: no tick runs for it. */
  @Test
  void shouldNotShowTheArrivalOfARefusedEventToTheClock() {
    JobBuilder<Sample> job =
        tumbling(ofMillis(10))
            .timestamp(MILLISECONDS, sample -> sample.time)
            .watermarks(WatermarkStrategy.<Sample>monotonous().idleness(Duration.ofSeconds(1)))
            .guard(TimestampGuard.on().refuseNegative())
            .partitions(2);
    Engine<Sample> engine = Engine.start(job.build(), EngineOptions.inline());
    event(engine.publisher(), 0, 5, 0);
    event(engine.publisher(), 0, -1, HOUR);
    assertThat(engine.partitions().isIdle(1)).isFalse();
    assertThat(engine.watermark()).isEqualTo(TimeStage.NO_WATERMARK);
    event(engine.publisher(), 0, 6, HOUR);
    assertThat(engine.partitions().isIdle(1)).isTrue();
    engine.close();
  }

  @Test
  void shouldMarkWhatIsQuarantined() {
    assertThat(
            run(
                    job(10).guard(TimestampGuard.on().refuseNegative().quarantine()),
                    publisher -> event(publisher, -1, 0))
                .rejected())
        .containsExactly("-1 negative-timestamp quarantined");
  }

  @Test
  void shouldKeepMarksOnTheSideThread() {
    List<String> rejected = new ArrayList<>();
    Engine<Sample> engine =
        Engine.start(
            job(10).guard(TimestampGuard.on().refuseNegative().quarantine()).build(),
            EngineOptions.<Sample>fused()
                .withoutTicker()
                .sideThread((from, to) -> to.time = from.time, 16, SideFull.WAIT)
                .onRejected(
                    event -> rejected.add(event.event().time + " " + event.isQuarantined())));
    event(engine.publisher(), -1, 0);
    engine.publisher().claim();
    engine.publisher().reject(0, 0, RejectReason.BAD_ROW);
    engine.close();

    assertThat(rejected).containsExactly("-1 true", "0 false");
  }

  @Test
  void shouldRefuseGuardsThatDoNotFitTheJob() {
    assertThatThrownBy(
            () ->
                job(10)
                    .guard(TimestampGuard.on().furthestPast(Duration.ofNanos(1_500_000)))
                    .build())
        .hasMessage("job domains: guard.furthest-past: PT0.0015S is no whole number of ms");
    assertThatThrownBy(
            () -> tumbling(ofMillis(10)).processingTime(MILLISECONDS).guard(FUTURE).build())
        .hasMessage(
            "job domains: guard: set in a job on processing time; expected in a job on event time"
                + " only");
  }

  private static JobBuilder<Sample> job(long sizeMs) {
    return tumbling(ofMillis(sizeMs))
        .timestamp(MILLISECONDS, sample -> sample.time)
        .watermarks(WatermarkStrategy.boundedOutOfOrderness(ofMillis(500)));
  }
}
