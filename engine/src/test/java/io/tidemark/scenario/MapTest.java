package io.tidemark.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.aggregate.Aggregates;
import io.tidemark.aggregate.Value;
import io.tidemark.runtime.EngineFailedException;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A function that derives fields of events before anything is read from them. */
class MapTest {
  private static final long POISON = 13;

  private final List<String> out = new ArrayList<>();

  /** Times come in seconds, keys as their negatives. */
  private static JobBuilder<Sample> job() {
    return Job.builder("mapped", Sample::new)
        .map(
            sample -> {
              sample.time *= 1_000;
              sample.key = -sample.key;
              if (sample.value == POISON) {
                throw new IllegalStateException("poisoned");
              }
              sample.value *= 2;
            })
        .timestamp(TimeUnit.MILLISECONDS, sample -> sample.time)
        .filter(sample -> sample.value < 100)
        .key(sample -> sample.key)
        .watermarks(WatermarkStrategy.boundedOutOfOrderness(Duration.ZERO))
        .window(
            WindowDefinition.<Sample>tumbling("w", Duration.ofSeconds(10))
                .aggregate("sum", Aggregates.sum(Value.ofLong(sample -> sample.value))));
  }

  private Engine<Sample> start(Job<Sample> job) {
    return Engine.start(
        job,
        EngineOptions.<Sample>inline()
            .onResult(result -> out.add(result.toString()))
            .onRejected(rejected -> out.add(rejected.cause().getMessage())));
  }

  private static void publish(Engine<Sample> engine, long seconds, long key, long value) {
    Sample sample = engine.publisher().claim();
    sample.time = seconds;
    sample.key = key;
    sample.value = value;
    engine.publisher().publish(0, 0);
  }

  @Test
  void shouldReadTimestampKeyFilterAndValuesFromWhatItLeft() {
    Engine<Sample> engine = start(job().build());
    publish(engine, 3, 7, 5);
    publish(engine, 4, 7, 50);
    publish(engine, 12, 7, 6);
    assertThat(engine.watermark()).isEqualTo(11_999);
    engine.close();

    assertThat(out)
        .containsExactly("w -7 [0,10000) on-time 0 sum=10", "w -7 [10000,20000) on-time 0 sum=12");
    assertThat(engine.counters().filtered.value()).isEqualTo(1);
  }

  @Test
  void shouldRejectTheEventForWhichItThrows() {
    Engine<Sample> engine = start(job().rejectOnThrow().build());
    publish(engine, 99, 7, POISON);
    assertThat(engine.watermark()).isEqualTo(Long.MIN_VALUE);
    engine.close();

    assertThat(out)
        .containsExactly(
            "job mapped: the map function threw java.lang.IllegalStateException: poisoned");
    assertThat(engine.counters().imbalance()).isEmpty();
  }

  @Test
  void shouldStopTheEngineUnlessItRejects() {
    Engine<Sample> engine = start(job().build());
    assertThatThrownBy(() -> publish(engine, 99, 7, POISON))
        .isInstanceOf(EngineFailedException.class)
        .hasMessageContaining("the map function threw");
  }
}
