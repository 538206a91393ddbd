package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.time.WatermarkStrategy.boundedOutOfOrderness;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Allocation;
import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.counters.WindowCounters;
import io.tidemark.window.AtCeiling;
import io.tidemark.window.WindowDefinition;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** S090: at the ceiling, too, nothing is allocated. */
class CeilingAllocationTest {
  private static final int EVENTS = 100_000;
  private static final long SEED = 90;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private long number;
  private long handled;

  @Test
  void s090ShouldAllocateNothingAtTheCeiling() {
    WindowDefinition<Sample> tumbling = WindowDefinition.tumbling("tumbling", ofMillis(100));
    WindowDefinition<Sample> sliding =
        WindowDefinition.sliding("sliding", ofMillis(50), ofMillis(10));
    WindowDefinition<Sample> sessions = WindowDefinition.session("sessions", ofMillis(15));
    Job<Sample> job =
        Job.builder("ceilings", Sample::new)
            .timestamp(MILLISECONDS, sample -> sample.time)
            .key(sample -> sample.key)
            .watermarks(boundedOutOfOrderness(ofMillis(60)))
            .window(tumbling.atMost(20, AtCeiling.REJECT_NEW_KEYS).aggregate("n", count()))
            .window(sliding.atMost(100, AtCeiling.EVICT_IDLE).aggregate("n", count()))
            .window(sessions.atMost(30, AtCeiling.EVICT_IDLE).aggregate("n", count()))
            .build();
    Engine<Sample> engine =
        Engine.start(
            job,
            EngineOptions.<Sample>inline()
                .onResult(result -> handled += result.longValue(0))
                .onLate(late -> handled += late.timestamp()));
    publish(engine, 5 * EVENTS);
    long[] before = counts(engine);

    long allocated = Allocation.bytes(() -> publish(engine, EVENTS));

    assertThat(allocated).as("bytes for " + EVENTS + " events").isLessThan(Allocation.NOISE_BYTES);
    long[] after = counts(engine);
    for (int i = 0; i < before.length; i++) {
      assertThat(after[i] - before[i]).as("count " + i).isGreaterThan(1_000);
    }
    assertThat(handled).isNotZero();
    assertThat(engine.counters().imbalance()).isEmpty();
  }

  /** Each millisecond 5 events of 40 keys. */
  private void publish(Engine<Sample> engine, int events) {
    Publisher<Sample> publisher = engine.publisher();
    for (int from = 0; from < events; from += 100) {
      publisher.claim(100);
      for (int i = 0; i < 100; i++) {
        long now = number++ / 5;
        Sample sample = publisher.event(i, 0, now * 1_000_000);
        sample.time = now - random.nextInt(40);
        sample.key = random.nextInt(40);
      }
      publisher.publishClaimed(100);
    }
  }

  private static long[] counts(Engine<Sample> engine) {
    WindowCounters tumbling = engine.counters().windows().get(0);
    WindowCounters sliding = engine.counters().windows().get(1);
    WindowCounters sessions = engine.counters().windows().get(2);
    return new long[] {
      tumbling.counted.value(),
      tumbling.refused.value(),
      sliding.counted.value(),
      sliding.evictedRows.value(),
      sessions.counted.value(),
      sessions.evictedRows.value()
    };
  }
}
