package io.tidemark.aggregate;

/**
 * Sums wider than 64 bits in two longs of a row: the sum as it wraps around at {@code at}, and
 * behind it how often it did, upwards less downwards. The sum is the first + 2^64 times the second.
 * Wrapping is rare, so an addition seldom touches the second long.
 */
final class Wide {
  private static final int WRAPS = 1;

  private Wide() {}

  static void create(long[] rows, int at) {
    rows[at] = 0;
    rows[at + WRAPS] = 0;
  }

  static void add(long[] rows, int at, long value) {
    long old = rows[at];
    long sum = old + value;
    rows[at] = sum;
    if (((old ^ sum) & (value ^ sum)) < 0) {
      rows[at + WRAPS] += old < 0 ? -1 : 1;
    }
  }

  static void merge(long[] rows, int at, long[] from, int fromAt) {
    add(rows, at, from[fromAt]);
    rows[at + WRAPS] += from[fromAt + WRAPS];
  }

  static void subtract(long[] rows, int at, long[] from, int fromAt) {
    long old = rows[at];
    long value = from[fromAt];
    long difference = old - value;
    rows[at] = difference;
    if (((old ^ value) & (old ^ difference)) < 0) {
      rows[at + WRAPS] += old < 0 ? -1 : 1;
    }
    rows[at + WRAPS] -= from[fromAt + WRAPS];
  }

  /**
   * The sum as a long.
   *
   * @throws ArithmeticException when it does not fit
   */
  static long toLong(long[] rows, int at) {
    if (rows[at + WRAPS] != 0) {
      throw new ArithmeticException("the sum does not fit in 64 bits");
    }
    return rows[at];
  }

  /** The high half of the sum as a number of 128 bits; the low one lies at {@code at}. */
  static long high(long[] rows, int at) {
    return rows[at + WRAPS] + (rows[at] >> 63);
  }

  /**
   * The sum divided by {@code count * powerOfTen}, rounded to the nearest double: one division
   * where both sides are exact doubles, else 64 steps of long division by shift and subtract.
   * Allocates nothing.
   */
  static double quotient(long[] rows, int at, long count, long powerOfTen) {
    long low = rows[at];
    long high = high(rows, at);
    long divisorHigh = Math.multiplyHigh(count, powerOfTen);
    long divisorLow = count * powerOfTen;
    if (high == low >> 63 && isExact(low) && divisorHigh == 0 && isExact(divisorLow)) {
      return (double) low / (double) divisorLow;
    }
    if (high < 0) {
      low = -low;
      high = ~high + (low == 0 ? 1 : 0);
      return -divide(high, low, divisorHigh, divisorLow);
    }
    return divide(high, low, divisorHigh, divisorLow);
  }

  private static boolean isExact(long value) {
    return value >= -(1L << 53) && value <= 1L << 53;
  }

  /** Both sides are positive and below 2^127. */
  private static double divide(long high, long low, long divisorHigh, long divisorLow) {
    if ((high | low) == 0) {
      return 0.0;
    }
    int exponent = bits(high, low) - bits(divisorHigh, divisorLow);
    int up = Math.max(-exponent, 0);
    int divisorUp = Math.max(exponent, 0);
    long remainderHigh = shiftedHigh(high, low, up);
    long remainderLow = shiftedLow(low, up);
    long stepHigh = shiftedHigh(divisorHigh, divisorLow, divisorUp);
    long stepLow = shiftedLow(divisorLow, divisorUp);
    long quotient = 0;
    for (int i = 0; i < 64; i++) {
      quotient <<= 1;
      if (isAtLeast(remainderHigh, remainderLow, stepHigh, stepLow)) {
        long borrow = Long.compareUnsigned(remainderLow, stepLow) < 0 ? 1 : 0;
        remainderLow -= stepLow;
        remainderHigh -= stepHigh + borrow;
        quotient |= 1;
      }
      remainderHigh = shiftedHigh(remainderHigh, remainderLow, 1);
      remainderLow <<= 1;
    }
    long sticky = (remainderHigh | remainderLow) != 0 ? 1 : 0;
    double rounded = (double) ((quotient >>> 1) | (quotient & 1) | sticky);
    return Math.scalb(rounded, exponent - 62);
  }

  private static int bits(long high, long low) {
    return high != 0 ? 128 - Long.numberOfLeadingZeros(high) : 64 - Long.numberOfLeadingZeros(low);
  }

  private static long shiftedHigh(long high, long low, int by) {
    if (by == 0) {
      return high;
    }
    return by < 64 ? (high << by) | (low >>> (64 - by)) : low << (by - 64);
  }

  private static long shiftedLow(long low, int by) {
    return by < 64 ? low << by : 0;
  }

  private static boolean isAtLeast(long high, long low, long otherHigh, long otherLow) {
    int compared = Long.compareUnsigned(high, otherHigh);
    return compared > 0 || (compared == 0 && Long.compareUnsigned(low, otherLow) >= 0);
  }
}
