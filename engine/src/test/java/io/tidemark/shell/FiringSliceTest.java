package io.tidemark.shell;

import static io.tidemark.aggregate.Aggregates.count;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Allocation;
import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.output.ResultHandler;
import io.tidemark.output.WindowResult;
import io.tidemark.time.SlotBatch;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.LatePolicy;
import io.tidemark.window.TooLateException;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Large firings go on in slices, while events are taken. */
class FiringSliceTest extends ShellTest {
  private static final int KEYS = 2_000;
  private static final int BEHIND = 600;
  private static final int SLICE = 10;
  private static final long BAD = -1;

  private volatile Engine<Note> engine;

  /** How many events had been taken when each result came, and what watermark was told. */
  private final List<Long> taken = new ArrayList<>();

  private final List<Long> told = new ArrayList<>();

  @Test
  void shouldTakeEventsWhileAFiringGoesOn() throws Exception {
    run(SLICE);

    assertThat(taken).hasSize(KEYS);
    assertThat(taken.get(KEYS - 1)).isEqualTo(KEYS + BEHIND);
    assertThat(taken.get(0)).isLessThan(taken.get(KEYS / 100)).isLessThan(KEYS + BEHIND);
  }

  @Test
  void shouldFireInOneGoWhereThereAreFewRows() throws Exception {
    run(KEYS);

    assertThat(taken).hasSize(KEYS);
    assertThat(taken).as("no batch ended meanwhile").containsOnly(taken.get(0));
  }

  @Test
  void shouldTellAWatermarkOnlyWhenItsResultsAreOut() throws Exception {
    run(SLICE);

    assertThat(told).hasSize(KEYS).allMatch(watermark -> watermark < 9);
    await("no results left", () -> !engine.isFiring());
  }

  @Test
  void shouldFinishAFiringWhenItIsClosed() {
    engine = start(SLICE);
    publishAll();
    engine.close();

    assertThat(taken).as("with the window of the events behind").hasSize(KEYS + 1);
    assertThat(engine.counters().windows().get(0).liveRows()).isZero();
  }

  @Test
  void shouldHaveHandedOutAllWhenPublishingInlineReturns() {
    List<Long> keys = new ArrayList<>();
    EngineOptions<Note> options =
        EngineOptions.<Note>inline().firingSlice(1).onResult(result -> keys.add(result.key()));
    try (Engine<Note> inline = Engine.start(job("inline"), options)) {
      Publisher<Note> publisher = inline.publisher();
      for (int key = 0; key < KEYS; key++) {
        publish(publisher, 5, key);
      }
      publish(publisher, 10, 0);
      assertThat(keys).hasSize(KEYS).isSorted();
      assertThat(inline.watermark()).isEqualTo(9);
    }
  }

  @Test
  void shouldHandOutARowBeforeALateEventChangesIt() {
    List<String> rows = new ArrayList<>();
    try (Engine<Note> inline = startInline(result -> rows.add(row(result)))) {
      publish(inline.publisher(), new long[] {5, 5, 5, 10, 6, 6}, new long[] {0, 1, 2, 0, 2, 3});

      assertThat(rows)
          .containsExactly(
              "0: 1 #0 ON_TIME",
              "2: 1 #0 ON_TIME",
              "2: 2 #1 LATE",
              "3: 1 #0 LATE",
              "1: 1 #0 ON_TIME");
    }
  }

  @Test
  void shouldCloseAWindowThatTheWatermarkHasPassedMeanwhile() {
    try (Engine<Note> inline = startInline(result -> {})) {
      publishBatches(inline.publisher(), 5, 10, 16);

      assertThat(inline.watermark()).isEqualTo(15);
      assertThat(inline.counters().windows().get(0).liveRows())
          .as("rows of [10, 20) alone")
          .isEqualTo(SlotBatch.SIZE);
    }
  }

  @Test
  void shouldTellWatermarksWhileFiringsFollowEachOther() {
    Map<Long, Long> toldAtFirstRow = new TreeMap<>();
    engine = startInline(result -> toldAtFirstRow.putIfAbsent(result.start(), engine.watermark()));
    try (Engine<Note> inline = engine) {
      publishBatches(inline.publisher(), 5, 10, 20, 30);

      assertThat(toldAtFirstRow.get(10L)).isEqualTo(9);
      assertThat(toldAtFirstRow.get(20L)).isEqualTo(19);
      assertThat(inline.watermark()).isEqualTo(29);
    }
  }

  @Test
  void shouldFireInSlicesThoughOtherWindowsFireMeanwhile() {
    List<String> windows = new ArrayList<>();
    List<Long> told = new ArrayList<>();
    engine =
        startInline(
            result -> {
              windows.add(result.start() + ":" + result.key());
              told.add(engine.watermark());
            });
    try (Engine<Note> inline = engine) {
      publishBatches(inline.publisher(), 5, 10, 20, 30);

      int rows = SlotBatch.SIZE;
      assertThat(windows).hasSize(3 * rows);
      assertThat(windows.subList(0, rows)).allMatch(row -> row.startsWith("0:"));
      assertThat(windows.subList(rows, 2 * rows)).allMatch(row -> row.startsWith("10:"));
      assertThat(told.get(rows - 1)).as("before the first window's last row").isLessThan(9);
      assertThat(inline.watermark()).isEqualTo(29);
    }
  }

  @Test
  void shouldFireALeapOverManyWindowsInSlices() throws Exception {
    engine =
        Engine.start(
            job("leap", WatermarkStrategy.none()),
            fused(4_096).firingSlice(SLICE).onResult(this::take));
    Publisher<Note> publisher = engine.publisher();
    long last = 10L * KEYS;
    for (long time = 0; time < last; time += 10) {
      publish(publisher, time, 0);
    }
    publisher.watermark(0, last - 1);
    for (int i = 0; i < BEHIND; i++) {
      publish(publisher, last, 0);
    }
    assertThat(engine.awaitWatermark(last - 1, Duration.ofNanos(PATIENCE_NS))).isTrue();
    engine.halt();

    assertThat(taken).as("a window each").hasSize(KEYS);
    assertThat(taken.get(KEYS - 1)).as("events before the last").isEqualTo(KEYS + BEHIND);
    assertThat(told).isSorted().allMatch(watermark -> watermark < last - 1);
  }

  @Test
  void shouldFinishAFiringBeforeAnErrorStopsTheJob() {
    List<Long> keys = new ArrayList<>();
    Engine<Note> inline = startInline(result -> keys.add(result.key()));

    assertThatThrownBy(
            () ->
                publish(
                    inline.publisher(), new long[] {5, 5, 5, 10, 10}, new long[] {0, 1, 2, 0, BAD}))
        .hasRootCauseMessage("bad key");
    assertThat(keys).containsExactly(0L, 1L, 2L);
    inline.halt();
  }

  @Test
  void shouldFinishAFiringBeforeALateEventStopsTheJob() {
    List<Long> keys = new ArrayList<>();
    Engine<Note> inline = startInline(LatePolicy.FAIL, result -> keys.add(result.key()));

    assertThatThrownBy(
            () ->
                publish(
                    inline.publisher(), new long[] {15, 15, 15, 20, 1}, new long[] {0, 1, 2, 0, 0}))
        .hasRootCauseInstanceOf(TooLateException.class);
    assertThat(keys).containsExactly(0L, 1L, 2L);
    inline.halt();
  }

  /** Also where late events have rows handed out ahead. */
  @Test
  void shouldAllocateNothing() {
    long[] handed = new long[2];
    try (Engine<Note> inline = startInline(result -> handed[result.revision() > 0 ? 1 : 0]++)) {
      Publisher<Note> publisher = inline.publisher();
      long start = 0;
      for (; start < 3_000; start += 10) {
        publishRound(publisher, start);
      }
      Arrays.fill(handed, 0);
      long before = Allocation.soFar();
      for (; start < 6_000; start += 10) {
        publishRound(publisher, start);
      }
      long bytes = Allocation.soFar() - before;

      assertThat(handed).containsOnly(300L * SlotBatch.SIZE);
      assertThat(bytes).as("bytes for 300 windows").isLessThan(Allocation.NOISE_BYTES);
    }
  }

  /** A batch for a window, a batch that has it fire, and a batch for it that is late. */
  private static void publishRound(Publisher<Note> publisher, long start) {
    publisher.claim(3 * SlotBatch.SIZE);
    for (int i = 0; i < 3 * SlotBatch.SIZE; i++) {
      Note note = publisher.event(i);
      int batch = i / SlotBatch.SIZE;
      note.time = start + (batch == 0 ? 5 : batch == 1 ? 10 : 6);
      note.key = batch == 1 ? 0 : i % SlotBatch.SIZE;
      note.value = 1;
      publisher.set(i, 0, note.time);
    }
    publisher.publishClaimed(3 * SlotBatch.SIZE);
  }

  @Test
  void shouldRefuseSlicesOfNothing() {
    assertThatThrownBy(() -> EngineOptions.<Note>fused().firingSlice(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("firing slice: 0 rows; expected 1 or more");
  }

  /** Windows of 10 ms that are kept for 5 more; slices of one row. */
  private static Engine<Note> startInline(ResultHandler results) {
    return startInline(LatePolicy.DROP, results);
  }

  private static Engine<Note> startInline(LatePolicy late, ResultHandler results) {
    Job<Note> job =
        Job.builder("late", Note::new)
            .timestamp(MILLISECONDS, note -> note.time)
            .key(FiringSliceTest::key)
            .watermarks(WatermarkStrategy.monotonous())
            .window(
                WindowDefinition.<Note>tumbling("w", ofMillis(10))
                    .allowedLateness(ofMillis(5))
                    .late(late)
                    .aggregate("n", count()))
            .build();
    EngineOptions<Note> options = EngineOptions.<Note>inline().batchLimit(4 * SlotBatch.SIZE);
    return Engine.start(job, options.firingSlice(1).onResult(results));
  }

  private static long key(Note note) {
    if (note.key == BAD) {
      throw new IllegalArgumentException("bad key");
    }
    return note.key;
  }

  private static String row(WindowResult result) {
    return "%d: %d #%d %s"
        .formatted(result.key(), result.longValue(0), result.revision(), result.kind());
  }

  /** For each time, in one claim, as many events of different keys as a batch has. */
  private static void publishBatches(Publisher<Note> publisher, long... batchTimes) {
    long[] times = new long[batchTimes.length * SlotBatch.SIZE];
    long[] keys = new long[times.length];
    for (int i = 0; i < times.length; i++) {
      times[i] = batchTimes[i / SlotBatch.SIZE];
      keys[i] = i % SlotBatch.SIZE;
    }
    publish(publisher, times, keys);
  }

  private static void publish(Publisher<Note> publisher, long[] times, long[] keys) {
    publisher.claim(times.length);
    for (int i = 0; i < times.length; i++) {
      Note note = publisher.event(i);
      note.time = times[i];
      note.key = keys[i];
      note.value = 1;
      publisher.set(i, 0, times[i]);
    }
    publisher.publishClaimed(times.length);
  }

  private void run(int slice) throws Exception {
    engine = start(slice);
    publishAll();
    assertThat(engine.awaitWatermark(9, Duration.ofNanos(PATIENCE_NS))).isTrue();
    engine.halt();
  }

  private Engine<Note> start(int slice) {
    return Engine.start(job("slices"), fused(4_096).firingSlice(slice).onResult(this::take));
  }

  private void take(WindowResult result) {
    taken.add(engine.counters().accepted.value());
    told.add(engine.watermark());
  }

  /** A window of many keys, then in one claim what has it fire and what comes behind that. */
  private void publishAll() {
    Publisher<Note> publisher = engine.publisher();
    for (int key = 0; key < KEYS; key++) {
      publish(publisher, 5, key);
    }
    long[] times = new long[BEHIND];
    Arrays.fill(times, 10);
    publish(publisher, times, new long[BEHIND]);
  }

  private static void publish(Publisher<Note> publisher, long timeMs, long key) {
    Note note = publisher.claim();
    note.time = timeMs;
    note.key = key;
    note.value = 1;
    publisher.publish(0, timeMs);
  }
}
