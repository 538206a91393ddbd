package io.tidemark.bench.late;

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
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The engine, layout inline; events are published 64 at a time. */
final class LateJob {
  private static final int CLAIM = 64;
  private static final long NS_IN_MS = 1_000_000;

  private final Workload workload;
  private final int farPerThousand;
  private final Digest digest = new Digest();
  private final Engine<Reading> engine;
  private final Publisher<Reading> publisher;
  private long events;
  private long late;

  LateJob(Workload workload, LateCase setting) {
    this.workload = workload;
    this.farPerThousand = setting.farPerThousand;
    this.engine =
        Engine.start(
            job(setting),
            EngineOptions.<Reading>inline().onResult(this::take).onLate(event -> late++));
    this.publisher = engine.publisher();
  }

  static final class Reading extends Event {
    long timestamp;
    long key;
    long value;
  }

  private static Job<Reading> job(LateCase setting) {
    Value<Reading> value = Value.ofLong(reading -> reading.value);
    return Job.builder("late", Reading::new)
        .timestamp(TimeUnit.MILLISECONDS, reading -> reading.timestamp)
        .key(reading -> reading.key)
        .partitions(Workload.PARTITIONS)
        .watermarks(WatermarkStrategy.boundedOutOfOrderness(Duration.ofMillis(Workload.BOUND_MS)))
        .window(
            setting
                .<Reading>definition()
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

  /** Takes the events up to number {@code end}, exclusive, and says the outcome so far. */
  Outcome advanceTo(long end) {
    while (events < end) {
      publish((int) Math.min(CLAIM, end - events));
    }
    return digest.outcome(late);
  }

  private void publish(int count) {
    publisher.claim(count);
    for (int i = 0; i < count; i++) {
      long event = events + i;
      long draw = workload.draw(event);
      long arrivalNs = Workload.baseTime(event) * NS_IN_MS;
      Reading reading = publisher.event(i, Workload.partition(event), arrivalNs);
      reading.timestamp = Workload.timestamp(event, draw, farPerThousand);
      reading.key = workload.key(draw);
      reading.value = Workload.value(draw);
    }
    publisher.publishClaimed(count);
    events += count;
  }

  /** Ends the stream: all windows fire. */
  Outcome finish() {
    engine.close();
    return digest.outcome(late);
  }
}
