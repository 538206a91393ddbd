package io.tidemark.window;

import static io.tidemark.aggregate.Aggregates.count;
import static io.tidemark.aggregate.Aggregates.first;
import static io.tidemark.aggregate.Aggregates.last;
import static io.tidemark.aggregate.Aggregates.max;
import static io.tidemark.aggregate.Aggregates.sum;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.aggregate.Value;
import io.tidemark.counters.Counters;
import io.tidemark.output.FiringKind;
import io.tidemark.output.LateEvent;
import io.tidemark.output.LateKind;
import io.tidemark.output.WindowResult;
import io.tidemark.time.SlotBatch;
import io.tidemark.time.SlotKind;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Windows run by the general operator and by the operators of their shapes, which are held against
 * the oracle.
 */
class GeneralOperatorTest {
  private static final int SEEDS = 1_000;

  /** These take several times as long, as their outputs are put in order. */
  private static final int SLICED_SEEDS = 200;

  private static final int BATCHES = 12;
  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");

  @Test
  void shouldDoAsTheOperatorsOfTheShapesDo() {
    Totals totals = new Totals();
    for (long seed = 0; seed < SEEDS; seed++) {
      new Comparison(seed, totals).run();
    }
    assertThat(totals.firings).isGreaterThan(20L * SEEDS);
    assertThat(totals.lateFirings).isGreaterThan(SEEDS);
    assertThat(totals.tooLate).isGreaterThan(SEEDS);
    assertThat(totals.partlyLate).isGreaterThan(SEEDS);
    assertThat(totals.unassigned).isGreaterThan(SEEDS);
  }

  @Test
  void shouldGiveTheSameInSlices() {
    Totals totals = new Totals();
    for (long seed = 0; seed < SLICED_SEEDS; seed++) {
      new Comparison(seed, totals).runInSlices();
    }
    assertThat(totals.betweenSlices).isGreaterThan(20L * SLICED_SEEDS);
    assertThat(totals.lateFirings).isGreaterThan(SLICED_SEEDS);
  }

  private static final class Totals {
    /** Results that came when some of a window were still to come. */
    long betweenSlices;

    long firings;
    long lateFirings;
    long tooLate;
    long partlyLate;
    long unassigned;
  }

  /** One of the two stages, and what came out of it. */
  private static final class Run implements BatchSlots<String> {
    final List<String> outputs = new ArrayList<>();

    /** The row of each output: those of one row have an order in any case. */
    final List<String> rows = new ArrayList<>();

    /** By how much a window's end - 1 is less than the watermark at which it fires. */
    final Map<String, Integer> shifts = new HashMap<>();

    long told = Long.MIN_VALUE;

    /** Where keys keep their places from window to window; the general operator knows none. */
    final Set<String> sliding = new HashSet<>();

    /** For each output: the window of that kind that fired in time, or nothing. */
    private final List<String> firings = new ArrayList<>();

    final Counters counters;
    final WindowStage<String> stage;

    Run(List<WindowDefinition<String>> definitions, boolean general, int slice) {
      List<String> names = definitions.stream().map(WindowDefinition::name).toList();
      ValueLayout<String> values = new ValueLayout<>(definitions);
      Deadline deadline = new Deadline();
      List<WindowOperator> operators = new ArrayList<>();
      counters = new Counters(1, names);
      for (WindowDefinition<String> definition : definitions) {
        shifts.put(definition.name(), definition.shape().includesEnd() ? 1 : 0);
        if (definition.shape() instanceof WindowShape.Sliding) {
          sliding.add(definition.name());
        }
        OperatorSetup setup =
            new OperatorSetup(
                definition.name(),
                operators.size(),
                TimeUnit.MILLISECONDS,
                definition.allowedLateness(TimeUnit.MILLISECONDS),
                definition.shape().includesEnd() ? 1 : 0,
                Triggers.DEFAULT,
                null,
                0,
                definition.rowCode(values, TimeUnit.MILLISECONDS),
                definition.columns(),
                counters.windows().get(operators.size()),
                this::onResult);
        operators.add(
            general
                ? new GeneralOperator(setup, assigner(definition.shape()), deadline)
                : definition.shape().operator(setup, deadline));
      }
      LateEvents.Rule[] rules =
          definitions.stream()
              .map(definition -> definition.lateRule(TimeUnit.MILLISECONDS, false))
              .toArray(LateEvents.Rule[]::new);
      LateEvents<String> late =
          new LateEvents<>(rules, this::onLate, EnumSet.allOf(LateKind.class));
      stage = new WindowStage<>(operators, new Firings(slice, deadline), deadline, null, late);
    }

    private static WindowAssigner assigner(WindowShape shape) {
      long shift = shape.includesEnd() ? 1 : 0;
      if (shape instanceof WindowShape.Sliding s) {
        return new SlidingAssigner(
            s.size().toMillis(), s.slide().toMillis(), s.offset().toMillis(), shift);
      }
      if (shape instanceof WindowShape.Tumbling t) {
        return new TumblingAssigner(t.size().toMillis(), t.offset().toMillis(), shift);
      }
      if (shape instanceof CumulativeShape c) {
        return new CumulativeAssigner(
            c.max().toMillis(), c.step().toMillis(), c.offset().toMillis(), shift);
      }
      return shape instanceof CalendarShape calendar
          ? calendar.edges(TimeUnit.MILLISECONDS)
          : ((ExchangeShape) shape).edges(TimeUnit.MILLISECONDS);
    }

    private void onResult(WindowResult result) {
      if (result.kind() == FiringKind.ON_TIME) {
        assertThat(result.end() - 1 + shifts.get(result.window())).isGreaterThan(told);
      }
      outputs.add(result + (result.isFinal() ? " final" : ""));
      boolean isSliding = sliding.contains(result.window());
      boolean isInTime = result.kind() == FiringKind.ON_TIME;
      firings.add(isSliding && isInTime ? result.window() + " " + result.start() : "");
      rows.add(
          "%s %d %d %d".formatted(result.window(), result.end(), result.start(), result.key()));
    }

    private void onLate(LateEvent<String> late) {
      outputs.add(
          "%s %s %s %d missed %d counted %d"
              .formatted(
                  late.kind(),
                  late.window(),
                  late.event(),
                  late.watermark(),
                  late.missedWindows(),
                  late.countedWindows()));
      rows.add("late");
      firings.add("");
    }

    @Override
    public String slot(int i) {
      return "slot " + i;
    }

    @Override
    public void onSkipped(int i) {
      outputs.add("skipped " + i);
      rows.add("skipped");
      firings.add("");
    }

    /** The outputs; the rows of a firing of a sliding window in time in an order of their own. */
    List<String> takeOutputs() {
      for (int from = 0, to = 1; from < outputs.size(); to++) {
        if (to == outputs.size() || !firings.get(to).equals(firings.get(from))) {
          if (!firings.get(from).isEmpty()) {
            outputs.subList(from, to).sort(Comparator.naturalOrder());
          }
          from = to;
        }
      }
      List<String> taken = List.copyOf(outputs);
      outputs.clear();
      rows.clear();
      firings.clear();
      return taken;
    }

    /** From now on no window fires in time that ends by this watermark. */
    void toldUpTo(long watermark) {
      assertThat(watermark).as("told watermark").isGreaterThanOrEqualTo(told);
      told = watermark;
    }

    /** All outputs, put together by rows. */
    List<String> byRows() {
      return IntStream.range(0, outputs.size())
          .boxed()
          .sorted(Comparator.comparing(rows::get))
          .map(i -> rows.get(i) + ": " + outputs.get(i))
          .toList();
    }

    String counts() {
      StringBuilder text = new StringBuilder();
      counters
          .windows()
          .forEach(
              w ->
                  text.append(w)
                      .append(" + partly late ")
                      .append(w.partlyLate)
                      .append(", firings ")
                      .append(w.onTimeFirings)
                      .append(" + ")
                      .append(w.lateFirings)
                      .append(", live windows ")
                      .append(w.liveWindows())
                      .append('\n'));
      return text.toString();
    }
  }

  private static final class Comparison {
    private final long seed;
    private final Totals totals;
    private final SplittableRandom random;
    private final List<WindowDefinition<String>> definitions = new ArrayList<>();
    private final Run fast;
    private final Run general;
    private final SlotBatch batch = new SlotBatch(1);
    private final int keys;

    /** What the numbers drawn here are, in ms: 1, or an hour around a change of the clock. */
    private final long unit;

    private final long origin;
    private final long bound;
    private long front;
    private long watermark = Long.MIN_VALUE;

    Comparison(long seed, Totals totals) {
      this.seed = seed;
      this.totals = totals;
      this.random = new SplittableRandom(seed);
      unit = random.nextInt(3) == 0 ? ofHours(1).toMillis() : 1;
      origin = unit == 1 ? 0 : Instant.parse("2024-11-03T06:00:00Z").toEpochMilli();
      int count = random.nextInt(1, 4);
      while (definitions.size() < count) {
        definitions.add(definition());
      }
      keys = random.nextBoolean() ? 2 : 20;
      bound = random.nextInt(20);
      front = random.nextLong(-100, 100);
      fast = new Run(definitions, false, Integer.MAX_VALUE);
      general = new Run(definitions, true, Integer.MAX_VALUE);
    }

    private WindowDefinition<String> definition() {
      WindowDefinition<String> definition = shaped("w" + definitions.size());
      if (random.nextInt(3) == 0) {
        definition = definition.endInclusive();
      }
      long lateness =
          random.nextInt(3) == 0 ? 0 : random.nextInt(5) == 0 ? 1L << 20 : random.nextInt(30);
      Value<String> value = Value.ofLong(String::length);
      return definition
          .allowedLateness(ofMillis(lateness * unit))
          .aggregate("n", count())
          .aggregate("sum", sum(value))
          .aggregate("max", max(value))
          .aggregate("first", first(value))
          .aggregate("last", last(value));
    }

    private WindowDefinition<String> shaped(String name) {
      long size = random.nextInt(1, 40);
      long slide = random.nextInt(1, 30);
      return switch (random.nextInt(unit == 1 ? 3 : 5)) {
        case 0 ->
            WindowDefinition.<String>tumbling(name, ofMillis(size * unit)).offset(offset(size));
        case 1 ->
            WindowDefinition.<String>sliding(name, ofMillis(size * unit), ofMillis(slide * unit))
                .offset(offset(slide));
        case 2 ->
            WindowDefinition.<String>cumulative(
                    name, ofMillis(slide * unit * random.nextInt(1, 8)), ofMillis(slide * unit))
                .offset(offset(slide));
        case 3 ->
            WindowDefinition.<String>calendar(
                    name, random.nextBoolean() ? CalendarPeriod.DAY : CalendarPeriod.WEEK, NEW_YORK)
                .offset(offset(24));
        default ->
            WindowDefinition.exchange(
                name,
                ExchangeHours.of(
                    LocalTime.of(random.nextInt(24), 30),
                    LocalTime.of(random.nextInt(24), 0),
                    NEW_YORK));
      };
    }

    private Duration offset(long period) {
      return ofMillis(random.nextLong(1 - period, period) * unit);
    }

    void run() {
      for (int b = 0; b < BATCHES; b++) {
        fill();
        long after = b == BATCHES - 1 ? Long.MAX_VALUE : watermark;
        assertThat(general.stage.onBatch(batch, 0, batch.size, after, general))
            .isEqualTo(fast.stage.onBatch(batch, 0, batch.size, after, fast));
        List<String> expected = fast.takeOutputs();
        totals.firings += expected.size();
        assertThat(general.takeOutputs()).as(this::toString).isEqualTo(expected);
        assertThat(general.counts()).as(this::toString).isEqualTo(fast.counts());
      }
      fast.counters
          .windows()
          .forEach(
              w -> {
                totals.lateFirings += w.lateFirings.value();
                totals.tooLate += w.tooLate.value();
                totals.partlyLate += w.partlyLate.value();
                totals.unassigned += w.unassigned.value();
              });
      general.counters.windows().forEach(w -> assertThat(w.liveRows()).as(this::toString).isZero());
    }

    /** Both stages in slices of few rows, with as many of them between batches as it happens. */
    void runInSlices() {
      int slice = random.nextInt(1, 4);
      Run fastInSlices = new Run(definitions, false, slice);
      Run generalInSlices = new Run(definitions, true, slice);
      for (int b = 0; b < BATCHES; b++) {
        fill();
        long after = b == BATCHES - 1 ? Long.MAX_VALUE : watermark;
        fast.stage.onBatch(batch, 0, batch.size, after, fast);
        takeInSlices(fastInSlices, after);
        takeInSlices(generalInSlices, after);
      }
      assertThat(fastInSlices.byRows()).as(this::toString).isEqualTo(fast.byRows());
      assertThat(fastInSlices.counts()).as(this::toString).isEqualTo(fast.counts());
      assertThat(generalInSlices.byRows()).as(this::toString).isEqualTo(fast.byRows());
      assertThat(generalInSlices.counts()).as(this::toString).isEqualTo(fast.counts());
      fast.counters.windows().forEach(w -> totals.lateFirings += w.lateFirings.value());
    }

    private void takeInSlices(Run run, long after) {
      run.stage.onBatch(batch, 0, batch.size, after, run);
      for (int n = random.nextInt(4); n > 0; n--) {
        int before = run.outputs.size();
        run.stage.fireSlice();
        totals.betweenSlices += run.stage.isFiring() ? run.outputs.size() - before : 0;
      }
      if (random.nextInt(BATCHES) == 0) {
        run.stage.finishFiring();
      }
      checkToldWatermark(run);
    }

    /** No window that ends by what is said to be handed out has a first firing to come. */
    private void checkToldWatermark(Run run) {
      assertThat(run.stage.isFiring()).isEqualTo(run.stage.handedOutUpTo() < Long.MAX_VALUE);
      run.toldUpTo(Math.min(watermark, run.stage.handedOutUpTo()));
    }

    private void fill() {
      batch.size = random.nextInt(1, SlotBatch.SIZE + 1);
      for (int i = 0; i < batch.size; i++) {
        int pace = random.nextInt(100);
        front += pace == 0 ? random.nextInt(100) : pace < 40 ? random.nextInt(3) : 0;
        long behind = random.nextInt(20) == 0 ? random.nextInt(80) : 0;
        batch.kinds[i] =
            random.nextInt(50) == 0
                ? SlotBatch.FILTERED
                : random.nextInt(50) == 0 ? SlotBatch.RETURNED : SlotKind.EVENT;
        batch.timestamps[i] = time(front - random.nextLong(bound + 1) - behind);
        batch.keys[i] = random.nextInt(keys);
        batch.values[i] = random.nextInt(1_000) - 500L;
        batch.judgedBy[i] = watermark;
        watermark = Math.max(watermark, time(front - bound) - 1);
      }
    }

    private long time(long number) {
      return origin + number * unit;
    }

    @Override
    public String toString() {
      return "seed " + seed + ": " + definitions.stream().map(WindowDefinition::shape).toList();
    }
  }
}
