package io.tidemark;

import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.sum;
import static io.tidemark.time.WatermarkStrategy.boundedOutOfOrderness;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.aggregate.Value;
import io.tidemark.output.WindowResult;
import io.tidemark.runtime.EngineFailedException;
import io.tidemark.runtime.Waiting;
import io.tidemark.window.WindowDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FusedTest {
  private static final int EVENTS = 100_000;

  private final List<String> results = new ArrayList<>();

  @ParameterizedTest
  @EnumSource
  void shouldGiveTheResultsOfInline(Waiting waiting) {
    List<String> inline = run(EngineOptions.inline());
    List<String> fused =
        run(EngineOptions.<Reading>fused().ringSize(64).waiting(waiting).withoutTicker());

    assertThat(fused).hasSizeGreaterThan(1000).isEqualTo(inline);
  }

  @Test
  void shouldStopAndFreeThePublisherWhenAHandlerThrows() {
    RuntimeException thrown = new RuntimeException("third result");
    Engine<Reading> engine =
        start(
            EngineOptions.<Reading>fused().ringSize(8),
            result -> {
              results.add(result.toString());
              if (results.size() == 3) {
                throw thrown;
              }
            });

    assertThatThrownBy(() -> publish(engine, EVENTS))
        .isInstanceOf(EngineFailedException.class)
        .hasRootCause(thrown);
    assertThat(engine.failure())
        .hasCause(thrown)
        .hasMessageContaining(": the onResult handler threw");
    assertThatThrownBy(engine::close)
        .isInstanceOf(EngineFailedException.class)
        .hasRootCause(thrown);
    assertThat(results).hasSize(3);
  }

  private List<String> run(EngineOptions<Reading> options) {
    results.clear();
    Engine<Reading> engine = start(options, result -> results.add(result.toString()));
    publish(engine, EVENTS);
    engine.close();
    assertThat(engine.counters().imbalance()).isEmpty();
    assertThat(engine.counters().published.value()).isEqualTo(EVENTS);
    return List.copyOf(results);
  }

  private static Engine<Reading> start(
      EngineOptions<Reading> options, Consumer<WindowResult> results) {
    Value<Reading> value = Value.ofLong(r -> r.value);
    Job<Reading> job =
        Job.builder("test", Reading::new)
            .timestamp(MILLISECONDS, r -> r.time)
            .key(r -> r.key)
            .watermarks(boundedOutOfOrderness(ofMillis(20)))
            .window(
                WindowDefinition.<Reading>tumbling("w", ofMillis(100))
                    .allowedLateness(ofMillis(50))
                    .aggregate("n", count())
                    .aggregate("v", sum(value)))
            .build();
    return Engine.start(job, options.onResult(results::accept));
  }

  private static void publish(Engine<Reading> engine, int events) {
    Publisher<Reading> publisher = engine.publisher();
    for (int i = 0; i < events; i++) {
      Reading reading = publisher.claim();
      reading.time = i - (i * 7919L) % 101;
      reading.key = i % 7;
      reading.value = i;
      publisher.publish(i % 3, i);
    }
  }
}
