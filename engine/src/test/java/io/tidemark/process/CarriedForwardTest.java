package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Value;
import io.tidemark.counters.ProcessCounters;
import io.tidemark.time.WatermarkStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The last value carried forward. */
class CarriedForwardTest {
  private static CarriedForward<Told> carried(long size, long horizon) {
    return CarriedForward.<Told>of("c", Duration.ofMillis(size), Duration.ofMillis(horizon))
        .value("v", Value.ofLong(event -> event.value));
  }

  private static ProcessRun run(long size, long horizon) {
    return new ProcessRun(ProcessRun.job().process(carried(size, horizon)).build());
  }

  @Test
  void shouldFillWindowsUpToTheHorizon() {
    ProcessRun run = run(10, 25);
    run.event(1, 12, 5).event(1, 16, 6).event(1, 14, 7);
    run.watermark(18).gives();
    run.watermark(19).gives("c.windows 1 @19 start=10 end=20 events=3 v=6");
    run.watermark(39)
        .gives(
            "c.windows 1 @29 start=20 end=30 events=0 v=6",
            "c.windows 1 @39 start=30 end=40 events=0 v=6");
    // The next one begins at 40 <= 16 + 25, the one after it at 50.
    run.watermark(1_000_000_000).gives("c.windows 1 @49 start=40 end=50 events=0 v=6");
    assertThat(run.counters().liveKeys()).isZero();
    assertThat(run.counters().expiredKeys.value()).isEqualTo(1);
  }

  @Test
  void shouldFillNothingWithoutAHorizon() {
    ProcessRun run = run(10, 0);
    run.event(1, 5, 5).event(2, 15, 6).watermark(100);
    run.gives(
        "c.windows 1 @9 start=0 end=10 events=1 v=5",
        "c.windows 2 @19 start=10 end=20 events=1 v=6");
  }

  @Test
  void shouldTakeTheOneThatArrivedLastOfEventsAtOneTime() {
    ProcessRun run = run(10, 0);
    run.event(1, 5, 5).event(1, 5, 6).event(1, 4, 7).watermark(9);
    run.gives("c.windows 1 @9 start=0 end=10 events=3 v=6");
  }

  /** What comes late changes no window that was handed out, but those to come. */
  @Test
  void shouldCarryWhatComesLate() {
    ProcessRun run = run(10, 100);
    run.event(1, 5, 5).watermark(9);
    run.gives("c.windows 1 @9 start=0 end=10 events=1 v=5");
    run.event(1, 7, 6).event(1, 3, 4).event(2, 8, 9).watermark(19);
    run.gives(
        "c.windows 1 @19 start=10 end=20 events=0 v=6",
        "c.windows 2 @19 start=10 end=20 events=0 v=9");
    assertThat(run.counters().late.value()).isEqualTo(3);
  }

  /** Nobody waits for windows behind the last event. */
  @Test
  void shouldStopAtTheLastEventAtTheEndOfTime() {
    ProcessRun run = run(10, 1_000_000_000);
    run.event(1, 5, 5).event(2, 25, 6);
    run.close();
    run.gives(
        "c.windows 1 @9 start=0 end=10 events=1 v=5",
        "c.windows 1 @19 start=10 end=20 events=0 v=5",
        "c.windows 1 @29 start=20 end=30 events=0 v=5",
        "c.windows 2 @29 start=20 end=30 events=1 v=6");
  }

  @ParameterizedTest
  @CsvSource({"inline, 8000", "fused, 2000"})
  void shouldDoAsANaiveProgramDoes(String layout, int streams) {
    long filled = 0;
    long late = 0;
    for (long seed = 0; seed < streams; seed++) {
      Random random = new Random(seed);
      long size = 1L + random.nextInt(12);
      long offset = random.nextBoolean() ? random.nextInt((int) size) : -random.nextInt((int) size);
      long horizon = random.nextInt(40);
      long bound = random.nextInt(10);
      List<long[]> events = events(random);
      List<String> actual = new ArrayList<>();

      ProcessCounters counters = play(layout, size, offset, horizon, bound, events, actual);

      Naive naive = new Naive(size, offset, horizon);
      assertThat(actual)
          .as("seed %d: size %d offset %d horizon %d bound %d", seed, size, offset, horizon, bound)
          .isEqualTo(naive.run(events, bound));
      assertThat(counters.late.value()).isEqualTo(naive.late);
      filled += naive.filled;
      late += naive.late;
    }
    assertThat(filled).isGreaterThan(streams);
    assertThat(late).isGreaterThan(streams);
  }

  private static List<long[]> events(Random random) {
    List<long[]> events = new ArrayList<>();
    long time = random.nextInt(100) - 50L;
    for (int i = 0; i < 30; i++) {
      time += random.nextInt(10) == 0 ? random.nextInt(60) : random.nextInt(5);
      events.add(new long[] {random.nextInt(3), time - random.nextInt(20), i});
    }
    return events;
  }

  private static ProcessCounters play(
      String layout,
      long size,
      long offset,
      long horizon,
      long bound,
      List<long[]> events,
      List<String> out) {
    EngineOptions<Told> options =
        layout.equals("fused")
            ? EngineOptions.<Told>fused().ringSize(16).withoutTicker()
            : EngineOptions.<Told>inline();
    Engine<Told> engine =
        Engine.start(
            ProcessRun.job()
                .watermarks(WatermarkStrategy.boundedOutOfOrderness(Duration.ofMillis(bound)))
                .process(carried(size, horizon).offset(Duration.ofMillis(offset)))
                .build(),
            options.onProcessResult(row -> out.add(row.toString())));
    Publisher<Told> publisher = engine.publisher();
    for (long[] event : events) {
      Told told = publisher.claim();
      told.key = event[0];
      told.time = event[1];
      told.value = event[2];
      publisher.publish(0, 0);
    }
    engine.close();
    assertThat(engine.counters().imbalance()).isEmpty();
    return engine.counters().processes().get(0);
  }

  /** Looks at all events again for each window and key. */
  private static final class Naive {
    private final long size;
    private final long offset;
    private final long horizon;
    private final List<long[]> onTime = new ArrayList<>();
    private final List<long[]> tooLate = new ArrayList<>();
    private final List<String> out = new ArrayList<>();
    private final Set<Long> known = new LinkedHashSet<>();
    private long watermark = Long.MIN_VALUE;
    long filled;
    long late;

    Naive(long size, long offset, long horizon) {
      this.size = size;
      this.offset = offset;
      this.horizon = horizon;
    }

    List<String> run(List<long[]> events, long bound) {
      for (long[] event : events) {
        if (end(event[1]) - 1 > watermark) {
          onTime.add(event);
        } else {
          late++;
          tooLate.add(event);
          known.add(event[0]);
        }
        advance(event[1] - bound - 1);
      }
      advance(onTime.stream().mapToLong(event -> end(event[1])).max().orElse(-1000) - 1);
      return out;
    }

    private void advance(long to) {
      if (to <= watermark) {
        return;
      }
      long from = watermark == Long.MIN_VALUE ? -200 : watermark;
      watermark = to;
      for (long end = end(from + 1); end - 1 <= to; end += size) {
        window(end);
      }
    }

    private void window(long end) {
      long start = end - size;
      onTime.stream()
          .filter(event -> event[1] >= start && event[1] < end)
          .forEach(event -> known.add(event[0]));
      for (long key : List.copyOf(known)) {
        long own = onTime.stream().filter(e -> e[0] == key && e[1] >= start && e[1] < end).count();
        long[] last = null;
        List<long[]> all = new ArrayList<>(onTime);
        all.addAll(tooLate);
        all.sort((a, b) -> Long.compare(a[2], b[2]));
        for (long[] event : all) {
          if (event[0] == key && event[1] < end && (last == null || event[1] >= last[1])) {
            last = event;
          }
        }
        if (own > 0 || start - last[1] <= horizon) {
          filled += own > 0 ? 0 : 1;
          out.add(
              "c.windows %d @%d start=%d end=%d events=%d v=%d"
                  .formatted(key, end - 1, start, end, own, last[2]));
        } else {
          known.remove(key);
        }
      }
    }

    private long end(long time) {
      return time - Math.floorMod(time - offset, size) + size;
    }
  }

  @Test
  void shouldRefuseSettingsThatCannotBe() {
    assertThatThrownBy(() -> run(0, 0)).hasMessage("processes[c].size: PT0S; expected more than 0");
    assertThatThrownBy(() -> run(1, -1))
        .hasMessage("processes[c].horizon: PT-0.001S; expected 0 or more");
    assertThatThrownBy(
            () -> ProcessRun.job().process(carried(5, 0).offset(Duration.ofMillis(5))).build())
        .hasMessage("processes[c].offset: PT0.005S; expected less than the size, to either side");
    assertThatThrownBy(() -> carried(5, 0).value("end", Value.ofLong(event -> 0)))
        .hasMessage("processes[c].values: two columns are named end");
    CarriedForward<Told> none = CarriedForward.of("c", Duration.ofMillis(1), Duration.ZERO);
    assertThatThrownBy(() -> none.check(TimeUnit.MILLISECONDS))
        .hasMessage("processes[c].values: none; expected at least one");
  }
}
