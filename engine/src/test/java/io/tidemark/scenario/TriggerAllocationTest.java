package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.last;
import static io.tidemark.aggregate.Aggregates.sum;
import static io.tidemark.time.WatermarkStrategy.boundedOutOfOrderness;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Allocation;
import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Value;
import io.tidemark.counters.WindowCounters;
import io.tidemark.output.LateKind;
import io.tidemark.window.AccumulationMode;
import io.tidemark.window.EarlyFiring;
import io.tidemark.window.LatePolicy;
import io.tidemark.window.WindowDefinition;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** In steady state triggers allocate nothing, while keys come and go for ever. */
class TriggerAllocationTest {
  private static final int EVENTS = 200_000;
  private static final long SEED = 12;

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
                .onLate(late -> handled += late.missedWindows())
                .reportLate(LateKind.PARTLY_LATE, LateKind.ADJUSTED));
    publish(engine, 5 * EVENTS);
    long[] before = counts(engine);

    long allocated = Allocation.bytes(() -> publish(engine, EVENTS));

    assertThat(allocated).as("bytes for " + EVENTS + " events").isLessThan(Allocation.NOISE_BYTES);
    long[] after = counts(engine);
    for (int i = 0; i < before.length; i++) {
      assertThat(after[i] - before[i]).as("count " + i).isGreaterThan(20);
    }
    assertThat(handled).isNotZero();
    assertThat(engine.counters().imbalance()).isEmpty();
  }

  private static Job<Sample> job() {
    Value<Sample> value = Value.ofLong(sample -> sample.value);
    JobBuilder<Sample> builder =
        Job.builder("triggers", Sample::new)
            .timestamp(MILLISECONDS, sample -> sample.time)
            .key(sample -> sample.key)
            .watermarks(boundedOutOfOrderness(ofMillis(10)));
    WindowDefinition<Sample> tumbling = WindowDefinition.tumbling("tumbling", ofMillis(100));
    WindowDefinition<Sample> sliding =
        WindowDefinition.sliding("sliding", ofMillis(50), ofMillis(20));
    WindowDefinition<Sample> sessions = WindowDefinition.session("sessions", ofMillis(15));
    builder.window(
        aggregates(tumbling, value)
            .early(EarlyFiring.everyEventTime(ofMillis(7)))
            .mode(AccumulationMode.RETRACTING)
            .allowedLateness(ofMillis(50))
            .coalesceLate());
    builder.window(
        aggregates(sliding, value)
            .early(EarlyFiring.everyProcessingTime(ofMillis(7)))
            .mode(AccumulationMode.DISCARDING)
            .allowedLateness(ofMillis(20))
            .late(LatePolicy.ADJUST));
    builder.window(
        aggregates(sessions, value)
            .early(EarlyFiring.everyEvents(3))
            .mode(AccumulationMode.RETRACTING)
            .allowedLateness(ofMillis(30))
            .coalesceLate());
    return builder.build();
  }

  private static WindowDefinition<Sample> aggregates(
      WindowDefinition<Sample> definition, Value<Sample> value) {
    return definition
        .aggregate("n", count())
        .aggregate("sum", sum(value))
        .aggregate("last", last(value));
  }

  /** Each millisecond 20 events; keys are new ones every 100 ms. */
  private void publish(Engine<Sample> engine, int events) {
    Publisher<Sample> publisher = engine.publisher();
    for (int i = 0; i < events; i++) {
      long now = number++ / 20;
      Sample sample = publisher.claim();
      sample.time = now - random.nextInt(random.nextInt(50) == 0 ? 300 : 10);
      sample.key = now / 100 * 20 + random.nextInt(40);
      sample.value = random.nextInt(1_000);
      publisher.publish(0, now * 1_000_000);
    }
  }

  private static long[] counts(Engine<Sample> engine) {
    WindowCounters tumbling = engine.counters().windows().get(0);
    WindowCounters sliding = engine.counters().windows().get(1);
    WindowCounters sessions = engine.counters().windows().get(2);
    return new long[] {
      tumbling.earlyFirings.value(),
      tumbling.onTimeFirings.value(),
      tumbling.lateFirings.value(),
      tumbling.retractions.value(),
      tumbling.lateToSide.value(),
      sliding.earlyFirings.value(),
      sliding.onTimeFirings.value(),
      sliding.lateFirings.value(),
      sliding.partlyLate.value(),
      sliding.lateAdjusted.value(),
      sessions.earlyFirings.value(),
      sessions.onTimeFirings.value(),
      sessions.lateFirings.value(),
      sessions.retractions.value()
    };
  }
}
