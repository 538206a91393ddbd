package io.tidemark.bench.tumbling;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Aggregates;
import io.tidemark.aggregate.Value;
import io.tidemark.bench.workload.Workload;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Three jobs with other events, functions, aggregates and windows, run to their end before a job is
 * measured: what code all jobs share has seen many types by then, and is compiled for them.
 */
final class OtherJobs {
  private static final int EVENTS = 1_500_000;
  private static final int CLAIM = 64;

  private OtherJobs() {}

  static void run(Workload workload) {
    WindowDefinition<Price> bars = WindowDefinition.tumbling("bars", Duration.ofMillis(500));
    Value<Price> price = Value.ofDecimal(2, event -> event.cents);
    run(
        workload,
        job("bars", Price::new)
            .filter(event -> event.cents != 13)
            .window(
                bars.aggregate("price", Aggregates.ohlc(price))
                    .aggregate("mean", Aggregates.avg(price)))
            .build());
    WindowDefinition<Gauge> recent =
        WindowDefinition.sliding("recent", Duration.ofSeconds(2), Duration.ofMillis(500));
    Value<Gauge> level = Value.ofDouble(event -> event.level);
    run(
        workload,
        job("recent", Gauge::new)
            .window(
                recent
                    .aggregate("sum", Aggregates.sum(level))
                    .aggregate("spread", Aggregates.stddevSamp(level))
                    .aggregate("last", Aggregates.last(level)))
            .build());
    WindowDefinition<Click> visits = WindowDefinition.session("visits", Duration.ofMillis(20));
    run(
        workload,
        job("visits", Click::new).window(visits.aggregate("n", Aggregates.count())).build());
  }

  private static <E extends Other> JobBuilder<E> job(String name, Supplier<E> events) {
    return Job.builder(name, events)
        .timestamp(TimeUnit.MILLISECONDS, Other::time)
        .key(Other::owner)
        .partitions(Workload.PARTITIONS)
        .watermarks(WatermarkStrategy.boundedOutOfOrderness(Duration.ofMillis(Workload.BOUND_MS)));
  }

  private static <E extends Other> void run(Workload workload, Job<E> job) {
    long[] results = new long[1];
    try (Engine<E> engine =
        Engine.start(job, EngineOptions.<E>inline().onResult(result -> results[0]++))) {
      Publisher<E> publisher = engine.publisher();
      for (long first = 0; first < EVENTS; first += CLAIM) {
        publisher.claim(CLAIM);
        for (int i = 0; i < CLAIM; i++) {
          long event = first + i;
          long draw = workload.draw(event);
          publisher
              .event(i, Workload.partition(event), Workload.baseTime(event) * 1_000_000)
              .set(Workload.timestamp(event, draw), workload.key(draw), Workload.value(draw));
        }
        publisher.publishClaimed(CLAIM);
      }
    }
    if (results[0] == 0) {
      throw new IllegalStateException("job " + job.name() + " gave no result");
    }
  }

  /** What the three kinds of events have in common for the loop above. */
  private abstract static class Other extends Event {
    abstract long time();

    abstract long owner();

    abstract void set(long time, long owner, long value);
  }

  /** A price. */
  private static final class Price extends Other {
    private long time;
    private long instrument;
    private long cents;

    @Override
    long time() {
      return time;
    }

    @Override
    long owner() {
      return instrument;
    }

    @Override
    void set(long newTime, long owner, long value) {
      time = newTime;
      instrument = owner;
      cents = value;
    }
  }

  /** A measured level. */
  private static final class Gauge extends Other {
    private long time;
    private long device;
    private double level;

    @Override
    long time() {
      return time;
    }

    @Override
    long owner() {
      return device;
    }

    @Override
    void set(long newTime, long owner, long value) {
      time = newTime;
      device = owner;
      level = value / 8.0;
    }
  }

  /** A click. */
  private static final class Click extends Other {
    private long user;
    private long time;

    @Override
    long time() {
      return time;
    }

    @Override
    long owner() {
      return user;
    }

    @Override
    void set(long newTime, long owner, long value) {
      time = newTime;
      user = owner;
    }
  }
}
