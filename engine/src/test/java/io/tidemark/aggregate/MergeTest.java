package io.tidemark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every aggregate's merge promises: panes, sessions and backfill rest on it. */
class MergeTest {
  private static final int ROUNDS = 500;

  static List<Aggregate> aggregates() {
    List<Aggregate> all =
        new ArrayList<>(List.of(new Count(), new DoubleSum(), new DoubleAverage()));
    for (ColumnType type : ColumnType.values()) {
      int scale = type == ColumnType.DECIMAL ? 4 : 0;
      all.add(new Minimum(type, scale));
      all.add(new Maximum(type, scale));
      all.add(new First(type, scale));
      all.add(new Last(type, scale));
    }
    all.add(new ExactSum(ColumnType.LONG, 0));
    all.add(new ExactAverage(4));
    return all;
  }

  /** All values are whole numbers, so that sums of doubles are exact. */
  @ParameterizedTest
  @MethodSource("aggregates")
  void shouldNotDependOnTheGrouping(Aggregate aggregate) {
    for (long seed = 0; seed < ROUNDS; seed++) {
      RandomNumbers numbers = new RandomNumbers(seed);
      List<RowState> parts = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        RowState part = new RowState(aggregate);
        for (int n = 1 + numbers.below(3); n > 0; n--) {
          part.add(value(aggregate, numbers), numbers.below(5));
        }
        parts.add(part);
      }
      RowState left = parts.get(0).copy();
      left.merge(parts.get(1)).merge(parts.get(2)).merge(parts.get(3));
      RowState pair = parts.get(2).copy().merge(parts.get(3));
      RowState right = parts.get(0).copy().merge(parts.get(1).copy().merge(pair));

      assertThat(right.result()).as("seed " + seed).isEqualTo(left.result());
    }
  }

  @ParameterizedTest
  @MethodSource("aggregates")
  void shouldGiveWhatOneStateWouldHaveGiven(Aggregate aggregate) {
    for (long seed = 0; seed < ROUNDS; seed++) {
      RandomNumbers numbers = new RandomNumbers(seed);
      RowState all = new RowState(aggregate);
      RowState merged = new RowState(aggregate);
      for (int part = 0; part < 4; part++) {
        RowState state = new RowState(aggregate);
        for (int n = 1 + numbers.below(3); n > 0; n--) {
          long value = value(aggregate, numbers);
          long timestamp = numbers.below(5);
          state.add(value, timestamp);
          all.add(value, timestamp);
        }
        merged.merge(state);
      }
      assertThat(merged.result()).as("seed " + seed).isEqualTo(all.result());
    }
  }

  @ParameterizedTest
  @MethodSource("aggregates")
  void shouldNotChangeByMergingTheStateOfNoEvent(Aggregate aggregate) {
    RandomNumbers numbers = new RandomNumbers(1);
    for (int i = 0; i < ROUNDS; i++) {
      RowState state = new RowState(aggregate).add(value(aggregate, numbers), 1 + i);
      long result = state.result();

      assertThat(state.merge(new RowState(aggregate)).result()).isEqualTo(result);
      assertThat(new RowState(aggregate).merge(state).result()).isEqualTo(result);
      assertThat(new RowState(aggregate).merge(new RowState(aggregate)).merge(state).result())
          .isEqualTo(result);
    }
  }

  private static long value(Aggregate aggregate, RandomNumbers numbers) {
    long whole = numbers.below(2_000) - 1_000L;
    boolean isDouble =
        aggregate.columns().get(0).type() == ColumnType.DOUBLE
            && !(aggregate instanceof ExactAverage);
    return isDouble ? Double.doubleToLongBits((double) whole) : whole;
  }
}
