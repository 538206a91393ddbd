package io.tidemark.cli.expression;

import java.math.BigDecimal;

/** Exact arithmetic of integers and decimals; what does not fit in 64 bits has no value. */
final class Arithmetic {
  /** Up to this, and down to its negative, every long is a double. */
  private static final long EXACT = 1L << 53;

  private static final long[] POWERS = new long[19];
  private static final double[] DOUBLE_POWERS = new double[POWERS.length];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * 10;
    }
    for (int i = 0; i < POWERS.length; i++) {
      DOUBLE_POWERS[i] = POWERS[i];
    }
  }

  private Arithmetic() {}

  /** The same decimal with more digits after the point. */
  static long rescale(long unscaled, int from, int to) {
    return multiply(unscaled, POWERS[to - from]);
  }

  static long add(long a, long b) {
    long sum = a + b;
    if (((a ^ sum) & (b ^ sum)) < 0) {
      throw NoValueException.ONLY;
    }
    return sum;
  }

  static long subtract(long a, long b) {
    long difference = a - b;
    if (((a ^ b) & (a ^ difference)) < 0) {
      throw NoValueException.ONLY;
    }
    return difference;
  }

  static long multiply(long a, long b) {
    long low = a * b;
    if (Math.multiplyHigh(a, b) != low >> 63) {
      throw NoValueException.ONLY;
    }
    return low;
  }

  /** Compares decimals of any two scales, exactly. */
  static int compare(long a, int scaleA, long b, int scaleB) {
    if (scaleA > scaleB) {
      return -compare(b, scaleB, a, scaleA);
    }
    long power = POWERS[scaleB - scaleA];
    int high = Long.compare(Math.multiplyHigh(a, power), b >> 63);
    return high != 0 ? high : Long.compareUnsigned(a * power, b);
  }

  /** The nearest double. Allocates where the unscaled value is beyond 2^53. */
  static double toDouble(long unscaled, int scale) {
    if (unscaled >= -EXACT && unscaled <= EXACT) {
      // Both are exact, so the quotient is rounded once: to the nearest double.
      return unscaled / DOUBLE_POWERS[scale];
    }
    return BigDecimal.valueOf(unscaled, scale).doubleValue();
  }

  /** The bits of a double, which must be finite. */
  static long finite(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw NoValueException.ONLY;
    }
    return Double.doubleToRawLongBits(value);
  }
}
