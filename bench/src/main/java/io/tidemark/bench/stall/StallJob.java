package io.tidemark.bench.stall;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Aggregates;
import io.tidemark.aggregate.Value;
import io.tidemark.runtime.Waiting;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The engine, layout fused, with windows of many keys, and events that come at a steady pace while
 * one fires. An event's wait is from the moment it is due to the moment the engine's thread reads
 * it, so that a publisher that is held up hides nothing.
 */
final class StallJob {
  private static final long WINDOW_MS = 1_000;
  private static final long NS_IN_MS = 1_000_000;
  private static final int CLAIM = 64;

  private final int keys;
  private final int paced;
  private final long paceNs;
  private final Engine<Reading> engine;
  private final Publisher<Reading> publisher;

  /** The waits of the paced events; the engine's thread. */
  private final long[] waitsNs;

  private int waits;
  private long window;
  private long results;

  /**
   * Starts the engine.
   *
   * @param windows tumbling ones, sliding ones of ten times the slide, cumulative ones of up to ten
   *     times the step, or sessions
   * @param slice rows of a firing at a time
   * @param keys of each window
   * @param paced how many events come while a window fires
   * @param paceNs the time between two of them
   */
  StallJob(Windows windows, int slice, int keys, int paced, long paceNs) {
    this.keys = keys;
    this.paced = paced;
    this.paceNs = paceNs;
    this.waitsNs = new long[paced];
    EngineOptions<Reading> options =
        EngineOptions.<Reading>fused()
            .waiting(Waiting.YIELD)
            .withoutTicker()
            .firingSlice(slice)
            .onResult(result -> results++);
    this.engine = Engine.start(job(windows), options);
    this.publisher = engine.publisher();
  }

  static final class Reading extends Event {
    long timestamp;
    long key;
    long value;

    /** When it is due, by {@link System#nanoTime}; 0 where nobody minds. */
    long dueNs;

    @Override
    public void clear() {
      // Holds numbers only.
    }
  }

  private static WindowDefinition<Reading> definition(Windows windows) {
    Duration period = Duration.ofMillis(WINDOW_MS);
    return switch (windows) {
      case TUMBLING -> WindowDefinition.tumbling("stats", period);
      case SLIDING -> WindowDefinition.sliding("stats", period.multipliedBy(10), period);
      case CUMULATIVE -> WindowDefinition.cumulative("stats", period.multipliedBy(10), period);
      case SESSIONS -> WindowDefinition.session("stats", period.dividedBy(2));
      case KEPT_SESSIONS ->
          WindowDefinition.<Reading>session("stats", period.dividedBy(2)).allowedLateness(period);
    };
  }

  private Job<Reading> job(Windows windows) {
    Value<Reading> value = Value.ofLong(reading -> reading.value);
    return Job.builder("stall", Reading::new)
        .timestamp(TimeUnit.MILLISECONDS, reading -> reading.timestamp)
        .key(this::read)
        .watermarks(WatermarkStrategy.boundedOutOfOrderness(Duration.ZERO))
        .window(
            definition(windows)
                .aggregate("count", Aggregates.count())
                .aggregate("sum", Aggregates.sum(value)))
        .build();
  }

  private long read(Reading reading) {
    if (reading.dueNs != 0) {
      waitsNs[waits++] = System.nanoTime() - reading.dueNs;
    }
    return reading.key;
  }

  /** Fills a window, has it fire, and publishes at the pace; the waits in ns, from the least on. */
  long[] run() {
    waits = 0;
    long before = results;
    fill();
    awaitAll();
    long start = System.nanoTime();
    for (int i = 0; i < paced; i++) {
      long due = start + i * paceNs;
      while (System.nanoTime() < due) {
        Thread.onSpinWait();
      }
      Reading reading = publisher.claim();
      reading.timestamp = (window + 1) * WINDOW_MS;
      reading.key = i & 1_023;
      reading.value = i;
      reading.dueNs = due;
      publisher.publish(0, reading.timestamp * NS_IN_MS);
    }
    awaitAll();
    window++;
    if (results - before != keys) {
      throw new IllegalStateException((results - before) + " results, expected " + keys);
    }
    long[] sorted = Arrays.copyOf(waitsNs, waits);
    Arrays.sort(sorted);
    return sorted;
  }

  private void fill() {
    for (int key = 0; key < keys; key += CLAIM) {
      int count = Math.min(CLAIM, keys - key);
      publisher.claim(count);
      for (int i = 0; i < count; i++) {
        Reading reading = publisher.event(i, 0, window * WINDOW_MS * NS_IN_MS);
        reading.timestamp = window * WINDOW_MS;
        reading.key = (long) key + i;
        reading.value = i;
        reading.dueNs = 0;
      }
      publisher.publishClaimed(count);
    }
  }

  private void awaitAll() {
    long published = engine.counters().published.value();
    while (engine.counters().accepted.value() < published || engine.isFiring()) {
      if (engine.failure() != null) {
        throw new IllegalStateException("the engine has failed", engine.failure());
      }
      Thread.yield();
    }
  }

  void close() {
    engine.close();
  }
}
