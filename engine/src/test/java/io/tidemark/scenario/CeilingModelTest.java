package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.sum;
import static io.tidemark.time.WatermarkStrategy.boundedOutOfOrderness;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Aggregate;
import io.tidemark.aggregate.Aggregation;
import io.tidemark.aggregate.Column;
import io.tidemark.aggregate.Value;
import io.tidemark.counters.WindowCounters;
import io.tidemark.output.LateEvent;
import io.tidemark.output.LateKind;
import io.tidemark.output.WindowResult;
import io.tidemark.window.AtCeiling;
import io.tidemark.window.EarlyFiring;
import io.tidemark.window.LatePolicy;
import io.tidemark.window.WindowDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * S090: random streams whose windows have a ceiling on their rows: against a model of rows, windows
 * and sessions kept one by one, and in all ways to run them.
 */
class CeilingModelTest {
  private static final int MODELS = 400;
  private static final int SEEDS = 100;
  private static final int EVENTS = 300;

  /** What came out of a run. */
  private record Outcome(List<String> results, List<String> late, List<Long> counts) {
    List<String> ofOther() {
      return java.util.stream.Stream.concat(results.stream(), late.stream())
          .filter(text -> text.startsWith("other "))
          .toList();
    }

    Outcome sorted() {
      return new Outcome(results.stream().sorted().toList(), late, counts);
    }
  }

  private static final class Stream {
    final SplittableRandom random;
    final long bound;
    final long lateness;
    final int ceiling;
    final AtCeiling policy;
    final long[] times = new long[EVENTS];
    final long[] keys = new long[EVENTS];

    /** So many rows are looked for at the most. */
    final long expectedRows;

    Stream(long seed) {
      this(seed, 0);
    }

    /** The same stream where this many rows may be live, if not 0. */
    Stream(long seed, int allowed) {
      random = new SplittableRandom(seed);
      bound = random.nextInt(60);
      lateness = random.nextBoolean() ? 0 : random.nextInt(40);
      ceiling = 1 + random.nextInt(12);
      expectedRows = allowed == 0 ? ceiling : allowed;
      policy = random.nextBoolean() ? AtCeiling.REJECT_NEW_KEYS : AtCeiling.EVICT_IDLE;
      int kinds = 1 + random.nextInt(6);
      int pace = 1 + random.nextInt(4);
      for (int i = 0; i < EVENTS; i++) {
        times[i] = (long) i * pace / 2 - random.nextInt(random.nextInt(10) == 0 ? 120 : 30);
        keys[i] = random.nextInt(kinds);
      }
    }

    /** Windows that the model knows. */
    WindowDefinition<Sample> modelled(CeilingModel.Shape shape) {
      WindowDefinition<Sample> windows =
          shape.isSessions()
              ? WindowDefinition.session("w", ofMillis(shape.slide()))
              : shape.size() == shape.slide()
                  ? WindowDefinition.tumbling("w", ofMillis(shape.size()))
                  : WindowDefinition.sliding("w", ofMillis(shape.size()), ofMillis(shape.slide()));
      return windows.allowedLateness(ofMillis(lateness));
    }

    /** Any windows. */
    WindowDefinition<Sample> any() {
      WindowDefinition<Sample> windows =
          switch (random.nextInt(9)) {
            case 0 -> WindowDefinition.tumbling("w", ofMillis(20));
            case 1 -> WindowDefinition.sliding("w", ofMillis(25), ofMillis(10));
            case 2 -> WindowDefinition.session("w", ofMillis(12));
            case 3 -> WindowDefinition.rolling("w", ofMillis(15));
            case 4 -> WindowDefinition.cumulative("w", ofMillis(40), ofMillis(10));
            case 5 ->
                policy == AtCeiling.EVICT_IDLE
                    ? WindowDefinition.<Sample>tumbling("w", ofMillis(30)).finalOnly()
                    : WindowDefinition.count("w", 4, 2);
            case 6 ->
                WindowDefinition.<Sample>sliding("w", ofMillis(20), ofMillis(10))
                    .early(EarlyFiring.everyEvents(3));
            case 7 ->
                WindowDefinition.<Sample>session("w", ofMillis(10))
                    .early(EarlyFiring.everyEventTime(ofMillis(7)))
                    .coalesceLate();
            default -> WindowDefinition.<Sample>session("w", ofMillis(10)).finalOnly();
          };
      LatePolicy late = random.nextBoolean() ? LatePolicy.SIDE : LatePolicy.ADJUST;
      return windows.allowedLateness(ofMillis(lateness)).late(late);
    }

    Outcome run(WindowDefinition<Sample> definition, int batch, EngineOptions<Sample> options) {
      return run(job(definition).build(), batch, options);
    }

    Outcome run(Job<Sample> job, int batch, EngineOptions<Sample> options) {
      List<String> results = new ArrayList<>();
      List<String> late = new ArrayList<>();
      Engine<Sample> engine =
          Engine.start(
              job,
              options
                  .batchLimit(batch)
                  .onResult(result -> results.add(text(result)))
                  .onLate(event -> late.add(text(event)))
                  .reportLate(LateKind.PARTLY_LATE, LateKind.ADJUSTED));
      publish(engine, batch);
      engine.close();
      assertThat(engine.counters().imbalance()).isEmpty();
      WindowCounters window = engine.counters().windows().get(0);
      assertThat(engine.counters().accepted.value()).isEqualTo(EVENTS);
      return new Outcome(
          results,
          late,
          List.of(
              window.counted.value(),
              window.refused.value(),
              window.tooLate.value(),
              window.evictedRows.value()));
    }

    JobBuilder<Sample> job(WindowDefinition<Sample> definition) {
      Value<Sample> value = Value.ofLong(sample -> sample.value);
      return jobOf(definition.aggregate("n", count()).aggregate("sum", sum(value)));
    }

    JobBuilder<Sample> jobOf(WindowDefinition<Sample> definition) {
      return Job.builder("ceiling", Sample::new)
          .timestamp(MILLISECONDS, sample -> sample.time)
          .key(sample -> sample.key)
          .watermarks(boundedOutOfOrderness(ofMillis(bound)))
          .window(definition);
    }

    private void publish(Engine<Sample> engine, int batch) {
      Publisher<Sample> publisher = engine.publisher();
      int claim = Math.min(batch, 128);
      for (int from = 0; from < EVENTS; from += claim) {
        int events = Math.min(claim, EVENTS - from);
        publisher.claim(events);
        for (int i = 0; i < events; i++) {
          Sample sample = publisher.event(i, 0, (from + i) * 5_000_000L);
          sample.time = times[from + i];
          sample.key = keys[from + i];
          sample.value = (long) from + i;
        }
        publisher.publishClaimed(events);
        assertThat(engine.counters().windows().get(0).liveRows()).isLessThanOrEqualTo(expectedRows);
      }
    }
  }

  /** The number of events; it does not say that it never throws, so each event is tried out. */
  private record Own() implements Aggregate {
    @Override
    public int inputs() {
      return 1;
    }

    @Override
    public int width() {
      return 1;
    }

    @Override
    public List<Column> columns() {
      return List.of(Column.ofLong("_n"));
    }

    @Override
    public void create(long[] rows, int at) {
      rows[at] = 0;
    }

    @Override
    public void add(long[] rows, int at, long[] values, int first, long timestamp) {
      rows[at]++;
    }

    @Override
    public void merge(long[] rows, int at, long[] from, int fromAt) {
      rows[at] += from[fromAt];
    }

    @Override
    public void result(long[] rows, int at, long[] out, int outAt) {
      out[outAt] = rows[at];
    }
  }

  private static String text(WindowResult r) {
    return window(r.window())
        + "%s [%d,%d) k%d n=%d sum=%d"
            .formatted(
                r.kind().text(), r.start(), r.end(), r.key(), r.longValue(0), r.longValue(1));
  }

  private static String text(LateEvent<Sample> event) {
    return window(event.window())
        + event.kind().text()
        + " k"
        + event.key()
        + " "
        + event.timestamp()
        + "@"
        + event.watermark();
  }

  private static String window(String name) {
    return name.equals("w") ? "" : name + " ";
  }

  private static EngineOptions<Sample> inline() {
    return EngineOptions.inline();
  }

  @Test
  void s090ShouldDoAsTheModelDoes() {
    long refused = 0;
    long evicted = 0;
    long late = 0;
    for (long seed = 0; seed < MODELS; seed++) {
      Stream stream = new Stream(seed);
      CeilingModel.Shape shape = CeilingModel.Shape.draw(stream.random);
      CeilingModel model = new CeilingModel(shape, stream.lateness, stream.ceiling, stream.policy);
      long largest = Long.MIN_VALUE;
      for (int i = 0; i < EVENTS; i++) {
        // Bounded disorder: the largest timestamp so far - the bound - 1.
        model.take(
            stream.keys[i],
            stream.times[i],
            i,
            i == 0 ? Long.MIN_VALUE : largest - stream.bound - 1);
        largest = Math.max(largest, stream.times[i]);
      }
      model.end(largest - stream.bound - 1);
      Outcome outcome =
          stream.run(stream.modelled(shape).atMost(stream.ceiling, stream.policy), 1, inline());
      String what = "seed " + seed + ": " + shape + ", at most " + stream.ceiling;
      assertThat(outcome.late().stream().filter(text -> !text.startsWith("partly")).toList())
          .as(what)
          .isEqualTo(model.late);
      assertThat(outcome.sorted().results())
          .as(what)
          .isEqualTo(model.results.stream().sorted().toList());
      refused += outcome.counts().get(1);
      late += outcome.counts().get(2);
      evicted += outcome.counts().get(3);
    }
    assertThat(refused).isGreaterThan(10 * MODELS);
    assertThat(evicted).isGreaterThan(10 * MODELS);
    assertThat(late).isGreaterThan(MODELS);
  }

  @Test
  void s090ShouldGiveTheSameHoweverItRuns() {
    long refused = 0;
    long evicted = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      Stream stream = new Stream(1_000_000 + seed);
      WindowDefinition<Sample> windows = stream.any().atMost(stream.ceiling, stream.policy);
      Outcome expected = stream.run(windows, 1, inline());
      for (int batch : new int[] {64, 4_096}) {
        assertThat(stream.run(windows, batch, inline()))
            .as("seed " + seed + ", batches of " + batch)
            .isEqualTo(expected);
      }
      assertThat(stream.run(windows, 64, inline().firingSlice(1)).sorted())
          .as("seed " + seed + ", in slices")
          .isEqualTo(expected.sorted());
      if (seed % 8 == 0) {
        EngineOptions<Sample> fused = EngineOptions.<Sample>fused().withoutTicker().ringSize(1_024);
        assertThat(stream.run(windows, 64, fused.firingSlice(2)).sorted())
            .as("seed " + seed + ", on a thread")
            .isEqualTo(expected.sorted());
      }
      refused += expected.counts().get(1);
      evicted += expected.counts().get(3);
    }
    assertThat(refused).isGreaterThan(SEEDS);
    assertThat(evicted).isGreaterThan(SEEDS);
  }

  @Test
  void s090ShouldDoNothingWhereTheCeilingIsNotReached() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Stream stream = new Stream(2_000_000 + seed);
      WindowDefinition<Sample> windows = stream.any();
      int batch = 1 << stream.random.nextInt(8);
      Stream free = new Stream(2_000_000 + seed, Integer.MAX_VALUE);
      Outcome expected = free.run(windows, batch, inline());
      assertThat(free.run(windows.atMost(1L << 40, stream.policy), batch, inline()))
          .as("seed " + seed)
          .isEqualTo(expected);
      assertThat(expected.counts().get(1) + expected.counts().get(3)).isZero();
    }
  }

  /** Events are tried out on copies of their rows first, one at a time. */
  @Test
  void s090ShouldDoTheSameWhereEventsAreTriedOut() {
    Aggregation<Sample> own =
        new Aggregation<>(new Own(), List.of(Value.ofLong(sample -> sample.value)));
    for (long seed = 0; seed < SEEDS; seed++) {
      Stream stream = new Stream(3_000_000 + seed);
      WindowDefinition<Sample> windows = stream.any().atMost(stream.ceiling, stream.policy);
      Outcome expected = stream.run(windows, 64, inline());
      // Behind the others, whose columns are looked at.
      Value<Sample> value = Value.ofLong(sample -> sample.value);
      WindowDefinition<Sample> tried =
          windows.aggregate("n", count()).aggregate("sum", sum(value)).aggregate("own", own);
      assertThat(stream.run(stream.jobOf(tried).build(), 64, inline()))
          .as("seed " + seed)
          .isEqualTo(expected);
      assertThat(stream.run(stream.jobOf(tried).build(), 64, inline().firingSlice(1)).sorted())
          .as("seed " + seed + ", in slices")
          .isEqualTo(expected.sorted());
    }
  }

  /** Neither what is refused nor what is evicted touches another definition. */
  @Test
  void s090ShouldLeaveOtherDefinitionsAlone() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Stream stream = new Stream(4_000_000 + seed);
      WindowDefinition<Sample> limited = stream.any().atMost(stream.ceiling, stream.policy);
      WindowDefinition<Sample> other =
          WindowDefinition.<Sample>sliding("other", ofMillis(24), ofMillis(8))
              .allowedLateness(ofMillis(stream.lateness))
              .aggregate("n", count())
              .aggregate("sum", count());
      WindowDefinition<Sample> free = WindowDefinition.tumbling("w", ofMillis(10));
      Stream unlimited = new Stream(4_000_000 + seed, Integer.MAX_VALUE);
      Outcome expected = unlimited.run(unlimited.job(free).window(other).build(), 64, inline());
      Outcome alone = stream.run(limited, 64, inline());
      for (int slice : new int[] {1, Integer.MAX_VALUE}) {
        EngineOptions<Sample> options = inline().firingSlice(slice);
        Outcome both = stream.run(stream.job(limited).window(other).build(), 64, options);
        assertThat(both.ofOther()).as("seed " + seed).isEqualTo(expected.ofOther());
        assertThat(both.counts()).as("seed " + seed).isEqualTo(alone.counts());
      }
    }
  }
}
