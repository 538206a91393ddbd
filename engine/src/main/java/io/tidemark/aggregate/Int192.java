package io.tidemark.aggregate;

/**
 * Integers of 192 bits, two's complement, as three longs with the lowest first: what sums of
 * products of longs need. Sums lie in rows; what is computed from them stays in local variables, so
 * nothing is allocated. All arithmetic is modulo 2^192; 2^63 products of two longs stay within.
 */
final class Int192 {
  /** How many longs one takes in a row. */
  static final int WIDTH = 3;

  private static final int DOUBLE_BITS = 53;

  private Int192() {}

  static void create(long[] rows, int at) {
    rows[at] = 0;
    rows[at + 1] = 0;
    rows[at + 2] = 0;
  }

  /** Adds a product. */
  static void add(long[] rows, int at, long a, long b) {
    long middle = Math.multiplyHigh(a, b);
    plus(rows, at, a * b, middle, middle >> 63);
  }

  static void merge(long[] rows, int at, long[] from, int fromAt) {
    plus(rows, at, from[fromAt], from[fromAt + 1], from[fromAt + 2]);
  }

  static void subtract(long[] rows, int at, long[] from, int fromAt) {
    long low = from[fromAt];
    long middle = from[fromAt + 1];
    plus(rows, at, -low, negatedMiddle(low, middle), negatedHigh(low, middle, from[fromAt + 2]));
  }

  private static void plus(long[] rows, int at, long low, long middle, long high) {
    long oldLow = rows[at];
    long oldMiddle = rows[at + 1];
    rows[at] = oldLow + low;
    rows[at + 1] = sumMiddle(oldLow, oldMiddle, low, middle);
    rows[at + 2] = sumHigh(oldLow, oldMiddle, rows[at + 2], low, middle, high);
  }

  static long sumMiddle(long low, long middle, long otherLow, long otherMiddle) {
    return middle + otherMiddle + carry(low, otherLow);
  }

  static long sumHigh(
      long low, long middle, long high, long otherLow, long otherMiddle, long otherHigh) {
    long sum = middle + otherMiddle;
    long carry = carry(middle, otherMiddle) + carry(sum, carry(low, otherLow));
    return high + otherHigh + carry;
  }

  static long negatedMiddle(long low, long middle) {
    return ~middle + (low == 0 ? 1 : 0);
  }

  static long negatedHigh(long low, long middle, long high) {
    return ~high + ((low | middle) == 0 ? 1 : 0);
  }

  /** The middle part of {@code factor} times a number of 128 bits; the low one is {@code *}. */
  static long productMiddle(long factor, long low, long high) {
    return signedByUnsigned(factor, low) + factor * high;
  }

  /** The high part of {@code factor} times a number of 128 bits. */
  static long productHigh(long factor, long low, long high) {
    long carried = signedByUnsigned(factor, low);
    return (carried >> 63) + Math.multiplyHigh(factor, high) + carry(carried, factor * high);
  }

  /** The high half of the product of a signed and an unsigned long. */
  private static long signedByUnsigned(long signed, long unsigned) {
    return Math.multiplyHigh(signed, unsigned) + ((unsigned >> 63) & signed);
  }

  /** What the sum of two unsigned longs carries over. */
  private static long carry(long a, long b) {
    return Long.compareUnsigned(a + b, a) < 0 ? 1 : 0;
  }

  /** The double nearest to the number, save one within 1e-28 of it of the middle between two. */
  static double toDouble(long low, long middle, long high) {
    return signedLeading(low, middle, high, 0) + signedLeading(low, middle, high, DOUBLE_BITS);
  }

  /**
   * One number divided by another, by a division of doubles of twice the length (T. J. Dekker, A
   * floating-point technique for extending the available precision, Numerische Mathematik 18,
   * 1971): the double nearest to the quotient, save one within 1e-28 of it of the middle between
   * two doubles. NaN where the divisor is 0.
   */
  static double quotient(long low, long middle, long high, long byLow, long byMiddle, long byHigh) {
    double head = signedLeading(low, middle, high, 0);
    double divisor = signedLeading(byLow, byMiddle, byHigh, 0);
    if (divisor == 0) {
      return Double.NaN;
    }
    double quotient = head / divisor;
    double rest =
        Math.fma(-quotient, divisor, head)
            + signedLeading(low, middle, high, DOUBLE_BITS)
            - quotient * signedLeading(byLow, byMiddle, byHigh, DOUBLE_BITS);
    return quotient + rest / divisor;
  }

  private static double signedLeading(long low, long middle, long high, int skipped) {
    if (high < 0) {
      return -leading(-low, negatedMiddle(low, middle), negatedHigh(low, middle, high), skipped);
    }
    return leading(low, middle, high, skipped);
  }

  /** Of an unsigned number: the 53 bits behind its first {@code skipped} ones. */
  private static double leading(long low, long middle, long high, int skipped) {
    int length = length(low, middle, high);
    int shift = length - skipped - DOUBLE_BITS;
    long bits = shift >= 0 ? shiftedRight(low, middle, high, shift) : low << -shift;
    double part = (double) (bits & ((1L << DOUBLE_BITS) - 1));
    return shift <= -64 ? 0.0 : Math.scalb(part, shift);
  }

  private static int length(long low, long middle, long high) {
    if (high != 0) {
      return 192 - Long.numberOfLeadingZeros(high);
    }
    return middle != 0
        ? 128 - Long.numberOfLeadingZeros(middle)
        : 64 - Long.numberOfLeadingZeros(low);
  }

  /** The lowest 64 bits of the number shifted to the right. */
  private static long shiftedRight(long low, long middle, long high, int by) {
    long lower = by < 64 ? low : by < 128 ? middle : high;
    long upper = by < 64 ? middle : by < 128 ? high : 0;
    int within = by & 63;
    return within == 0 ? lower : (lower >>> within) | (upper << (64 - within));
  }
}
