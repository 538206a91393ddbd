package io.tidemark.aggregate;

/**
 * Sums of distances from the mean, squared or multiplied, from exact sums of integers.
 *
 * <p>With integers p and q next to the means and n values, the sum of (x - p)(y - q) is an integer
 * that is computed exactly from the sums of x, y and x * y; what the means lie beside p and q then
 * takes at most half of it away. So nothing is lost however far the values lie from 0. Good for
 * fewer than 2^52 values.
 */
final class ExactMoments {
  private ExactMoments() {}

  /** The integer next to the mean; {@code at} has a {@link Wide} sum. */
  static long mean(long[] rows, int at, long count) {
    long near = (long) Math.rint(Wide.quotient(rows, at, count, 1));
    // That was off by up to 2^10 for means beyond 2^53; what is left over fits in 64 bits.
    return near + (long) Math.rint((double) rest(rows, at, count, near) / count);
  }

  /** What is left of a sum when each of its values is this much less. */
  static long rest(long[] rows, int at, long count, long mean) {
    return rows[at] - count * mean;
  }

  /**
   * The sum of the products of the distances of x and y from their means.
   *
   * @param productsAt the sum of their products, an {@link Int192}
   * @param xAt the {@link Wide} sum of x
   * @param yAt that of y
   */
  static double products(long[] rows, int productsAt, int xAt, int yAt, long count) {
    long p = mean(rows, xAt, count);
    long q = mean(rows, yAt, count);
    long restX = rest(rows, xAt, count, p);
    long restY = rest(rows, yAt, count, q);
    // All sum((x - p)(y - q)) = sum(xy) - q * sum(x) - p * restY.
    long sumLow = rows[xAt];
    long sumHigh = Wide.high(rows, xAt);
    long aLow = q * sumLow;
    long aMiddle = Int192.productMiddle(q, sumLow, sumHigh);
    long aHigh = Int192.productHigh(q, sumLow, sumHigh);
    long bLow = p * restY;
    long bMiddle = Math.multiplyHigh(p, restY);
    long takenMiddle = Int192.sumMiddle(aLow, aMiddle, bLow, bMiddle);
    long takenHigh = Int192.sumHigh(aLow, aMiddle, aHigh, bLow, bMiddle, bMiddle >> 63);
    double around = difference(rows, productsAt, aLow + bLow, takenMiddle, takenHigh);
    return around - (double) restX * restY / count;
  }

  private static double difference(long[] rows, int at, long low, long middle, long high) {
    long minusLow = -low;
    long minusMiddle = Int192.negatedMiddle(low, middle);
    long minusHigh = Int192.negatedHigh(low, middle, high);
    return Int192.toDouble(
        rows[at] + minusLow,
        Int192.sumMiddle(rows[at], rows[at + 1], minusLow, minusMiddle),
        Int192.sumHigh(rows[at], rows[at + 1], rows[at + 2], minusLow, minusMiddle, minusHigh));
  }
}
