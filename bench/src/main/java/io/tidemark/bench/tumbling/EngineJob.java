package io.tidemark.bench.tumbling;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Aggregates;
import io.tidemark.aggregate.Value;
import io.tidemark.bench.workload.Digest;
import io.tidemark.bench.workload.Feeds;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;
import io.tidemark.output.WindowResult;
import io.tidemark.time.AdaptiveBound;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The engine, used as its users use it; the options say in which layout, {@code claim} how many
 * events are claimed and published at a time.
 */
final class EngineJob implements TumblingJob {

  private static final Duration BOUND = Duration.ofMillis(Workload.BOUND_MS);

  static final WatermarkStrategy<Object> WATERMARKS =
      WatermarkStrategy.boundedOutOfOrderness(BOUND);

  private static final long NS_IN_MS = 1_000_000;

  /** No event of the stream has this value. */
  private static final long POISON = Long.MIN_VALUE;

  private final Workload workload;
  private final Feeds feeds;
  private final Digest digest = new Digest();
  private final Engine<Reading> engine;
  private final Publisher<Reading> publisher;
  private final int claim;
  private long events;
  private long late;

  /** After how many events one comes for which a function of the job throws; 0: none does. */
  private int poisonEvery;

  private long poisoned;
  private long rejected;

  /** With the engine's own aggregates. */
  EngineJob(Workload workload, EngineOptions<Reading> options, int claim) {
    this(workload, options, claim, EngineJob::ownAggregates);
  }

  /**
   * With other aggregates.
   *
   * @param aggregates adds count, sum, min and max of a value, in this order
   */
  EngineJob(
      Workload workload, EngineOptions<Reading> options, int claim, FourAggregates aggregates) {
    this(workload, Feeds.FOUR, job(Feeds.FOUR, WATERMARKS, aggregates), options, claim);
  }

  /** A job of {@link #job(Feeds, WatermarkStrategy)}, changed as far as results stay the same. */
  EngineJob(
      Workload workload,
      Feeds feeds,
      JobBuilder<Reading> job,
      EngineOptions<Reading> options,
      int claim) {
    this.workload = workload;
    this.feeds = feeds;
    this.claim = claim;
    options.onResult(this::take).onLate(event -> late++).onRejected(event -> rejected++);
    this.engine = Engine.start(job.build(), options);
    this.publisher = engine.publisher();
  }

  /** With a bound that would follow the disorder, but does not come to decide anything. */
  static EngineJob adaptive(Workload workload, EngineOptions<Reading> options, int claim) {
    AdaptiveBound bound =
        AdaptiveBound.of(0.001, Duration.ZERO, Duration.ofSeconds(10))
            .startingAt(BOUND)
            .decideEvery(Integer.MAX_VALUE);
    return new EngineJob(
        workload, Feeds.FOUR, job(Feeds.FOUR, WatermarkStrategy.adaptive(bound)), options, claim);
  }

  /** With events beside the others for which the key's function throws, and which are rejected. */
  static EngineJob poisoned(
      Workload workload, EngineOptions<Reading> options, int claim, int every) {
    JobBuilder<Reading> job =
        job(Feeds.FOUR, WATERMARKS).key(EngineJob::keyUnlessPoisoned).rejectOnThrow();
    EngineJob poisoned = new EngineJob(workload, Feeds.FOUR, job, options, claim);
    poisoned.poisonEvery = every;
    return poisoned;
  }

  private static long keyUnlessPoisoned(Reading reading) {
    if (reading.value == POISON) {
      throw new IllegalStateException("poisoned");
    }
    return reading.key;
  }

  static final class Reading extends Event {
    long timestamp;
    long key;
    long value;
  }

  /** Adds count, sum, min and max of a value to a definition. */
  interface FourAggregates {
    WindowDefinition<Reading> addTo(WindowDefinition<Reading> definition, Value<Reading> value);
  }

  private static WindowDefinition<Reading> ownAggregates(
      WindowDefinition<Reading> definition, Value<Reading> value) {
    return definition
        .aggregate("count", Aggregates.count())
        .aggregate("sum", Aggregates.sum(value))
        .aggregate("min", Aggregates.min(value))
        .aggregate("max", Aggregates.max(value));
  }

  /** A job with the engine's own aggregates, from these partitions. */
  static JobBuilder<Reading> job(Feeds feeds, WatermarkStrategy<Object> watermarks) {
    return job(feeds, watermarks, EngineJob::ownAggregates);
  }

  private static JobBuilder<Reading> job(
      Feeds feeds, WatermarkStrategy<Object> watermarks, FourAggregates aggregates) {
    Value<Reading> value = Value.ofLong(reading -> reading.value);
    WindowDefinition<Reading> stats =
        WindowDefinition.tumbling("stats", Duration.ofMillis(Workload.WINDOW_MS));
    return Job.builder("tumbling", Reading::new)
        .timestamp(TimeUnit.MILLISECONDS, reading -> reading.timestamp)
        .key(reading -> reading.key)
        .partitions(feeds.all())
        .watermarks(watermarks)
        .window(aggregates.addTo(stats, value));
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
      long arrivalNs = Workload.baseTime(event) * NS_IN_MS;
      Reading reading = publisher.event(i, feeds.partition(event), arrivalNs);
      reading.timestamp = Workload.timestamp(event, draw);
      reading.key = workload.key(draw);
      reading.value = Workload.value(draw);
    }
    publisher.publishClaimed(count);
    events += count;
    if (poisonEvery > 0 && events / poisonEvery > poisoned) {
      publishPoison();
    }
  }

  private void publishPoison() {
    Reading reading = publisher.claim();
    reading.timestamp = Workload.timestamp(events - 1, workload.draw(events - 1));
    reading.value = POISON;
    publisher.publish(0, Workload.baseTime(events - 1) * NS_IN_MS);
    poisoned++;
  }

  @Override
  public Outcome finish() {
    engine.close();
    if (rejected != poisoned) {
      throw new AssertionError(rejected + " rejected of " + poisoned + " poisoned");
    }
    return digest.outcome(late);
  }
}
