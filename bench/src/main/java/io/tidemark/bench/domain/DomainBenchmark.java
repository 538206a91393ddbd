package io.tidemark.bench.domain;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Aggregates;
import io.tidemark.aggregate.Value;
import io.tidemark.bench.workload.Operations;
import io.tidemark.bench.workload.Workload;
import io.tidemark.counters.WindowCounters;
import io.tidemark.time.IngestionTime;
import io.tidemark.time.TimestampGuard;
import io.tidemark.time.UnitSuspicion;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * What each time domain costs, watermarks at ticks, and the guard: the job of {@link
 * io.tidemark.bench.tumbling.TumblingBenchmark}, layout inline, 64 events at a time, over the
 * stream of {@link Workload}.
 *
 * <p>The domains have different results; what must hold is that no event is lost, and that none is
 * late where time is the arrival, which never goes back.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(DomainBenchmark.EVENTS)
@Warmup(iterations = 4)
@Measurement(iterations = 7)
@Fork(3)
@State(Scope.Benchmark)
public class DomainBenchmark {
  /**
   * Events an iteration unless a suite says otherwise, which then sets JMH's operations as well.
   */
  static final int EVENTS = 4_000_000;

  private static final int CLAIM = 64;
  private static final long PERIOD_MS = 200;
  private static final long NS_IN_MS = 1_000_000;

  /** What timestamps are. */
  public enum Domain {
    /** Event time. */
    EVENT,
    /** Event time, watermarks at ticks of 200 ms only. */
    PERIODIC,
    /** Event time with a guard that looks for all it can. */
    GUARDED,
    /** Ingestion time. */
    INGESTION,
    /** Processing time. */
    PROCESSING
  }

  @Param Domain domain;

  @Param("10000")
  int keys;

  @Param("" + EVENTS)
  int events;

  private Workload workload;
  private Engine<Reading> engine;
  private long published;

  static final class Reading extends Event {
    long timestamp;
    long key;
    long value;
  }

  @Setup(Level.Trial)
  public void prepare(BenchmarkParams params) {
    Operations.require(params, "events", events);
    workload = new Workload(Workload.SEED, keys);
    engine = Engine.start(job(), EngineOptions.<Reading>inline().onLate(late -> {}));
  }

  @TearDown(Level.Trial)
  public void finish() {
    engine.close();
    WindowCounters window = engine.counters().windows().get(0);
    long late = window.tooLate.value();
    boolean byArrival = domain == Domain.INGESTION || domain == Domain.PROCESSING;
    if (window.counted.value() + late != published || (byArrival && late != 0)) {
      throw new IllegalStateException(domain + ": " + published + " published, " + window);
    }
  }

  /** Publishes the next events. */
  @Benchmark
  public long publish() {
    Publisher<Reading> publisher = engine.publisher();
    long end = published + events;
    while (published < end) {
      int count = (int) Math.min(CLAIM, end - published);
      publisher.claim(count);
      for (int i = 0; i < count; i++) {
        fill(publisher, i);
      }
      publisher.publishClaimed(count);
      published += count;
    }
    return engine.counters().onTimeFirings();
  }

  private void fill(Publisher<Reading> publisher, int i) {
    long event = published + i;
    long draw = workload.draw(event);
    long arrivalNs = Workload.baseTime(event) * NS_IN_MS;
    Reading reading = publisher.event(i, Workload.partition(event), arrivalNs);
    reading.timestamp = Workload.timestamp(event, draw);
    reading.key = workload.key(draw);
    reading.value = Workload.value(draw);
  }

  private Job<Reading> job() {
    Value<Reading> value = Value.ofLong(reading -> reading.value);
    JobBuilder<Reading> builder =
        Job.builder("domains", Reading::new)
            .key(reading -> reading.key)
            .partitions(Workload.PARTITIONS)
            .window(
                WindowDefinition.<Reading>tumbling("stats", Duration.ofMillis(Workload.WINDOW_MS))
                    .aggregate("count", Aggregates.count())
                    .aggregate("sum", Aggregates.sum(value))
                    .aggregate("min", Aggregates.min(value))
                    .aggregate("max", Aggregates.max(value)));
    switch (domain) {
      case EVENT -> eventTime(builder);
      case PERIODIC ->
          eventTime(builder).watermarks(bounded().emitEvery(Duration.ofMillis(PERIOD_MS)));
      case GUARDED ->
          eventTime(builder)
              .guard(
                  TimestampGuard.on()
                      .refuseNegative()
                      .furthestFuture(Duration.ofHours(1))
                      .furthestPast(Duration.ofDays(1))
                      .units(UnitSuspicion.REFUSE));
      case INGESTION ->
          builder
              .ingestionTime(TimeUnit.MILLISECONDS, IngestionTime.SOURCE)
              .watermarks(WatermarkStrategy.monotonous());
      case PROCESSING -> builder.processingTime(TimeUnit.MILLISECONDS);
    }
    return builder.build();
  }

  private static JobBuilder<Reading> eventTime(JobBuilder<Reading> builder) {
    return builder
        .timestamp(TimeUnit.MILLISECONDS, reading -> reading.timestamp)
        .watermarks(bounded());
  }

  private static WatermarkStrategy<Object> bounded() {
    return WatermarkStrategy.boundedOutOfOrderness(Duration.ofMillis(Workload.BOUND_MS));
  }
}
