package io.tidemark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is done to many rows at once, against the same done row by row. */
class RowRunsTest {
  private static final int ROWS = 50;
  private static final int GAP = 3;

  static List<RowCode> codes() {
    List<Aggregate> aggregates = List.of(new Count(), new ExactSum(ColumnType.LONG, 0));
    List<Aggregate> many =
        List.of(
            new Count(),
            new ExactSum(ColumnType.LONG, 0),
            new Count(),
            new Count(),
            new Count(),
            new Count(),
            new ExactSum(ColumnType.LONG, 0),
            new Count(),
            new ExactAverage(0),
            new Count());
    return List.of(
        RowCode.of(aggregates, names(2), new int[2], 1),
        RowCode.plain(aggregates, names(2), new int[2], 1),
        RowCode.of(many, names(10), new int[10], 1),
        RowCode.plain(many, names(10), new int[10], 1));
  }

  private static List<String> names(int count) {
    return Collections.nCopies(count, "name");
  }

  @ParameterizedTest
  @MethodSource("codes")
  void shouldMergeAndSubtractRowsThatLieSideBySide(RowCode code) {
    SplittableRandom random = new SplittableRandom(3);
    int width = code.width();
    long[] rows = filled(code, width + 1, 1, random);
    long[] from = filled(code, width + GAP, GAP, random);
    long[] before = rows.clone();
    long[] expected = rows.clone();
    for (int n = 0; n < ROWS; n++) {
      code.merge(expected, n * (width + 1) + 1, from, n * (width + GAP) + GAP);
    }

    code.mergeRun(rows, 1, width + 1, from, GAP, width + GAP, ROWS);
    assertThat(rows).isEqualTo(expected).isNotEqualTo(before);
    code.subtractRun(rows, 1, width + 1, from, GAP, width + GAP, ROWS);
    assertThat(rows).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("codes")
  void shouldAddToRowsAtNumbersAndCountThoseWithoutAnEventBefore(RowCode code) {
    int width = code.width();
    long[][] arrays = {empty(code, width, 4), empty(code, width, 2)};
    int[] arrayOf = {0, 1, 0, 1, 0, 1};
    int[] numberOf = {3, 1, 3, 0, 0, 2};
    long[] values = {10, 20, 30, 40, 50, 60};

    long taken = code.addNumbered(arrays, arrayOf, numberOf, values, new long[6], 0, 6);

    // The second array has no room for the last event's row, number 2; four rows were empty.
    assertThat((int) taken).isEqualTo(5);
    assertThat(taken >>> Integer.SIZE).isEqualTo(4);
    int count = code.countAt();
    assertThat(arrays[0][3 * width + count]).isEqualTo(2);
    assertThat(arrays[1][width + count]).isEqualTo(1);
    assertThat(arrays[0][width + count]).isZero();
    long[] results = new long[code.resultCount()];
    code.result(arrays[0], 3 * width, 0, 1, results);
    assertThat(results).startsWith(2, 40);
    code.result(arrays[1], 0, 0, 1, results);
    assertThat(results).startsWith(1, 40);
  }

  @ParameterizedTest
  @MethodSource("codes")
  void shouldAddToRowsAnywhereAndCountThoseWithoutAnEventBefore(RowCode code) {
    int width = code.width();
    long[][] arrays = {empty(code, width + 2, 4), empty(code, width, 2)};
    int[] arrayOf = {0, 1, 0, 1, 0};
    int[] rowOf = {3 * (width + 2), width, 3 * (width + 2), 0, 0};
    long[] values = {10, 20, 30, 40, 50};

    assertThat(code.addCounted(arrays, arrayOf, rowOf, values, new long[5], 0, 3)).isEqualTo(2);
    assertThat(code.addCounted(arrays, arrayOf, rowOf, values, new long[5], 3, 5)).isEqualTo(2);
    assertThat(code.addCounted(arrays, arrayOf, rowOf, values, new long[5], 1, 2)).isZero();

    long[] results = new long[code.resultCount()];
    code.result(arrays[0], 3 * (width + 2), 0, 1, results);
    assertThat(results).startsWith(2, 40);
    code.result(arrays[1], width, 0, 1, results);
    assertThat(results).startsWith(2, 40);
  }

  private static long[] empty(RowCode code, int width, int rows) {
    long[] array = new long[rows * width];
    for (int n = 0; n < rows; n++) {
      code.create(array, n * width);
    }
    return array;
  }

  /** Rows with a few values each, large ones among them, behind longs of another use. */
  private static long[] filled(RowCode code, int stride, int at, SplittableRandom random) {
    long[] rows = new long[ROWS * stride];
    Arrays.fill(rows, -5);
    int[] rowOf = new int[1];
    for (int n = 0; n < ROWS; n++) {
      code.create(rows, n * stride + at);
      rowOf[0] = n * stride;
      for (int events = random.nextInt(4); events > 0; events--) {
        code.addAll(rows, rowOf, at, new long[] {random.nextLong()}, new long[1], 0, 1);
      }
    }
    return rows;
  }
}
