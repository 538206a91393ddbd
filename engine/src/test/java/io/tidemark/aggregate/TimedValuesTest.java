package io.tidemark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.aggregate.Streams.Observation;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Time-weighted averages, increases and rates of values out of order beside naive programs. */
class TimedValuesTest {
  private static final Value<Object> LONG = Value.ofLong(event -> 0);
  private static final Value<Object> CENTS = Value.ofDecimal(2, event -> 0);
  private static final Value<Object> DOUBLE = Value.ofDouble(event -> 0);
  private static final int PART = 100;

  /** What the rule of the disorder leaves of a stream, in the order of arrival. */
  private static List<Observation> kept(List<Observation> arrivals, int disorder) {
    List<Observation> kept = new ArrayList<>();
    for (Observation event : arrivals) {
      long later = kept.stream().filter(other -> other.time() > event.time()).count();
      boolean isFirst = later == kept.size();
      if (later <= disorder || isFirst) {
        kept.add(event);
      }
    }
    return kept;
  }

  private static List<Observation> inOrder(List<Observation> arrivals) {
    List<Observation> sorted = new ArrayList<>(arrivals);
    sorted.sort(Comparator.comparingLong(Observation::time));
    return sorted;
  }

  private static BigInteger standing(List<Observation> sorted, long end) {
    BigInteger sum = BigInteger.ZERO;
    for (int i = 0; i < sorted.size(); i++) {
      long until = i + 1 < sorted.size() ? sorted.get(i + 1).time() : end;
      sum =
          sum.add(
              BigInteger.valueOf(sorted.get(i).one())
                  .multiply(BigInteger.valueOf(until - sorted.get(i).time())));
    }
    return sum;
  }

  private static BigInteger gained(List<Observation> sorted) {
    BigInteger sum = BigInteger.ZERO;
    for (int i = 1; i < sorted.size(); i++) {
      BigInteger next = BigInteger.valueOf(sorted.get(i).one());
      BigInteger before = BigInteger.valueOf(sorted.get(i - 1).one());
      sum = sum.add(next.compareTo(before) < 0 ? next : next.subtract(before));
    }
    return sum;
  }

  @Test
  void shouldWeighByTimeWhateverTheOrder() {
    for (int disorder : new int[] {0, 1, 3, 8}) {
      Aggregate aggregate = Aggregates.twap(CENTS, disorder).aggregate();
      for (long seed = 0; seed < Streams.COUNT / 4; seed++) {
        RandomNumbers numbers = new RandomNumbers(seed);
        List<Observation> stream = new ArrayList<>();
        RowState state = new RowState(aggregate);
        for (int n = 1 + numbers.below(20); n > 0; n--) {
          Observation event = new Observation(numbers.nextLong(), 0, numbers.below(PART));
          stream.add(event);
          Streams.add(state, event);
        }
        List<Observation> kept = kept(stream, disorder);
        List<Observation> sorted = inOrder(kept);
        checkAverage(state, sorted, stream.size() - kept.size(), "seed " + seed);
      }
    }
  }

  /** Parts as panes and sessions have them: disjoint in time, whichever came first. */
  @Test
  void shouldMergePartsThatLieOneBehindTheOther() {
    for (int disorder : new int[] {0, 2, 8}) {
      Aggregate average = Aggregates.twap(CENTS, disorder).aggregate();
      Aggregate increase = Aggregates.increase(LONG, disorder).aggregate();
      for (long seed = 0; seed < Streams.COUNT / 6; seed++) {
        RandomNumbers numbers = new RandomNumbers(seed);
        List<RowState> averages = new ArrayList<>();
        List<RowState> increases = new ArrayList<>();
        List<Observation> all = new ArrayList<>();
        long skipped = 0;
        for (int part = 0; part < 4; part++) {
          List<Observation> stream = new ArrayList<>();
          averages.add(new RowState(average));
          increases.add(new RowState(increase));
          for (int n = numbers.below(12); n > 0; n--) {
            Observation event =
                new Observation(numbers.below(50), 0, (long) part * PART + numbers.below(PART));
            stream.add(event);
            Streams.add(averages.get(part), event);
            Streams.add(increases.get(part), event);
          }
          List<Observation> kept = kept(stream, disorder);
          skipped += (long) stream.size() - kept.size();
          all.addAll(kept);
        }
        List<Observation> sorted = inOrder(all);
        String name = "disorder " + disorder + " seed " + seed;
        for (RowState merged : groupings(averages)) {
          checkAverage(merged, sorted, skipped, name);
        }
        for (RowState merged : groupings(increases)) {
          assertThat(merged.results())
              .as(name)
              .containsExactly(gained(sorted).longValueExact(), skipped);
        }
      }
    }
  }

  /** After a merge a row still takes what comes late, if little has come after it. */
  @Test
  void shouldTakeLateValuesAfterAMerge() {
    Aggregate aggregate = Aggregates.increase(LONG, 2).aggregate();
    for (long seed = 0; seed < Streams.COUNT / 4; seed++) {
      RandomNumbers numbers = new RandomNumbers(seed);
      List<Observation> earlier = new ArrayList<>();
      List<Observation> later = new ArrayList<>();
      for (int i = 0; i < 1 + numbers.below(6); i++) {
        earlier.add(new Observation(numbers.below(50), 0, 10L * i));
      }
      for (int i = 0; i < 1 + numbers.below(2); i++) {
        later.add(new Observation(numbers.below(50), 0, PART + 10L * i));
      }
      Observation late =
          new Observation(numbers.below(50), 0, earlier.get(earlier.size() - 1).time() + 5);
      List<Observation> all = new ArrayList<>(earlier);
      all.addAll(later);
      all.add(late);
      for (boolean earlierFirst : new boolean[] {true, false}) {
        RowState one = stateOf(aggregate, earlierFirst ? earlier : later);
        one.merge(stateOf(aggregate, earlierFirst ? later : earlier));
        assertThat(Streams.add(one, late).results())
            .as("seed " + seed)
            .containsExactly(gained(inOrder(all)).longValueExact(), 0);
      }
    }
  }

  @Test
  void shouldCountWhatLiesInBetweenAsSkipped() {
    Aggregate aggregate = Aggregates.increase(LONG, 0).aggregate();
    RowState state = new RowState(aggregate).add(10, 0).add(20, 100);
    RowState between = new RowState(aggregate).add(12, 40).add(13, 50).add(14, 60);
    assertThat(state.merge(between).results()).containsExactly(10, 3);
  }

  @Test
  void shouldIncreaseOverResetsWhateverTheOrder() {
    for (int disorder : new int[] {0, 1, 3, 8}) {
      Aggregate increase = Aggregates.increase(LONG, disorder).aggregate();
      Aggregate doubles = Aggregates.increase(DOUBLE, disorder).aggregate();
      Aggregate rate = Aggregates.rate(CENTS, disorder).aggregate().in(TimeUnit.SECONDS);
      for (long seed = 0; seed < Streams.COUNT / 4; seed++) {
        RandomNumbers numbers = new RandomNumbers(seed);
        List<Observation> stream = new ArrayList<>();
        RowState exact = new RowState(increase);
        RowState compensated = new RowState(doubles);
        RowState perSecond = new RowState(rate);
        for (int n = 1 + numbers.below(20); n > 0; n--) {
          Observation event = new Observation(numbers.below(1000), 0, numbers.below(PART));
          stream.add(event);
          Streams.add(exact, event);
          Streams.add(perSecond, event);
          compensated.add(Double.doubleToLongBits((double) event.one()), event.time());
        }
        List<Observation> kept = kept(stream, disorder);
        List<Observation> sorted = inOrder(kept);
        long gained = gained(sorted).longValueExact();
        long skipped = (long) stream.size() - kept.size();
        assertThat(exact.results()).as("seed " + seed).containsExactly(gained, skipped);
        assertThat(compensated.doubleResult()).as("seed " + seed).isEqualTo((double) gained);
        long time = sorted.get(sorted.size() - 1).time() - sorted.get(0).time();
        Double expected = time == 0 ? Double.NaN : gained / 100.0 / time;
        assertThat(perSecond.doubleResult()).as("seed " + seed).isEqualTo(expected);
      }
    }
  }

  /** Hand-checked: 10 for 2 s, 20 for 1 s, 40 for 7 s until the window's end. */
  @Test
  void shouldCountTheLastValueUntilTheEndOfTheWindow() {
    for (Value<Object> value : List.of(LONG, DOUBLE)) {
      RowState state = new RowState(Aggregates.twap(value).aggregate());
      for (long[] event : new long[][] {{20, 4}, {10, 2}, {99, 5}, {40, 5}}) {
        long bits = value.equals(DOUBLE) ? Double.doubleToLongBits((double) event[0]) : event[0];
        state.add(bits, event[1]);
      }
      double average = (10 * 2 + 20 + 40 * 7) / 10.0;
      assertThat(state.results(0, 12)).containsExactly(Double.doubleToLongBits(average), 0);
      assertThat(state.doubleResult()).isEqualTo((10 * 2 + 20) / 3.0);
    }
  }

  /** All of time, as in a window without end: the first value stands half of it, the second too. */
  @Test
  void shouldWeighTimesThatAreFurtherApartThan63Bits() {
    for (Value<Object> value : List.of(LONG, DOUBLE)) {
      for (long[] order : new long[][] {{0, 1, 2}, {2, 1, 0}, {1, 0, 2}, {2, 0, 1}}) {
        RowState state = new RowState(Aggregates.twap(value).aggregate());
        long[][] events = {{4, Long.MIN_VALUE + 1}, {10, 0}, {1_000, Long.MAX_VALUE}};
        for (long next : order) {
          long[] event = events[(int) next];
          long bits = value.equals(DOUBLE) ? Double.doubleToLongBits((double) event[0]) : event[0];
          state.add(bits, event[1]);
        }
        assertThat(state.doubleResult()).as("%s %s", value.type(), order).isEqualTo(7.0);
      }
    }
  }

  @Test
  void shouldBeNaNWhereNothingStands() {
    assertThat(new RowState(Aggregates.twap(LONG).aggregate()).doubleResult()).isNaN();
    assertThat(new RowState(Aggregates.twap(DOUBLE).aggregate()).add(5, 3).doubleResult()).isNaN();
    assertThat(new RowState(Aggregates.rate(LONG).aggregate()).doubleResult()).isNaN();
    assertThat(new RowState(Aggregates.rate(LONG).aggregate()).add(5, 3).doubleResult()).isNaN();
  }

  @Test
  void shouldKeepNaNOfDoubles() {
    for (double[] values :
        new double[][] {{Double.NaN, 1, 2}, {1, Double.NaN, 2}, {1, 2, 1 / 0.}}) {
      RowState increase = new RowState(Aggregates.increase(DOUBLE).aggregate());
      RowState average = new RowState(Aggregates.twap(DOUBLE).aggregate());
      for (int i = 0; i < values.length; i++) {
        increase.add(Double.doubleToLongBits(values[i]), i);
        average.add(Double.doubleToLongBits(values[i]), i);
      }
      assertThat(Double.isFinite(increase.doubleResult())).isFalse();
      double weighed = Double.longBitsToDouble(average.results(0, 10)[0]);
      assertThat(Double.isFinite(weighed)).isFalse();
    }
  }

  @Test
  void shouldTellAnIncreaseBeyond64Bits() {
    RowState state = new RowState(Aggregates.increase(LONG).aggregate());
    state.add(0, 0).add(Long.MAX_VALUE, 1).add(0, 2);
    assertThat(state.result()).isEqualTo(Long.MAX_VALUE);
    state.add(1, 3);
    assertThatThrownBy(state::result).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void shouldMeasureRatesInTheJobsUnit() {
    Aggregate rate = Aggregates.rate(LONG).aggregate();
    assertThat(new RowState(rate.in(TimeUnit.NANOSECONDS)).add(0, 0).add(30, 500).doubleResult())
        .isEqualTo(30 / 500e-9);
    assertThat(new RowState(rate.in(TimeUnit.MILLISECONDS)).add(0, 0).add(30, 500).doubleResult())
        .isEqualTo(60.0);
  }

  @Test
  void shouldRefuseADisorderOutOfRange() {
    assertThatThrownBy(() -> Aggregates.twap(LONG, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("disorder: -1; expected 0 to 1000");
    assertThatThrownBy(() -> Aggregates.rate(LONG, 1001))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("disorder: 1001; expected 0 to 1000");
  }

  private static RowState stateOf(Aggregate aggregate, List<Observation> stream) {
    RowState state = new RowState(aggregate);
    stream.forEach(event -> Streams.add(state, event));
    return state;
  }

  private static List<RowState> groupings(List<RowState> parts) {
    List<RowState> backwards = new ArrayList<>(parts);
    Collections.reverse(backwards);
    return List.of(
        Streams.fromLeft(parts),
        Streams.fromRight(parts),
        Streams.fromLeft(backwards),
        Streams.fromRight(backwards));
  }

  private static void checkAverage(
      RowState state, List<Observation> sorted, long skipped, String name) {
    long end = 4L * PART;
    long[] results = state.results(0, end);
    assertThat(results[1]).as(name).isEqualTo(skipped);
    double expected = Double.NaN;
    if (!sorted.isEmpty()) {
      BigDecimal length = BigDecimal.valueOf(end - sorted.get(0).time());
      expected =
          new BigDecimal(standing(sorted, end), 2).divide(length, Exactly.DIGITS).doubleValue();
    }
    assertThat(Double.longBitsToDouble(results[0]) + 0.0)
        .as(name)
        .isEqualTo(Double.valueOf(expected + 0.0));
  }
}
