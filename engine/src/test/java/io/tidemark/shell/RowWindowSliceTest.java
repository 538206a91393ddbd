package io.tidemark.shell;

import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.sum;
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
import io.tidemark.aggregate.AggregateOverflowException;
import io.tidemark.aggregate.Aggregation;
import io.tidemark.aggregate.Column;
import io.tidemark.aggregate.Value;
import io.tidemark.output.WindowResult;
import io.tidemark.time.SlotBatch;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Sessions and rolling windows fire and close in slices, while events are taken. */
class RowWindowSliceTest extends ShellTest {
  private static final int KEYS = 4_000;
  private static final int BEHIND = 600;
  private static final int SLICE = 160;
  private static final int WHOLE = Integer.MAX_VALUE;

  private final List<String> rows = new ArrayList<>();
  private final List<Long> taken = new ArrayList<>();
  private final List<Long> told = new ArrayList<>();
  private volatile Engine<Note> engine;

  /** An event: its time, its key. */
  private record At(long time, long key, long value) {
    At(long time, long key) {
      this(time, key, 1);
    }
  }

  private static WindowDefinition<Note> session(int lateness) {
    return WindowDefinition.<Note>session("w", ofMillis(5)).allowedLateness(ofMillis(lateness));
  }

  private static WindowDefinition<Note> rolling(int lateness) {
    return WindowDefinition.<Note>rolling("w", ofMillis(5)).allowedLateness(ofMillis(lateness));
  }

  @Test
  void shouldTakeEventsWhileSessionsFireThatEndTogether() throws Exception {
    takeWhileFiring(session(0), key -> 1);
  }

  @Test
  void shouldTakeEventsWhileSessionsFireInALeap() throws Exception {
    takeWhileFiring(session(0), key -> key);
  }

  @Test
  void shouldTakeEventsWhileRollingWindowsFire() throws Exception {
    takeWhileFiring(rolling(0), key -> 1);
  }

  @Test
  void shouldTakeEventsWhileRollingWindowsOfOneKeyFire() throws Exception {
    takeWhileFiring(rolling(0), key -> key);
  }

  private interface Times {
    long of(int key);
  }

  private void takeWhileFiring(WindowDefinition<Note> windows, Times times) throws Exception {
    engine =
        Engine.start(
            job(WatermarkStrategy.none(), windows),
            fused(8_192).firingSlice(SLICE).onResult(this::take));
    Publisher<Note> publisher = engine.publisher();
    for (int key = 0; key < KEYS; key++) {
      publish(publisher, List.of(new At(times.of(key) * 10, times.of(key) == 1 ? key : 0)));
    }
    long last = 10L * KEYS + 100;
    publisher.watermark(0, last);
    for (int i = 0; i < BEHIND; i++) {
      publish(publisher, List.of(new At(last + 10, 0)));
    }
    assertThat(engine.awaitWatermark(last, Duration.ofNanos(PATIENCE_NS))).isTrue();
    engine.halt();

    assertThat(taken).hasSize(KEYS);
    assertThat(taken.get(KEYS - 1)).as("events before the last").isEqualTo(KEYS + BEHIND);
    assertThat(taken.get(0)).isLessThan(taken.get(KEYS / 10)).isLessThan(KEYS + BEHIND);
    assertThat(told).allMatch(watermark -> watermark < last);
  }

  private void take(WindowResult result) {
    taken.add(engine.counters().accepted.value());
    told.add(engine.watermark());
  }

  @Test
  void shouldCloseSessionsInSlices() throws Exception {
    engine =
        Engine.start(
            job(WatermarkStrategy.none(), session(50)),
            fused(8_192).firingSlice(SLICE).onResult(this::take));
    Publisher<Note> publisher = engine.publisher();
    for (int key = 0; key < KEYS; key++) {
      publish(publisher, List.of(new At(5, key)));
    }
    publisher.watermark(0, 20);
    assertThat(engine.awaitWatermark(20, Duration.ofNanos(PATIENCE_NS))).isTrue();
    publisher.watermark(0, 80);
    List<Long> live = new ArrayList<>();
    for (int i = 0; i < BEHIND; i++) {
      publish(publisher, List.of(new At(90, KEYS)));
      live.add(engine.counters().windows().get(0).liveRows());
    }
    await("all closed", () -> engine.counters().windows().get(0).liveRows() == 1);
    engine.halt();
    assertThat(live).allMatch(rows -> rows >= 1 && rows <= KEYS + 1);
  }

  @Test
  void shouldHandOutASessionBeforeALateEventChangesIt() {
    run(1, session(5), at(5, 0), at(5, 1), at(5, 2), at(12, 9), at(6, 2));

    assertThat(rows)
        .containsExactly(
            "0 [5,10) 1 #0 ON_TIME",
            "2 [5,10) 1 #0 ON_TIME",
            "2 [5,11) 2 #0 LATE",
            "1 [5,10) 1 #0 ON_TIME");
  }

  @Test
  void shouldCloseASessionBeforeAnEventComesThatWouldTouchIt() {
    run(1, session(0), at(5, 0), at(5, 1), at(5, 2), at(12, 9), at(8, 2));

    assertThat(rows)
        .containsExactly(
            "0 [5,10) 1 #0 ON_TIME final",
            "2 [5,10) 1 #0 ON_TIME final",
            "1 [5,10) 1 #0 ON_TIME final");
    assertThat(engine.counters().windows().get(0).liveRows())
        .as("of 9 and, anew, of 2")
        .isEqualTo(2);
  }

  @Test
  void shouldHandOutSessionsBeforeALateEventMergesThem() {
    run(1, session(30), at(4, 0), at(5, 1), at(5, 2), at(11, 2), at(21, 9), at(8, 2));

    assertThat(rows)
        .containsExactly(
            "0 [4,9) 1 #0 ON_TIME",
            "2 [11,16) 1 #0 ON_TIME",
            "2 [5,10) 1 #0 ON_TIME",
            "2 [5,16) 3 #0 LATE",
            "1 [5,10) 1 #0 ON_TIME");
  }

  @Test
  void shouldHandOutRollingWindowsBeforeALateEventChangesThem() {
    run(1, rolling(5), at(5, 0), at(5, 1), at(5, 2), at(7, 2), at(10, 9), at(6, 2));

    assertThat(rows)
        .containsExactly(
            "0 [0,5) 1 #0 ON_TIME",
            "2 [0,5) 1 #0 ON_TIME",
            "2 [2,7) 2 #0 ON_TIME",
            "2 [1,6) 2 #0 LATE",
            "2 [2,7) 3 #1 LATE",
            "1 [0,5) 1 #0 ON_TIME");
  }

  /** An aggregate that throws at the second event of a window: events are tried out on copies. */
  private record Once() implements Aggregate {
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
      if (rows[at]++ > 0) {
        throw new IllegalStateException("the second event");
      }
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

  @Test
  void shouldTryEventsOutWithoutSessionsThatWaitToClose() {
    Aggregation<Note> once =
        new Aggregation<>(new Once(), List.of(Value.ofLong(note -> note.value)));
    run(1, session(0).aggregate("once", once), at(5, 0), at(5, 1), at(5, 2), at(12, 9), at(8, 2));

    assertThat(engine.counters().windows().get(0).counted.value()).isEqualTo(5);
    assertThat(rows).hasSize(3);
  }

  /** What is handed out ahead and cannot be is told when its turn comes, behind all before it. */
  @Test
  void shouldTellAnOverflowInItsTurn() {
    At[] events = {at(5, 0), at(5, 1), at(5, 2), new At(6, 2, Long.MAX_VALUE), at(12, 9), at(7, 2)};
    for (WindowDefinition<Note> windows : List.of(session(9), rolling(9), tumbling("w", 9))) {
      List<String> inOneGo = new ArrayList<>();
      for (int slice : new int[] {WHOLE, 1}) {
        rows.clear();
        assertThatThrownBy(() -> run(slice, windows, events))
            .hasRootCauseInstanceOf(ArithmeticException.class)
            .hasStackTraceContaining(AggregateOverflowException.class.getName());
        if (slice == WHOLE) {
          inOneGo.addAll(rows);
        }
        assertThat(rows)
            .hasSizeGreaterThanOrEqualTo(2)
            .containsExactlyInAnyOrderElementsOf(inOneGo);
      }
    }
  }

  private static WindowDefinition<Note> tumbling(String name, int lateness) {
    return WindowDefinition.<Note>tumbling(name, ofMillis(10)).allowedLateness(ofMillis(lateness));
  }

  /** Where no event comes for a window that waits, slices change nothing at all. */
  @Test
  void shouldKeepTheOrderOfWindowsAndDefinitions() {
    SplittableRandom random = new SplittableRandom(3);
    for (int round = 0; round < 100; round++) {
      At[] events = new At[SlotBatch.SIZE];
      long time = 0;
      for (int i = 0; i < events.length; i++) {
        time += random.nextInt(10) == 0 ? random.nextInt(60) : random.nextInt(2);
        events[i] = at(time, i);
      }
      List<WindowDefinition<Note>> all = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        all.add(random.nextInt(all.size() + 1), anyWindows("w" + i, random));
      }
      run(WHOLE, all, events);
      List<String> inOneGo = List.copyOf(rows);
      rows.clear();
      for (int slice : new int[] {1, 40}) {
        run(slice, all, events);
        assertThat(rows).as("round " + round).isEqualTo(inOneGo);
        rows.clear();
      }
    }
  }

  private static WindowDefinition<Note> anyWindows(String name, SplittableRandom random) {
    WindowDefinition<Note> windows =
        switch (random.nextInt(4)) {
          case 0 -> WindowDefinition.session(name, ofMillis(1 + random.nextInt(6)));
          case 1 -> WindowDefinition.rolling(name, ofMillis(1 + random.nextInt(6)));
          case 2 -> tumbling(name, 0);
          default -> WindowDefinition.cumulative(name, ofMillis(12), ofMillis(4));
        };
    return windows.allowedLateness(ofMillis(random.nextInt(10)));
  }

  private static At at(long time, long key) {
    return new At(time, key);
  }

  private void run(int slice, WindowDefinition<Note> windows, At... events) {
    run(slice, List.of(windows), events);
  }

  /** All events come in one batch. */
  private void run(int slice, List<WindowDefinition<Note>> windows, At... events) {
    EngineOptions<Note> options =
        EngineOptions.<Note>inline().firingSlice(slice).onResult(result -> rows.add(text(result)));
    engine = Engine.start(job(WatermarkStrategy.monotonous(), windows), options);
    try {
      publish(engine.publisher(), List.of(events));
    } finally {
      engine.halt();
    }
  }

  private static Job<Note> job(
      WatermarkStrategy<Object> watermarks, WindowDefinition<Note> windows) {
    return job(watermarks, List.of(windows));
  }

  private static Job<Note> job(
      WatermarkStrategy<Object> watermarks, List<WindowDefinition<Note>> windows) {
    Value<Note> value = Value.ofLong(note -> note.value);
    JobBuilder<Note> job =
        Job.builder("rows", Note::new)
            .timestamp(MILLISECONDS, note -> note.time)
            .key(note -> note.key)
            .watermarks(watermarks);
    for (WindowDefinition<Note> definition : windows) {
      job = job.window(definition.aggregate("n", count()).aggregate("v", sum(value)));
    }
    return job.build();
  }

  private static String text(WindowResult result) {
    return (result.window().equals("w") ? "" : result.window() + ": ")
        + "%d [%d,%d) %d #%d %s%s"
            .formatted(
                result.key(),
                result.start(),
                result.end(),
                result.longValue(0),
                result.revision(),
                result.kind(),
                result.isFinal() ? " final" : "");
  }

  private static void publish(Publisher<Note> publisher, List<At> events) {
    publisher.claim(events.size());
    for (int i = 0; i < events.size(); i++) {
      Note note = publisher.event(i);
      note.time = events.get(i).time();
      note.key = events.get(i).key();
      note.value = events.get(i).value();
      publisher.set(i, 0, note.time);
    }
    publisher.publishClaimed(events.size());
  }
}
