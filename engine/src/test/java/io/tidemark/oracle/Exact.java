package io.tidemark.oracle;

import java.math.BigInteger;

/** Arithmetic that cannot overflow. */
final class Exact {
  private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

  private Exact() {}

  static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  /** Whether the value is a long. */
  static boolean fits(BigInteger value) {
    return value.compareTo(MIN) >= 0 && value.compareTo(MAX) <= 0;
  }

  /** The value, or the end of long that it lies beyond. */
  static long clamp(BigInteger value) {
    return value.max(MIN).min(MAX).longValueExact();
  }

  /** {@code a + b}, saturating at the ends of long. */
  static long add(long a, long b) {
    return clamp(big(a).add(big(b)));
  }
}
