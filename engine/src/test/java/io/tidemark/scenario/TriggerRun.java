package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.sum;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.aggregate.Value;
import io.tidemark.counters.WindowCounters;
import io.tidemark.output.LateEvent;
import io.tidemark.output.LateKind;
import io.tidemark.output.WindowResult;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * One definition, which counts and sums a key, under watermarks that are given; times are ms.
 *
 * <p>Texts: a firing is {@code early 0 [start,end) k1 n=2 sum=3}, with {@code final} or {@code
 * back}, for a retraction, behind it; a late event {@code late k1 timestamp}, {@code partly late}
 * or {@code adjusted to}.
 */
final class TriggerRun {
  private static final Value<Sample> VALUE = Value.ofLong(sample -> sample.value);

  private final List<String> outputs = new ArrayList<>();
  private final Engine<Sample> engine;
  private long nowMs;

  private TriggerRun(
      WindowDefinition<Sample> definition, UnaryOperator<EngineOptions<Sample>> options) {
    Job<Sample> job =
        Job.builder("triggers", Sample::new)
            .timestamp(MILLISECONDS, sample -> sample.time)
            .key(sample -> sample.key)
            .watermarks(WatermarkStrategy.none())
            .window(definition.aggregate("n", count()).aggregate("sum", sum(VALUE)))
            .build();
    engine = Engine.start(job, options.apply(EngineOptions.<Sample>inline().onResult(this::fired)));
  }

  static TriggerRun of(WindowDefinition<Sample> definition) {
    return new TriggerRun(definition, options -> options);
  }

  /** With a handler of late events that is told of all kinds. */
  static TriggerRun withLate(WindowDefinition<Sample> definition) {
    List<String> texts = new ArrayList<>();
    TriggerRun run =
        new TriggerRun(
            definition,
            options ->
                options
                    .onLate(late -> texts.add(text(late)))
                    .reportLate(LateKind.PARTLY_LATE, LateKind.ADJUSTED));
    run.late = texts;
    return run;
  }

  private List<String> late = new ArrayList<>();

  TriggerRun event(long time) {
    return event(1, time, 1);
  }

  TriggerRun event(long key, long time, long value) {
    Sample sample = engine.publisher().claim();
    sample.time = time;
    sample.key = key;
    sample.value = value;
    engine.publisher().publish(0, nowMs * 1_000_000);
    return this;
  }

  /** Arrivals are this from now on. */
  TriggerRun now(long ms) {
    nowMs = ms;
    return this;
  }

  TriggerRun tick(long ms) {
    nowMs = ms;
    engine.publisher().tick(ms * 1_000_000);
    return this;
  }

  TriggerRun watermark(long watermark) {
    engine.publisher().watermark(0, watermark);
    return this;
  }

  TriggerRun close() {
    engine.close();
    return this;
  }

  /** All that was fired since the last time it was asked. */
  TriggerRun expect(String... texts) {
    assertThat(outputs).containsExactly(texts);
    outputs.clear();
    return this;
  }

  TriggerRun expectLate(String... texts) {
    assertThat(late).containsExactly(texts);
    late.clear();
    return this;
  }

  WindowCounters counters() {
    assertThat(engine.counters().imbalance()).isEmpty();
    return engine.counters().windows().get(0);
  }

  Engine<Sample> engine() {
    return engine;
  }

  private void fired(WindowResult r) {
    outputs.add(
        "%s %d [%d,%d) k%d n=%d sum=%d%s%s"
            .formatted(
                r.kind().text(),
                r.revision(),
                r.start(),
                r.end(),
                r.key(),
                r.longValue(0),
                r.longValue(1),
                r.isFinal() ? " final" : "",
                r.isRetraction() ? " back" : ""));
  }

  private static String text(LateEvent<Sample> event) {
    String text = "k" + event.key() + " " + event.timestamp();
    return switch (event.kind()) {
      case TOO_LATE -> "late " + text + " missed " + event.missedWindows();
      case PARTLY_LATE ->
          "partly late "
              + text
              + " missed "
              + event.missedWindows()
              + " counted "
              + event.countedWindows();
      case ADJUSTED -> "late " + text + " adjusted to " + event.adjustedTimestamp();
      case NO_ROOM -> "no room " + text;
    };
  }
}
