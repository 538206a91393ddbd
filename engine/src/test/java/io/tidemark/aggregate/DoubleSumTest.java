package io.tidemark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.Test;

class DoubleSumTest {
  /** How many doubles the long sums have; a thousand million of them take half a minute. */
  private static final int DOUBLES = Integer.getInteger("tidemark.doubles", 10_000_000);

  private static final BigDecimal ERROR = new BigDecimal("1e-12");
  private static final int ROUNDS = 100;
  private static final int VALUES = 200;

  @Test
  void shouldLoseAtMostTheStatedShareOfTheMagnitudes() {
    for (long seed = 0; seed < ROUNDS; seed++) {
      RandomNumbers numbers = new RandomNumbers(seed);
      int range = 1 + numbers.below(300);
      RowState sum = new RowState(new DoubleSum());
      RowState average = new RowState(new DoubleAverage());
      BigDecimal exact = BigDecimal.ZERO;
      BigDecimal magnitudes = BigDecimal.ZERO;
      for (int i = 0; i < VALUES; i++) {
        double value = numbers.nextFinite(range);
        sum.add(value);
        average.add(value);
        exact = exact.add(new BigDecimal(value));
        magnitudes = magnitudes.add(new BigDecimal(value).abs());
      }
      BigDecimal count = BigDecimal.valueOf(VALUES);
      check(sum.doubleResult(), exact, magnitudes, seed);
      check(
          average.doubleResult(),
          exact.divide(count, MathContext.DECIMAL128),
          magnitudes.divide(count, MathContext.DECIMAL128),
          seed);
    }
  }

  @Test
  void shouldLoseNoMoreWhenMerged() {
    for (long seed = 0; seed < ROUNDS; seed++) {
      RandomNumbers numbers = new RandomNumbers(seed);
      int range = 1 + numbers.below(300);
      RowState sum = new RowState(new DoubleSum());
      BigDecimal exact = BigDecimal.ZERO;
      BigDecimal magnitudes = BigDecimal.ZERO;
      for (int pane = 0; pane < 50; pane++) {
        RowState part = new RowState(new DoubleSum());
        for (int i = 0; i < 10; i++) {
          double value = numbers.nextFinite(range);
          part.add(value);
          exact = exact.add(new BigDecimal(value));
          magnitudes = magnitudes.add(new BigDecimal(value).abs());
        }
        sum.merge(part);
      }
      check(sum.doubleResult(), exact, magnitudes, seed);
    }
  }

  @Test
  void shouldAddATenthAsOftenAsThereAreDoubles() {
    RowState sum = new RowState(new DoubleSum());
    for (int i = 0; i < DOUBLES; i++) {
      sum.add(0.1);
    }
    BigDecimal exact = new BigDecimal(0.1).multiply(BigDecimal.valueOf(DOUBLES));
    assertThat(sum.doubleResult()).isEqualTo(exact.doubleValue());
  }

  /** The error of R32, and far less: one that is relative to the sum itself. */
  @Test
  void shouldLoseNothingOfManyPositiveDoubles() {
    RandomNumbers numbers = new RandomNumbers(7);
    RowState sum = new RowState(new DoubleSum());
    long exactUnits = 0;
    for (int i = 0; i < DOUBLES; i++) {
      // Exactly a number of 2^-20: their sum is exact in a long.
      long units = numbers.below(1 << 28);
      sum.add(units * 0x1p-20);
      exactUnits += units;
    }
    double exact = exactUnits * 0x1p-20;
    assertThat(Math.abs(sum.doubleResult() - exact)).isLessThanOrEqualTo(1e-12 * exact);
  }

  @Test
  void shouldBeRightAfterLeavingTheRangeAndComingBack() {
    RowState sum = new RowState(new DoubleSum());
    for (double value : new double[] {1e308, 1e308, 1e308, 42.0, -1e308, -1e308, -1e308}) {
      sum.add(value);
    }
    assertThat(sum.doubleResult()).isEqualTo(42.0);
  }

  @Test
  void shouldMergeSumsThatHaveLeftTheRange() {
    RowState up = new RowState(new DoubleSum()).add(1e308).add(1e308).add(7.0);
    RowState down = new RowState(new DoubleSum()).add(-1e308).add(-1e308);
    RowState small = new RowState(new DoubleSum()).add(35.0);

    assertThat(up.copy().merge(down).merge(small).doubleResult()).isEqualTo(42.0);
    assertThat(small.copy().merge(up).merge(down).doubleResult()).isEqualTo(42.0);
    assertThat(down.copy().merge(small).merge(up).doubleResult()).isEqualTo(42.0);
  }

  @Test
  void shouldBeInfiniteBeyondTheRange() {
    RowState up = new RowState(new DoubleSum()).add(Double.MAX_VALUE).add(Double.MAX_VALUE);
    assertThat(up.doubleResult()).isEqualTo(Double.POSITIVE_INFINITY);
    RowState down = new RowState(new DoubleSum()).add(-Double.MAX_VALUE).add(-Double.MAX_VALUE);
    assertThat(down.doubleResult()).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @Test
  void shouldAverageWhatIsBeyondTheRangeInSum() {
    RowState average = new RowState(new DoubleAverage());
    average.add(Double.MAX_VALUE).add(Double.MAX_VALUE).add(Double.MAX_VALUE);
    assertThat(average.doubleResult()).isEqualTo(Double.MAX_VALUE);
  }

  @Test
  void shouldKeepInfinitiesAndNaN() {
    double infinity = Double.POSITIVE_INFINITY;
    assertThat(sumOf(1.0, infinity, 2.0)).isEqualTo(infinity);
    assertThat(sumOf(-infinity, 1.0)).isEqualTo(-infinity);
    assertThat(sumOf(infinity, -infinity)).isNaN();
    assertThat(sumOf(1.0, Double.NaN, 2.0)).isNaN();
  }

  @Test
  void shouldMergeInfinitiesAndNaN() {
    double infinity = Double.POSITIVE_INFINITY;
    double[] values = {1.0, 1e308, 1e308, infinity, -infinity, Double.NaN};
    for (double first : values) {
      for (double second : values) {
        for (double third : values) {
          RowState merged = new RowState(new DoubleSum()).add(first);
          merged.merge(new RowState(new DoubleSum()).add(second).add(third));
          // Quarters of finite ones stay within the range.
          Double exact = (first / 4 + second / 4 + third / 4) * 4;
          String message = first + " + (" + second + " + " + third + ")";
          assertThat(merged.doubleResult()).as(message).isEqualTo(exact);
          RowState copied = new RowState(new DoubleSum()).merge(merged);
          assertThat(copied.doubleResult()).as(message).isEqualTo(exact);
        }
      }
    }
  }

  /** The sum is MAX_VALUE + 63 * 2^969, beyond the range; its 64th part is well within. */
  @Test
  void shouldAverageWhatIsBeyondTheRangeByItsCompensationOnly() {
    for (int sign : new int[] {1, -1}) {
      RowState average = new RowState(new DoubleAverage()).add(sign * Double.MAX_VALUE);
      RowState sum = new RowState(new DoubleSum()).add(sign * Double.MAX_VALUE);
      for (int i = 1; i < 64; i++) {
        average.add(sign * 0x1p969);
        sum.add(sign * 0x1p969);
      }
      assertThat(average.doubleResult()).isEqualTo(sign * (Double.MAX_VALUE / 64 + 63 * 0x1p963));
      assertThat(sum.doubleResult()).isEqualTo(sign * Double.POSITIVE_INFINITY);
    }
  }

  private static double sumOf(double... values) {
    RowState sum = new RowState(new DoubleSum());
    for (double value : values) {
      sum.add(value);
    }
    return sum.doubleResult();
  }

  private static void check(double sum, BigDecimal exact, BigDecimal magnitudes, long seed) {
    assertThat(new BigDecimal(sum).subtract(exact).abs())
        .as("seed " + seed)
        .isLessThanOrEqualTo(magnitudes.multiply(ERROR));
  }
}
