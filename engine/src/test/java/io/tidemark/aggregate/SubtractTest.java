package io.tidemark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every invertible aggregate promises: sliding windows rest on it. */
class SubtractTest {
  private static final int ROUNDS = 2_000;
  private static final List<String> NAMES = List.of("n", "low", "sum");

  static List<Invertible> aggregates() {
    return List.of(new Count(), new ExactSum(ColumnType.LONG, 0), new ExactAverage(4));
  }

  /** With values of all magnitudes: sums leave 64 bits and come back. */
  @ParameterizedTest
  @MethodSource("aggregates")
  void shouldLeaveWhatWouldBeThereWithoutThePart(Invertible aggregate) {
    for (long seed = 0; seed < ROUNDS; seed++) {
      RandomNumbers numbers = new RandomNumbers(seed);
      RowState without = new RowState(aggregate);
      RowState all = new RowState(aggregate);
      RowState part = new RowState(aggregate);
      for (int n = numbers.below(12); n > 0; n--) {
        long value = numbers.nextLong();
        all.add(value);
        (numbers.below(2) == 0 ? part : without).add(value);
      }

      assertThat(all.copy().subtract(part).longs()).as("seed " + seed).isEqualTo(without.longs());
      assertThat(all.copy().subtract(all).longs())
          .as("seed " + seed)
          .isEqualTo(new RowState(aggregate).longs());
    }
  }

  @Test
  void shouldNotBeOfferedByWhatForgets() {
    assertThat(new DoubleSum()).isNotInstanceOf(Invertible.class);
    assertThat(new DoubleAverage()).isNotInstanceOf(Invertible.class);
    assertThat(new Minimum(ColumnType.LONG, 0)).isNotInstanceOf(Invertible.class);
    assertThat(new Last(ColumnType.LONG, 0)).isNotInstanceOf(Invertible.class);
  }

  @Test
  void shouldSubtractInRowsOfInvertibleAggregatesOnly() {
    RowCode both =
        RowCode.of(
            List.of(new Minimum(ColumnType.LONG, 0), new Count()),
            List.of("min of w", "count of w"),
            two(),
            1);
    assertThatThrownBy(
            () -> both.subtractEach(new long[2], new int[1], 0, new long[2], new int[1], 0, 1))
        .isInstanceOf(AggregateException.class)
        .hasMessageStartingWith("the subtract function of min of w threw")
        .hasCauseInstanceOf(ClassCastException.class);
  }

  @Test
  void shouldLayInvertibleStatesLastAndKeepTheOrderOfColumns() {
    List<Aggregate> aggregates =
        List.of(new Count(), new Minimum(ColumnType.LONG, 0), new ExactSum(ColumnType.LONG, 0));
    for (RowCode code :
        List.of(
            RowCode.of(aggregates, NAMES, new int[3], 1),
            RowCode.plain(aggregates, NAMES, new int[3], 1))) {
      long[] rows = new long[code.width()];
      code.create(rows, 0);
      code.addAll(rows, new int[1], 0, new long[] {-7}, new long[1], 0, 1);
      long[] results = new long[3];
      code.result(rows, 0, 0, 1, results);
      assertThat(results).containsExactly(1, -7, -7);
      assertThat(rows).containsExactly(-7, 1, -7, 0);

      assertThat(code.notInvertible().width()).isEqualTo(1);
      RowCode invertible = code.invertible();
      assertThat(invertible.width()).isEqualTo(3);
      invertible.subtractEach(rows, new int[1], 1, rows.clone(), new int[1], 1, 1);
      assertThat(rows).containsExactly(-7, 0, 0, 0);
    }
  }

  private static int[] two() {
    return new int[2];
  }
}
