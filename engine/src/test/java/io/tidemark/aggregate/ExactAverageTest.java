package io.tidemark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import org.junit.jupiter.api.Test;

/** The oracle divides to 80 digits, which decides every rounding here. */
class ExactAverageTest {
  private static final MathContext DIGITS = new MathContext(80, RoundingMode.HALF_EVEN);
  private static final int ROUNDS = 100;

  @Test
  void shouldBeTheNearestDoubleForEveryScale() {
    for (int scale = 0; scale <= Column.MAX_SCALE; scale++) {
      for (long seed = 0; seed < ROUNDS; seed++) {
        RandomNumbers numbers = new RandomNumbers(seed);
        RowState state = new RowState(new ExactAverage(scale));
        BigInteger sum = BigInteger.ZERO;
        int count = 1 + numbers.below(30);
        for (int i = 0; i < count; i++) {
          long value = numbers.nextLong();
          state.add(value);
          sum = sum.add(BigInteger.valueOf(value));
        }
        check(state, sum, BigInteger.valueOf(count), scale, seed);
      }
    }
  }

  /** Doubling by merging: sums up to 2^124, counts up to 2^61. */
  @Test
  void shouldBeTheNearestDoubleForHugeSumsAndCounts() {
    for (long seed = 0; seed < ROUNDS; seed++) {
      RandomNumbers numbers = new RandomNumbers(seed);
      int scale = numbers.below(Column.MAX_SCALE + 1);
      long value = numbers.nextLong();
      RowState state = new RowState(new ExactAverage(scale)).add(value);
      BigInteger sum = BigInteger.valueOf(value);
      BigInteger count = BigInteger.ONE;
      for (int i = 0; i < 60; i++) {
        state.merge(state.copy());
        sum = sum.shiftLeft(1);
        count = count.shiftLeft(1);
        if (numbers.below(3) == 0) {
          long other = numbers.nextLong();
          state.add(other);
          sum = sum.add(BigInteger.valueOf(other));
          count = count.add(BigInteger.ONE);
        }
        check(state, sum, count, scale, seed);
      }
    }
  }

  /** Between two doubles: halves of odd numbers of 54 bits go to the even one. */
  @Test
  void shouldRoundTiesToEven() {
    for (long low = 1; low <= 9; low += 2) {
      long odd = (1L << 53) + low;
      for (long count : new long[] {1, 2, 4, 1L << 20}) {
        RowState state = new RowState(new ExactAverage(0)).add(odd);
        for (long doubled = 1; doubled < count; doubled *= 2) {
          state.merge(new RowState(new ExactAverage(0)).merge(zeros(doubled)));
        }
        check(state, BigInteger.valueOf(odd), BigInteger.valueOf(count), 0, low);
      }
    }
  }

  private static RowState zeros(long count) {
    RowState zeros = new RowState(new ExactAverage(0));
    for (long i = 0; i < count; i++) {
      zeros.add(0);
    }
    return zeros;
  }

  private static void check(
      RowState state, BigInteger sum, BigInteger count, int scale, long seed) {
    double expected =
        new BigDecimal(sum)
            .divide(new BigDecimal(count.multiply(BigInteger.TEN.pow(scale))), DIGITS)
            .doubleValue();
    assertThat(state.doubleResult())
        .as("seed %d: %d / %d, scale %d", seed, sum, count, scale)
        .isEqualTo(expected);
  }
}
