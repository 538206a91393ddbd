package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.avg;
import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.last;
import static io.tidemark.aggregate.Aggregates.max;
import static io.tidemark.aggregate.Aggregates.min;
import static io.tidemark.aggregate.Aggregates.sum;
import static io.tidemark.time.WatermarkStrategy.boundedOutOfOrderness;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Allocation;
import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Value;
import io.tidemark.counters.WindowCounters;
import io.tidemark.window.WindowDefinition;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** In steady state sliding windows allocate nothing, while keys come and go for ever. */
class SlidingAllocationTest {
  private static final int EVENTS = 500_000;
  private static final long SEED = 11;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private long number;
  private long handled;

  @Test
  void shouldAllocateNothingInSteadyState() {
    Engine<Sample> engine =
        Engine.start(
            job(),
            EngineOptions.<Sample>inline()
                .onResult(result -> handled += result.longValue(0))
                .onLate(late -> handled += late.lateness()));
    publish(engine, 2 * EVENTS);
    long[] before = counts(engine);

    long allocated = Allocation.bytes(() -> publish(engine, EVENTS));

    assertThat(allocated).as("bytes for " + EVENTS + " events").isLessThan(Allocation.NOISE_BYTES);
    long[] after = counts(engine);
    for (int i = 0; i < before.length; i++) {
      assertThat(after[i] - before[i]).as("count " + i).isGreaterThan(500);
    }
    assertThat(handled).isNotZero();
    assertThat(engine.counters().imbalance()).isEmpty();
  }

  private static Job<Sample> job() {
    Value<Sample> value = Value.ofLong(sample -> sample.value);
    Value<Sample> real = Value.ofDouble(sample -> sample.value);
    return Job.builder("sliding", Sample::new)
        .timestamp(MILLISECONDS, sample -> sample.time)
        .key(sample -> sample.key)
        .watermarks(boundedOutOfOrderness(ofMillis(10)))
        .window(
            WindowDefinition.<Sample>sliding("even", ofMillis(500), ofMillis(5))
                .allowedLateness(ofMillis(50))
                .aggregate("n", count())
                .aggregate("sum", sum(value))
                .aggregate("min", min(value))
                .aggregate("last", last(value)))
        .window(
            WindowDefinition.<Sample>sliding("uneven", ofMillis(100), ofMillis(7))
                .aggregate("n", count())
                .aggregate("real", sum(real))
                .aggregate("mean", avg(value)))
        .window(
            WindowDefinition.<Sample>sliding("sharing", ofMillis(50), ofMillis(5))
                .aggregate("n", count())
                .aggregate("sum", sum(value))
                .aggregate("max", max(value)))
        .window(
            WindowDefinition.<Sample>sliding("gaps", ofMillis(5), ofMillis(9))
                .aggregate("n", count()))
        .build();
  }

  /** Each millisecond 50 events; keys are new ones every 100 ms. */
  private void publish(Engine<Sample> engine, int events) {
    Publisher<Sample> publisher = engine.publisher();
    for (int i = 0; i < events; i++) {
      long now = number++ / 50;
      Sample sample = publisher.claim();
      sample.time = now - random.nextInt(random.nextInt(100) == 0 ? 700 : 10);
      sample.key = now / 100 * 20 + random.nextInt(40);
      sample.value = random.nextInt(1_000);
      publisher.publish(0, 0);
    }
  }

  private static long[] counts(Engine<Sample> engine) {
    WindowCounters even = engine.counters().windows().get(0);
    WindowCounters uneven = engine.counters().windows().get(1);
    WindowCounters sharing = engine.counters().windows().get(2);
    WindowCounters gaps = engine.counters().windows().get(3);
    return new long[] {
      even.onTimeFirings.value(),
      even.lateFirings.value(),
      even.partlyLate.value(),
      even.tooLate.value(),
      even.closedWindows.value(),
      even.closedRows.value(),
      uneven.onTimeFirings.value(),
      uneven.partlyLate.value(),
      sharing.onTimeFirings.value(),
      sharing.tooLate.value(),
      gaps.unassigned.value()
    };
  }
}
