package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.sum;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Value;
import io.tidemark.counters.Counters;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Runs scripts against jobs of any time domain, in both layouts, which must do the same. */
final class Domains {
  /** What came of a script. */
  record Came(List<String> firings, List<String> late, List<String> rejected, Counters counters) {
    /** The number of events in each firing, in order. */
    List<Long> counts() {
      return firings.stream().map(text -> Long.valueOf(text.split("n=")[1].split(" ")[0])).toList();
    }
  }

  private Domains() {}

  /** A job with tumbling windows of this size; its time is set by the caller. */
  static JobBuilder<Sample> tumbling(Duration size) {
    Value<Sample> value = Value.ofLong(sample -> sample.value);
    return Job.builder("domains", Sample::new)
        .key(sample -> sample.key)
        .window(
            WindowDefinition.<Sample>tumbling("w", size)
                .aggregate("n", count())
                .aggregate("sum", sum(value)));
  }

  /** What comes of the script, to the end of its input. */
  static Came run(JobBuilder<Sample> job, Consumer<Publisher<Sample>> script) {
    return run(job, options -> options, script);
  }

  /** The same with other options. */
  static Came run(
      JobBuilder<Sample> job,
      UnaryOperator<EngineOptions<Sample>> more,
      Consumer<Publisher<Sample>> script) {
    Came inline = run(job.build(), more.apply(EngineOptions.inline()), script);
    Came fused = run(job.build(), more.apply(EngineOptions.fused()).withoutTicker(), script);
    assertThat(fused.firings).isEqualTo(inline.firings);
    assertThat(fused.late).isEqualTo(inline.late);
    assertThat(fused.rejected).isEqualTo(inline.rejected);
    return inline;
  }

  private static Came run(
      Job<Sample> job, EngineOptions<Sample> options, Consumer<Publisher<Sample>> script) {
    List<String> firings = new ArrayList<>();
    List<String> late = new ArrayList<>();
    List<String> rejected = new ArrayList<>();
    options
        .onResult(
            result ->
                firings.add(
                    "[%d,%d) k%d n=%d sum=%d"
                        .formatted(
                            result.start(),
                            result.end(),
                            result.key(),
                            result.longValue(0),
                            result.longValue(1))))
        .onLate(
            event ->
                late.add(
                    event.timestamp() + (event.event().hasIngestionTime() ? " ingestion" : "")))
        .onRejected(
            event ->
                rejected.add(
                    event.event().time
                        + " "
                        + event.reason().text()
                        + (event.isQuarantined() ? " quarantined" : "")));
    Engine<Sample> engine = Engine.start(job, options);
    script.accept(engine.publisher());
    engine.close();
    assertThat(engine.counters().imbalance()).isEmpty();
    return new Came(firings, late, rejected, engine.counters());
  }

  /** An event of key 1 and value 1. */
  static void event(Publisher<Sample> publisher, long time, long arrivalMs) {
    event(publisher, 0, time, arrivalMs);
  }

  /** The same of a partition. */
  static void event(Publisher<Sample> publisher, int partition, long time, long arrivalMs) {
    fill(publisher, time);
    publisher.publish(partition, MILLISECONDS.toNanos(arrivalMs));
  }

  /** Claims an event of key 1 and value 1, to be published. */
  static Sample fill(Publisher<Sample> publisher, long time) {
    Sample sample = publisher.claim();
    sample.time = time;
    sample.key = 1;
    sample.value = 1;
    return sample;
  }
}
