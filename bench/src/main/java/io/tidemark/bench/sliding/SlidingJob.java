package io.tidemark.bench.sliding;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Aggregates;
import io.tidemark.aggregate.Value;
import io.tidemark.bench.workload.Digest;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;
import io.tidemark.output.WindowResult;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The engine, layout inline, with windows of some shapes; events are published 64 at a time. */
final class SlidingJob {
  private static final int CLAIM = 64;
  private static final long NS_IN_MS = 1_000_000;

  private final Workload workload;
  private final boolean extremes;
  private final List<Digest> digests;
  private final Map<String, Long> late = new HashMap<>();
  private final List<Shape> shapes;
  private final Engine<Reading> engine;
  private final Publisher<Reading> publisher;
  private long events;
  private long longestPublishNs;

  /** Starts the engine with windows of one shape; parameters as below. */
  SlidingJob(Workload workload, Shape shape, boolean extremes) {
    this(workload, List.of(shape), extremes);
  }

  /**
   * Starts the engine.
   *
   * @param extremes whether min and max are taken beside count and sum
   */
  SlidingJob(Workload workload, List<Shape> shapes, boolean extremes) {
    this.workload = workload;
    this.shapes = shapes;
    this.digests = shapes.stream().map(shape -> new Digest()).toList();
    this.extremes = extremes;
    this.engine =
        Engine.start(
            job(shapes, extremes),
            EngineOptions.<Reading>inline()
                .onResult(this::take)
                .onLate(event -> late.merge(event.window(), 1L, Long::sum)));
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

  private static Job<Reading> job(List<Shape> shapes, boolean extremes) {
    Value<Reading> value = Value.ofLong(reading -> reading.value);
    JobBuilder<Reading> job =
        Job.builder("sliding", Reading::new)
            .timestamp(TimeUnit.MILLISECONDS, reading -> reading.timestamp)
            .key(reading -> reading.key)
            .partitions(Workload.PARTITIONS)
            .watermarks(
                WatermarkStrategy.boundedOutOfOrderness(Duration.ofMillis(Workload.BOUND_MS)));
    for (Shape shape : shapes) {
      WindowDefinition<Reading> windows =
          shape
              .<Reading>definition()
              .aggregate("count", Aggregates.count())
              .aggregate("sum", Aggregates.sum(value));
      job.window(
          extremes
              ? windows
                  .aggregate("min", Aggregates.min(value))
                  .aggregate("max", Aggregates.max(value))
              : windows);
    }
    return job.build();
  }

  private void take(WindowResult r) {
    Digest digest = digests.get(r.windowIndex());
    digest.add(
        r.key(),
        r.start(),
        r.end(),
        r.longValue(0),
        r.longValue(1),
        extremes ? r.longValue(2) : 0,
        extremes ? r.longValue(3) : 0);
  }

  /**
   * Takes the events up to number {@code end}, exclusive; the outcome of the first shape so far.
   */
  Outcome advanceTo(long end) {
    longestPublishNs = 0;
    while (events < end) {
      long start = System.nanoTime();
      publish((int) Math.min(CLAIM, end - events));
      longestPublishNs = Math.max(longestPublishNs, System.nanoTime() - start);
    }
    return outcome(0);
  }

  /** The outcome so far of the windows of one of the shapes. */
  Outcome outcome(int n) {
    return digests.get(n).outcome(late.getOrDefault(shapes.get(n).name(), 0L));
  }

  /** The longest time that 64 events took, firings and all, since the last advance began. */
  long longestPublishNs() {
    return longestPublishNs;
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

  /** Ends the stream: all windows fire. */
  Outcome finish() {
    engine.close();
    return outcome(0);
  }
}
