package io.tidemark.bench.session;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Aggregates;
import io.tidemark.aggregate.Value;
import io.tidemark.bench.workload.Digest;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;
import io.tidemark.output.WindowResult;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The engine, used as its users use it; the options say in which layout, {@code claim} how many
 * events are claimed and published at a time.
 */
final class EngineSessions implements SessionJob {

  private static final long NS_IN_MS = 1_000_000;

  private final Workload workload;
  private final Digest digest = new Digest();
  private final Engine<Reading> engine;
  private final Publisher<Reading> publisher;
  private final int claim;
  private long events;
  private long late;

  EngineSessions(Workload workload, EngineOptions<Reading> options, int claim) {
    this.workload = workload;
    this.claim = claim;
    this.engine = Engine.start(job(), options.onResult(this::take).onLate(event -> late++));
    this.publisher = engine.publisher();
  }

  static final class Reading extends Event {
    long timestamp;
    long key;
    long value;

    @Override
    public void clear() {
      // Holds numbers only.
    }
  }

  private static Job<Reading> job() {
    Value<Reading> value = Value.ofLong(reading -> reading.value);
    return Job.builder("sessions", Reading::new)
        .timestamp(TimeUnit.MILLISECONDS, reading -> reading.timestamp)
        .key(reading -> reading.key)
        .partitions(Workload.PARTITIONS)
        .watermarks(WatermarkStrategy.boundedOutOfOrderness(Duration.ofMillis(Workload.BOUND_MS)))
        .window(
            WindowDefinition.<Reading>session("stats", Duration.ofMillis(GAP_MS))
                .aggregate("count", Aggregates.count())
                .aggregate("sum", Aggregates.sum(value))
                .aggregate("min", Aggregates.min(value))
                .aggregate("max", Aggregates.max(value)))
        .build();
  }

  private void take(WindowResult r) {
    digest.add(
        r.key(),
        r.start(),
        r.end(),
        r.longValue(0),
        r.longValue(1),
        r.longValue(2),
        r.longValue(3));
  }

  @Override
  public Outcome advanceTo(long end) {
    while (events < end) {
      publish((int) Math.min(claim, end - events));
    }
    while (engine.counters().accepted.value() < events || engine.isFiring()) {
      Thread.onSpinWait();
    }
    VarHandle.acquireFence();
    return digest.outcome(late);
  }

  private void publish(int count) {
    publisher.claim(count);
    for (int i = 0; i < count; i++) {
      long event = events + i;
      long draw = workload.draw(event);
      Reading reading = publisher.event(i);
      reading.timestamp = Workload.timestamp(event, draw);
      reading.key = workload.key(draw);
      reading.value = Workload.value(draw);
      publisher.set(i, Workload.partition(event), Workload.baseTime(event) * NS_IN_MS);
    }
    publisher.publishClaimed(count);
    events += count;
  }

  @Override
  public Outcome finish() {
    engine.close();
    return digest.outcome(late);
  }
}
