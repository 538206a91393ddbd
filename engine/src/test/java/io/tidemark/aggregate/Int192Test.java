package io.tidemark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.junit.jupiter.api.Test;

/** Integers of 192 bits beside the JDK's. */
class Int192Test {
  private static final int ROUNDS = 10_000;

  @Test
  void shouldSumProducts() {
    for (long seed = 0; seed < ROUNDS; seed++) {
      RandomNumbers numbers = new RandomNumbers(seed);
      long[] rows = {7, 0, 0, 0, 7, 0, 0, 0, 7};
      BigInteger[] exact = {BigInteger.ZERO, BigInteger.ZERO};
      for (int n = numbers.below(20); n > 0; n--) {
        long a = numbers.nextLong();
        long b = numbers.nextLong();
        int which = numbers.below(2);
        Int192.add(rows, 1 + 4 * which, a, b);
        exact[which] = exact[which].add(BigInteger.valueOf(a).multiply(BigInteger.valueOf(b)));
      }
      assertThat(number(rows, 1)).as("seed " + seed).isEqualTo(exact[0]);
      Int192.merge(rows, 1, rows, 5);
      assertThat(number(rows, 1)).as("seed " + seed).isEqualTo(exact[0].add(exact[1]));
      Int192.subtract(rows, 5, rows, 1);
      assertThat(number(rows, 5)).as("seed " + seed).isEqualTo(exact[0].negate());
      assertThat(Int192.toDouble(rows[1], rows[2], rows[3]))
          .as("seed " + seed)
          .isEqualTo(exact[0].add(exact[1]).doubleValue());
      assertThat(new long[] {rows[0], rows[4], rows[8]}).containsOnly(7);
    }
  }

  @Test
  void shouldMultiplyALongWith128Bits() {
    for (long seed = 0; seed < ROUNDS; seed++) {
      RandomNumbers numbers = new RandomNumbers(seed);
      long factor = numbers.nextLong();
      long low = numbers.nextLong();
      long high = numbers.nextLong() >> 1;
      long[] product = {
        factor * low, Int192.productMiddle(factor, low, high), Int192.productHigh(factor, low, high)
      };
      BigInteger other = number(new long[] {low, high, high >> 63}, 0);
      assertThat(number(product, 0))
          .as("seed " + seed)
          .isEqualTo(BigInteger.valueOf(factor).multiply(other));
    }
  }

  /** Or, next to the middle between two, to either of them. */
  @Test
  void shouldDivideToTheNearestDouble() {
    for (long seed = 0; seed < ROUNDS; seed++) {
      RandomNumbers numbers = new RandomNumbers(seed);
      long[] n = random(numbers);
      long[] by = random(numbers);
      BigInteger divisor = number(by, 0);
      double quotient = Int192.quotient(n[0], n[1], n[2], by[0], by[1], by[2]);
      if (divisor.signum() == 0) {
        assertThat(quotient).isNaN();
        continue;
      }
      BigDecimal exact =
          new BigDecimal(number(n, 0)).divide(new BigDecimal(divisor), new MathContext(80));
      BigDecimal half = new BigDecimal(Math.ulp(quotient)).divide(BigDecimal.valueOf(2));
      assertThat(new BigDecimal(quotient).subtract(exact).abs())
          .as("seed %d: %s / %s = %s", seed, number(n, 0), divisor, quotient)
          .isLessThanOrEqualTo(half.add(exact.abs().multiply(new BigDecimal("1e-28"))));
    }
  }

  private static long[] random(RandomNumbers numbers) {
    long low = numbers.nextLong();
    long middle = numbers.below(2) == 0 ? low >> 63 : numbers.nextLong();
    long high = numbers.below(2) == 0 ? middle >> 63 : numbers.nextLong() >> 2;
    return new long[] {low, middle, high};
  }

  private static BigInteger number(long[] rows, int at) {
    BigInteger mask = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    return BigInteger.valueOf(rows[at + 2])
        .shiftLeft(64)
        .add(BigInteger.valueOf(rows[at + 1]).and(mask))
        .shiftLeft(64)
        .add(BigInteger.valueOf(rows[at]).and(mask));
  }
}
