package io.tidemark.scenario;

import static io.tidemark.aggregate.Aggregates.count;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Aggregate;
import io.tidemark.aggregate.Aggregation;
import io.tidemark.aggregate.Column;
import io.tidemark.aggregate.Value;
import io.tidemark.output.RejectReason;
import io.tidemark.runtime.EngineFailedException;
import io.tidemark.runtime.UserCodeException;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A user's own aggregate in windows of all shapes, and what happens when it throws. */
class OwnAggregateTest {
  private static final long POISON = 13;

  /** How many values and how far apart they are: the count, the smallest and the largest one. */
  private record Extent(boolean mayThrow) implements Aggregate {
    @Override
    public int inputs() {
      return 1;
    }

    @Override
    public int width() {
      return 3;
    }

    @Override
    public List<Column> columns() {
      return List.of(Column.ofLong("_count"), Column.ofLong("_range"));
    }

    @Override
    public void create(long[] rows, int at) {
      rows[at] = 0;
      rows[at + 1] = Long.MAX_VALUE;
      rows[at + 2] = Long.MIN_VALUE;
    }

    /** Throws in the middle of its work. */
    @Override
    public void add(long[] rows, int at, long[] values, int first, long timestamp) {
      rows[at]++;
      rows[at + 1] = Math.min(rows[at + 1], values[first]);
      if (values[first] == POISON) {
        throw new IllegalStateException("poisoned");
      }
      rows[at + 2] = Math.max(rows[at + 2], values[first]);
    }

    @Override
    public void merge(long[] rows, int at, long[] from, int fromAt) {
      rows[at] += from[fromAt];
      rows[at + 1] = Math.min(rows[at + 1], from[fromAt + 1]);
      rows[at + 2] = Math.max(rows[at + 2], from[fromAt + 2]);
    }

    @Override
    public void result(long[] rows, int at, long[] out, int outAt) {
      out[outAt] = rows[at];
      out[outAt + 1] = rows[at + 2] - rows[at + 1];
    }
  }

  /** What came out of a run, as texts. */
  private static final class Outcome {
    final List<String> firings = new ArrayList<>();
    final List<String> rejected = new ArrayList<>();
    final List<Long> watermarks = new ArrayList<>();
    String counts;
  }

  @Test
  void shouldRunInWindowsOfEveryShape() {
    long[][] events = {{1, 1, 5}, {3, 1, 7}, {12, 1, 9}, {18, 2, 1}, {31, 1, 4}};

    Outcome outcome = run(job().build(), events);

    assertThat(outcome.firings)
        .containsExactly(
            "tumbling 1 [0,10) on-time 0 e_count=2 e_range=2",
            "sliding 1 [-10,10) on-time 0 e_count=2 e_range=2 n=2",
            "tumbling 1 [10,20) on-time 0 e_count=1 e_range=0",
            "tumbling 2 [10,20) on-time 0 e_count=1 e_range=0",
            "sliding 1 [0,20) on-time 0 e_count=3 e_range=4 n=3",
            "sliding 2 [0,20) on-time 0 e_count=1 e_range=0 n=1",
            "session 1 [1,22) on-time 0 n=3 e_count=3 e_range=4",
            "session 2 [18,28) on-time 0 n=1 e_count=1 e_range=0",
            "sliding 1 [10,30) on-time 0 e_count=1 e_range=0 n=1",
            "sliding 2 [10,30) on-time 0 e_count=1 e_range=0 n=1",
            "tumbling 1 [30,40) on-time 0 e_count=1 e_range=0",
            "sliding 1 [20,40) on-time 0 e_count=1 e_range=0 n=1",
            "session 1 [31,41) on-time 0 n=1 e_count=1 e_range=0",
            "sliding 1 [30,50) on-time 0 e_count=1 e_range=0 n=1");
  }

  /** A poisoned event would have moved time, opened rows and merged sessions. */
  @Test
  void shouldRejectTheEventForWhichItThrowsWithoutATrace() {
    for (long seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      List<long[]> poisoned = new ArrayList<>();
      List<long[]> clean = new ArrayList<>();
      long time = 0;
      for (int i = 0; i < 60; i++) {
        time += random.nextInt(6);
        long[] event = {Math.max(time - random.nextInt(25), 0), random.nextInt(3), 14 + i};
        if (random.nextInt(3) == 0) {
          poisoned.add(new long[] {time + random.nextInt(200), random.nextInt(4), POISON});
        }
        poisoned.add(event);
        clean.add(event);
      }

      Outcome with = run(job().rejectOnThrow().build(), poisoned.toArray(long[][]::new));
      Outcome without = run(job().rejectOnThrow().build(), clean.toArray(long[][]::new));

      assertThat(with.firings).as("seed " + seed).isEqualTo(without.firings);
      assertThat(with.counts).as("seed " + seed).isEqualTo(without.counts);
      assertThat(with.rejected).as("seed " + seed).hasSize(poisoned.size() - clean.size());
    }
  }

  @Test
  void shouldNotLetARejectedEventMoveTime() {
    long[][] events = {{500, 9, POISON}, {5, 1, 1}, {900, 1, POISON}, {6, 1, 2}};

    Outcome outcome = run(job().rejectOnThrow().build(), events);

    assertThat(outcome.watermarks).containsExactly(Long.MIN_VALUE, 4L, 4L, 5L);
    assertThat(outcome.rejected)
        .containsExactly(
            "500 user-code job own: the add function of aggregate e of window tumbling threw"
                + " java.lang.IllegalStateException: poisoned",
            "900 user-code job own: the add function of aggregate e of window tumbling threw"
                + " java.lang.IllegalStateException: poisoned");
    assertThat(outcome.firings.get(0)).isEqualTo("tumbling 1 [0,10) on-time 0 e_count=2 e_range=1");
  }

  /** The sessions [0, 10) and [15, 25) would be one with an event at 8. */
  @Test
  void shouldNotMergeSessionsForARejectedEvent() {
    long[][] events = {{0, 1, 1}, {15, 1, 2}, {8, 1, POISON}, {14, 1, 4}};

    Outcome outcome = run(job().rejectOnThrow().build(), events);

    assertThat(outcome.firings)
        .filteredOn(firing -> firing.startsWith("session"))
        .containsExactly(
            "session 1 [0,10) on-time 0 n=1 e_count=1 e_range=0",
            "session 1 [14,25) on-time 0 n=2 e_count=2 e_range=2");
  }

  @Test
  void shouldGiveTheSameWhenItSaysThatItNeverThrows() {
    for (long seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      long[][] events = new long[300][];
      for (int i = 0; i < events.length; i++) {
        events[i] = new long[] {i + random.nextInt(20), random.nextInt(3), 14 + i};
      }

      Outcome tried = run(job(true).build(), events);
      Outcome trusted = run(job(false).build(), events);

      assertThat(trusted.firings).as("seed " + seed).isEqualTo(tried.firings);
      assertThat(trusted.counts).as("seed " + seed).isEqualTo(tried.counts);
    }
  }

  @Test
  void shouldStopTheEngineWhenItThrowsAgainstItsWord() {
    Engine<Sample> engine =
        Engine.start(job(false).rejectOnThrow().build(), EngineOptions.<Sample>inline());

    assertThatThrownBy(() -> publish(engine.publisher(), 1, 1, POISON))
        .isInstanceOf(EngineFailedException.class)
        .hasMessageContaining("job own: the add function of aggregate e of window tumbling threw")
        .hasRootCauseMessage("poisoned");
    engine.halt();
  }

  @Test
  void shouldStopTheJobUnlessItRejects() {
    List<String> firings = new ArrayList<>();
    Engine<Sample> engine =
        Engine.start(
            job().build(),
            EngineOptions.<Sample>inline().onResult(result -> firings.add(result.toString())));
    publish(engine.publisher(), 1, 1, 1);
    publish(engine.publisher(), 12, 1, 1);
    int before = firings.size();

    assertThatThrownBy(() -> publish(engine.publisher(), 400, 1, POISON))
        .isInstanceOf(EngineFailedException.class)
        .hasCauseInstanceOf(UserCodeException.class)
        .hasMessageContaining("job own: the add function of aggregate e of window tumbling threw")
        .hasRootCauseMessage("poisoned");
    assertThat(firings).hasSize(before);
    engine.halt();
  }

  private static JobBuilder<Sample> job() {
    return job(true);
  }

  private static JobBuilder<Sample> job(boolean mayThrow) {
    Aggregation<Sample> extent =
        new Aggregation<>(new Extent(mayThrow), List.of(Value.ofLong(sample -> sample.value)));
    return Job.builder("own", Sample::new)
        .timestamp(MILLISECONDS, sample -> sample.time)
        .key(sample -> sample.key)
        .watermarks(WatermarkStrategy.boundedOutOfOrderness(ofMillis(0)))
        .window(WindowDefinition.<Sample>tumbling("tumbling", ofMillis(10)).aggregate("e", extent))
        .window(
            WindowDefinition.<Sample>session("session", ofMillis(10))
                .allowedLateness(ofMillis(5))
                .aggregate("n", count())
                .aggregate("e", extent))
        .window(
            WindowDefinition.<Sample>sliding("sliding", ofMillis(20), ofMillis(10))
                .aggregate("e", extent)
                .aggregate("n", count()));
  }

  private static Outcome run(Job<Sample> job, long[][] events) {
    Outcome outcome = new Outcome();
    Engine<Sample> engine =
        Engine.start(
            job,
            EngineOptions.<Sample>inline()
                .onResult(result -> outcome.firings.add(result.toString()))
                .onLate(late -> outcome.firings.add("late " + late.window() + late.timestamp()))
                .onRejected(
                    rejected -> {
                      assertThat(rejected.reason()).isEqualTo(RejectReason.USER_CODE);
                      outcome.rejected.add(
                          rejected.event().time
                              + " "
                              + rejected.reason().text()
                              + " "
                              + rejected.cause().getMessage());
                    }));
    for (long[] event : events) {
      publish(engine.publisher(), event[0], event[1], event[2]);
      outcome.watermarks.add(engine.watermark());
    }
    engine.close();
    assertThat(engine.counters().imbalance()).isEmpty();
    outcome.counts =
        engine.counters().windows().stream()
            .map(window -> window.openedRows.value() + "/" + window.openedWindows.value())
            .toList()
            .toString();
    return outcome;
  }

  private static void publish(Publisher<Sample> publisher, long time, long key, long value) {
    Sample sample = publisher.claim();
    sample.time = time;
    sample.key = key;
    sample.value = value;
    publisher.publish(0, time);
  }
}
