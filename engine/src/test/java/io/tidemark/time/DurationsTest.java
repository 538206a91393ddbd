package io.tidemark.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Against arithmetic without ends. {@code -Dtidemark.cases=10000000} tries more. */
class DurationsTest {
  private static final int CASES = Integer.getInteger("tidemark.cases", 100_000);
  private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);
  private static final long[] ENDS = {
    Long.MIN_VALUE, Long.MIN_VALUE + 1, -2, -1, 0, 1, 2, Long.MAX_VALUE - 1, Long.MAX_VALUE
  };

  @Test
  void shouldSaturateAtTheEnds() {
    for (long a : ENDS) {
      for (long b : ENDS) {
        compare(a, b);
      }
    }
  }

  @Test
  void shouldSaturateAsArithmeticWithoutEndsEnds() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < CASES; i++) {
      compare(random.nextLong() >> random.nextInt(63), random.nextLong() >> random.nextInt(63));
    }
  }

  private static void compare(long a, long b) {
    BigInteger exactA = BigInteger.valueOf(a);
    BigInteger exactB = BigInteger.valueOf(b);
    check(a, b, Durations.saturatedAdd(a, b), exactA.add(exactB));
    check(a, b, Durations.saturatedSubtract(a, b), exactA.subtract(exactB));
    check(a, b, Durations.saturatedMultiply(a, b), exactA.multiply(exactB));
  }

  private static void check(long a, long b, long found, BigInteger exact) {
    long expected = exact.max(MIN).min(MAX).longValueExact();
    if (found != expected) {
      assertThat(found).as("%d and %d", a, b).isEqualTo(expected);
    }
  }
}
