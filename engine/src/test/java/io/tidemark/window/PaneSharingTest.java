package io.tidemark.window;

import static io.tidemark.aggregate.Aggregates.avg;
import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.first;
import static io.tidemark.aggregate.Aggregates.last;
import static io.tidemark.aggregate.Aggregates.max;
import static io.tidemark.aggregate.Aggregates.min;
import static io.tidemark.aggregate.Aggregates.percentiles;
import static io.tidemark.aggregate.Aggregates.sum;
import static io.tidemark.time.WatermarkStrategy.boundedOutOfOrderness;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.aggregate.Aggregation;
import io.tidemark.aggregate.Value;
import io.tidemark.counters.Counters;
import io.tidemark.counters.WindowCounters;
import io.tidemark.output.LateEvent;
import io.tidemark.output.LateKind;
import io.tidemark.output.WindowResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Definitions that share panes give what they give without, in the same order. */
class PaneSharingTest {
  private static final int SEEDS = Integer.getInteger("tidemark.sharings", 300);
  private static final int EVENTS = 1_500;

  private static final Value<Sample> VALUE = Value.ofLong(sample -> sample.value);
  private static final Value<Sample> REAL = Value.ofDouble(sample -> sample.value);

  private static final List<Aggregation<Sample>> AGGREGATES =
      List.of(
          count(),
          sum(VALUE),
          min(VALUE),
          max(VALUE),
          first(VALUE),
          last(VALUE),
          avg(VALUE),
          sum(REAL));

  /** An event. */
  static final class Sample extends Event {
    long time;
    long key;
    long value;
  }

  @Test
  void shouldGiveWhatDefinitionsGiveThatShareNothing() {
    Totals totals = new Totals();
    for (long seed = 0; seed < SEEDS; seed++) {
      new Comparison(seed, totals).run();
    }
    assertThat(totals.shared).isGreaterThan(SEEDS / 2);
    assertThat(totals.firings).isGreaterThan(200L * SEEDS);
    assertThat(totals.lateFirings).isGreaterThan(20L * SEEDS);
    assertThat(totals.partlyLate).isGreaterThan(SEEDS);
    assertThat(totals.tooLateForSome).isGreaterThan(SEEDS);
  }

  @Test
  void shouldShareWhereWindowsSlideTogether() {
    WindowDefinition<Sample> ten = sliding(10, 5).aggregate("n", count());
    WindowDefinition<Sample> sixty = sliding(60, 5).aggregate("sum", sum(VALUE));

    assertThat(sharing(List.of(ten, sixty))).containsExactly(true, true);
    assertThat(sharing(List.of(ten, sliding(60, 10).aggregate("n", count()), sixty)))
        .containsExactly(true, false, true);
    assertThat(sharing(List.of(ten.offset(ofMillis(1)), sixty))).containsExactly(false, false);
    assertThat(sharing(List.of(ten.offset(ofMillis(1)), sixty.endInclusive())))
        .containsExactly(true, true);
    assertThat(sharing(List.of(ten.allowedLateness(ofMillis(7)).late(LatePolicy.DROP), sixty)))
        .containsExactly(true, true);
  }

  @Test
  void shouldShareNothingWhereItWouldNotDo() {
    WindowDefinition<Sample> ten = sliding(10, 5).aggregate("n", count());

    assertThat(sharing(List.of(ten))).containsExactly(false);
    assertThat(sharing(List.of(ten, sliding(12, 5).aggregate("n", count()))))
        .containsExactly(false, false);
    assertThat(sharing(List.of(ten, ten.late(LatePolicy.ADJUST)))).containsExactly(false, false);
    assertThat(sharing(List.of(ten, ten.atMost(9, AtCeiling.FAIL)))).containsExactly(false, false);
    assertThat(sharing(List.of(ten, ten.early(EarlyFiring.everyEvents(3)))))
        .containsExactly(false, false);
    assertThat(sharing(List.of(ten, ten.aggregate("p", percentiles(VALUE, 2, 1_000, 50)))))
        .containsExactly(false, false);
  }

  private static WindowDefinition<Sample> sliding(long size, long slide) {
    return WindowDefinition.sliding("w", ofMillis(size), ofMillis(slide));
  }

  /** For each definition, whether it shares panes with another. */
  private static List<Boolean> sharing(List<WindowDefinition<Sample>> all) {
    ValueLayout<Sample> values = new ValueLayout<>(all);
    List<OperatorSetup> setups =
        all.stream()
            .map(
                definition ->
                    new OperatorSetup(
                        "w",
                        0,
                        MILLISECONDS,
                        definition.allowedLateness(MILLISECONDS),
                        0,
                        definition.effectiveTriggers(),
                        null,
                        0,
                        definition.rowCode(values, MILLISECONDS),
                        definition.columns(),
                        new Counters(1, List.of("w")).windows().get(0),
                        result -> {}))
            .toList();
    LateEvents.Rule[] rules =
        all.stream()
            .map(definition -> definition.lateRule(MILLISECONDS, true))
            .toArray(LateEvents.Rule[]::new);
    WindowOperator[] operators = PaneSharing.operators(all, setups, rules, new Deadline());
    return Arrays.stream(operators).map(operator -> operator != null).toList();
  }

  private static final class Totals {
    int shared;
    long firings;
    long lateFirings;
    long partlyLate;

    /** Events that one definition took and another was too late for. */
    long tooLateForSome;
  }

  private static final class Comparison {
    private final long seed;
    private final Totals totals;
    private final SplittableRandom random;
    private final long slide;
    private final long longest;
    private final int bound;
    private final int batch;
    private final List<WindowDefinition<Sample>> definitions = new ArrayList<>();
    private final long[] times = new long[EVENTS];
    private final long[] keys = new long[EVENTS];
    private final long[] values = new long[EVENTS];

    Comparison(long seed, Totals totals) {
      this.seed = seed;
      this.totals = totals;
      this.random = new SplittableRandom(seed);
      this.slide = 1L + random.nextInt(random.nextBoolean() ? 3 : 12);
      this.longest = slide * (1 + random.nextInt(random.nextInt(3) == 0 ? 80 : 12));
      this.bound = random.nextInt(25);
      this.batch = random.nextBoolean() ? 1 : 1 << random.nextInt(9);
      long offset = random.nextLong(1 - slide, slide);
      for (int n = 2 + random.nextInt(2); n > 0; n--) {
        definitions.add(definition("w" + n, offset));
      }
      fill();
    }

    private WindowDefinition<Sample> definition(String name, long offset) {
      long size = slide * (1 + random.nextLong(longest / slide));
      WindowDefinition<Sample> windows =
          random.nextInt(8) == 0
              ? WindowDefinition.tumbling(name, ofMillis(size))
              : WindowDefinition.<Sample>sliding(name, ofMillis(size), ofMillis(slide))
                  .offset(ofMillis(offset));
      if (random.nextInt(8) == 0) {
        windows = windows.endInclusive();
      }
      if (random.nextInt(8) == 0) {
        windows = windows.late(LatePolicy.DROP);
      }
      int lateness = random.nextBoolean() ? 0 : random.nextInt(3 * (int) longest);
      windows = windows.allowedLateness(ofMillis(lateness));
      int most = random.nextInt(3) == 0 ? AGGREGATES.size() : 3;
      for (int n = 1 + random.nextInt(most); n > 0; n--) {
        windows = windows.aggregate("a" + n, AGGREGATES.get(random.nextInt(AGGREGATES.size())));
      }
      return windows;
    }

    private void fill() {
      int kinds = random.nextBoolean() ? 3 : 60;
      int keyLife = random.nextInt(3) == 0 ? 1 + random.nextInt(40) : 0;
      long now = 0;
      for (int i = 0; i < EVENTS; i++) {
        int pace = random.nextInt(100);
        now += pace == 0 ? random.nextInt(2 * (int) longest) : pace < 30 ? 1 : 0;
        now += random.nextInt(1_000) == 0 ? 1_000_000_000L : 0;
        int far = random.nextInt(10);
        long behind = far == 0 ? random.nextInt(3 * (int) longest) : 0;
        times[i] = now - behind - random.nextInt(bound + 1);
        keys[i] = (keyLife == 0 ? 0 : now / keyLife) + random.nextInt(kinds);
        values[i] = random.nextInt(1_000) - 500L;
      }
    }

    void run() {
      Run apart = apart(EngineOptions.inline());
      Run shared = new Run(EngineOptions.inline());
      shared.assertSameAs(apart);
      if (seed % 10 == 0) {
        Run fused = new Run(EngineOptions.fused());
        fused.assertSameAs(apart);
      }
      totals.shared += shared.sharesPanes() ? 1 : 0;
      totals.tooLateForSome += shared.sharesPanes() ? shared.tooLateForSome : 0;
    }

    private Run apart(EngineOptions<Sample> options) {
      System.setProperty(PaneSharing.APART_PROPERTY, "true");
      try {
        return new Run(options);
      } finally {
        System.clearProperty(PaneSharing.APART_PROPERTY);
      }
    }

    @Override
    public String toString() {
      return "seed %d: slide %d, bound %d, batch %d, %s"
          .formatted(
              seed,
              slide,
              bound,
              batch,
              definitions.stream()
                  .map(d -> d.shape() + " " + d.allowedLateness(MILLISECONDS))
                  .toList());
    }

    /** All that comes of the stream. */
    private final class Run {
      final List<String> outputs = new ArrayList<>();
      final List<String> counters;
      long tooLateForSome;

      Run(EngineOptions<Sample> options) {
        Engine<Sample> engine =
            Engine.start(
                job(),
                options
                    .batchLimit(batch)
                    .onResult(result -> outputs.add(text(result)))
                    .onLate(event -> outputs.add(text(event)))
                    .reportLate(LateKind.PARTLY_LATE));
        for (int i = 0; i < EVENTS; i += batch) {
          publish(engine, i, Math.min(EVENTS - i, batch));
        }
        engine.close();
        assertThat(engine.counters().imbalance()).isEmpty();
        counters = engine.counters().windows().stream().map(Comparison::text).toList();
        engine
            .counters()
            .windows()
            .forEach(
                w -> {
                  totals.firings += w.onTimeFirings.value();
                  totals.lateFirings += w.lateFirings.value();
                  totals.partlyLate += w.partlyLate.value();
                  assertThat(w.liveRows()).isZero();
                });
        long[] tooLate =
            engine.counters().windows().stream().mapToLong(w -> w.tooLate.value()).toArray();
        tooLateForSome =
            IntStream.range(1, tooLate.length)
                .mapToLong(n -> Math.abs(tooLate[n] - tooLate[0]))
                .max()
                .orElse(0);
      }

      void assertSameAs(Run apart) {
        for (int i = 0; i < Math.min(outputs.size(), apart.outputs.size()); i++) {
          if (!outputs.get(i).equals(apart.outputs.get(i))) {
            assertThat(outputs.get(i))
                .as("output %d of %s", i, Comparison.this)
                .isEqualTo(apart.outputs.get(i));
          }
        }
        assertThat(outputs).as(Comparison.this::toString).hasSameSizeAs(apart.outputs);
        assertThat(counters).as(Comparison.this::toString).isEqualTo(apart.counters);
      }

      boolean sharesPanes() {
        return definitions.stream()
                .filter(d -> d.shape() instanceof WindowShape.Sliding s && !s.includesEnd())
                .count()
            > 1;
      }

      private Job<Sample> job() {
        var job =
            Job.builder("sharing", Sample::new)
                .timestamp(MILLISECONDS, sample -> sample.time)
                .key(sample -> sample.key)
                .watermarks(boundedOutOfOrderness(ofMillis(bound)));
        definitions.forEach(job::window);
        return job.build();
      }

      private void publish(Engine<Sample> engine, int from, int count) {
        engine.publisher().claim(count);
        for (int i = 0; i < count; i++) {
          Sample sample = engine.publisher().event(i, 0, 0);
          sample.time = times[from + i];
          sample.key = keys[from + i];
          sample.value = values[from + i];
        }
        engine.publisher().publishClaimed(count);
      }
    }

    private static String text(WindowResult result) {
      return result + (result.isFinal() ? " final" : "");
    }

    private static String text(LateEvent<Sample> late) {
      return "%s %s k%d %d@%d missed %d counted %d"
          .formatted(
              late.kind(),
              late.window(),
              late.event().key,
              late.event().time,
              late.watermark(),
              late.missedWindows(),
              late.countedWindows());
    }

    private static String text(WindowCounters w) {
      return "%s, partly late %s, windows %s - %s, rows %s - %s, firings %s + %s"
          .formatted(
              w,
              w.partlyLate,
              w.openedWindows,
              w.closedWindows,
              w.openedRows,
              w.closedRows,
              w.onTimeFirings,
              w.lateFirings);
    }
  }
}
