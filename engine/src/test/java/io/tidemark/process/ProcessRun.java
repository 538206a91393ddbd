package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.Publisher;
import io.tidemark.counters.ProcessCounters;
import io.tidemark.time.WatermarkStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A job of one process, played by hand in layout inline; times in ms, bound 0. */
final class ProcessRun implements AutoCloseable {
  final List<String> out = new ArrayList<>();
  final Engine<Told> engine;
  private final Publisher<Told> publisher;
  private long nowMs;

  ProcessRun(ProcessDefinition<Told> process) {
    this(job().process(process).build());
  }

  ProcessRun(Job<Told> job) {
    engine =
        Engine.start(
            job,
            EngineOptions.<Told>inline()
                .onResult(result -> out.add(result.toString()))
                .onProcessResult(row -> out.add(row.toString()))
                .onRejected(
                    rejected ->
                        out.add(rejected.reason().text() + " " + rejected.cause().getMessage())));
    publisher = engine.publisher();
  }

  static JobBuilder<Told> job() {
    return Job.builder("run", Told::new)
        .timestamp(TimeUnit.MILLISECONDS, event -> event.time)
        .key(event -> event.key)
        .filter(event -> !event.filtered)
        .watermarks(WatermarkStrategy.boundedOutOfOrderness(Duration.ZERO));
  }

  static ProcessDefinition<Told> process(Supplier<ProcessFunction<Told>> function) {
    return ProcessDefinition.of("p", function);
  }

  /** An event of partition 0, which brings the watermark to its timestamp - 1. */
  ProcessRun event(long key, long time, long value) {
    Told event = publisher.claim();
    event.time = time;
    event.key = key;
    event.value = value;
    event.filtered = false;
    publisher.publish(0, TimeUnit.MILLISECONDS.toNanos(nowMs));
    return this;
  }

  /** The watermark moves to here. */
  ProcessRun watermark(long watermark) {
    Told event = publisher.claim();
    event.time = watermark + 1;
    event.filtered = true;
    publisher.publish(0, TimeUnit.MILLISECONDS.toNanos(nowMs));
    assertThat(engine.watermark()).isEqualTo(watermark);
    return this;
  }

  /** The arrival of what comes next. */
  ProcessRun now(long ms) {
    nowMs = ms;
    return this;
  }

  /** Time passes without an event. */
  ProcessRun tick(long ms) {
    nowMs = ms;
    publisher.tick(TimeUnit.MILLISECONDS.toNanos(ms));
    return this;
  }

  /** What came out since the last call is this. */
  ProcessRun gives(String... texts) {
    assertThat(out).containsExactly(texts);
    out.clear();
    return this;
  }

  ProcessCounters counters() {
    return engine.counters().processes().get(0);
  }

  @Override
  public void close() {
    engine.close();
    assertThat(engine.counters().imbalance()).isEmpty();
  }
}
