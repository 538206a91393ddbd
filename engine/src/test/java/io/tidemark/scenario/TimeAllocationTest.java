package io.tidemark.scenario;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Allocation;
import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.JobBuilder;
import io.tidemark.Publisher;
import io.tidemark.time.IngestionTime;
import io.tidemark.time.TimestampGuard;
import io.tidemark.time.UnitSuspicion;
import io.tidemark.time.WatermarkStrategy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** In steady state neither the guard nor any time domain allocates, nor does measuring. */
class TimeAllocationTest {
  private static final int EVENTS = 300_000;
  private static final long START = 1_700_000_000_000L;

  enum Time {
    GUARDED,
    SCALED,
    FALLING_BACK,
    INGESTION,
    MEASURED,
    PROCESSING;

    JobBuilder<Sample> job() {
      JobBuilder<Sample> job = Domains.tumbling(ofMillis(100));
      TimestampGuard guard =
          TimestampGuard.on().refuseNegative().furthestFuture(ofSeconds(1)).quarantine();
      return switch (this) {
        case MEASURED -> event(job);
        case GUARDED -> event(job).guard(guard.units(UnitSuspicion.REFUSE));
        case SCALED -> event(job).guard(guard.units(UnitSuspicion.SCALE));
        case FALLING_BACK -> event(job).guard(guard).eventTimeOr(IngestionTime.SOURCE);
        case INGESTION ->
            job.ingestionTime(MILLISECONDS, IngestionTime.SOURCE)
                .watermarks(WatermarkStrategy.monotonous());
        case PROCESSING -> job.processingTime(MILLISECONDS);
      };
    }

    private static JobBuilder<Sample> event(JobBuilder<Sample> job) {
      return job.timestamp(MILLISECONDS, sample -> sample.time)
          .watermarks(WatermarkStrategy.boundedOutOfOrderness(ofMillis(10)));
    }
  }

  private long next;
  private long handled;

  @ParameterizedTest
  @EnumSource
  void shouldAllocateNothingInSteadyState(Time time) {
    EngineOptions<Sample> options = EngineOptions.inline();
    if (time == Time.MEASURED) {
      options.measureEntries();
    }
    Engine<Sample> engine =
        Engine.start(
            time.job().build(),
            options
                .onLate(late -> handled++)
                .onResult(result -> handled += result.longValue(0))
                .onRejected(rejected -> handled += rejected.reason().ordinal()));
    publish(engine.publisher());

    long allocated = Allocation.bytes(() -> publish(engine.publisher()));

    assertThat(allocated).as("bytes for " + EVENTS + " events").isLessThan(Allocation.NOISE_BYTES);
    assertThat(handled).isNotZero();
    engine.close();
    assertThat(engine.counters().imbalance()).isEmpty();
  }

  /** Every tenth timestamp is wrong, in one of five ways. */
  private void publish(Publisher<Sample> publisher) {
    for (int i = 0; i < EVENTS; i++) {
      long now = START + next++ / 8;
      Sample sample = publisher.claim();
      sample.time = i % 10 == 0 ? wrong(i / 10 % 5, now) : now;
      sample.key = i % 16;
      sample.value = 1;
      publisher.publish(0, MILLISECONDS.toNanos(now));
    }
  }

  private static long wrong(int way, long now) {
    return switch (way) {
      case 0 -> Long.MIN_VALUE;
      case 1 -> -1;
      case 2 -> now / 1_000;
      case 3 -> now + 1_000_000;
      default -> now * 1_000;
    };
  }
}
