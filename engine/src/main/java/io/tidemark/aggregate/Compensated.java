package io.tidemark.aggregate;

/**
 * Sums of doubles in three longs of a row: the running sum, the compensation for what its additions
 * lost (Neumaier's variant of Kahan's summation: A. Neumaier, Rundungsfehleranalyse einiger
 * Verfahren zur Summation endlicher Summen, ZAMM 54, 1974), and whether both are scaled down.
 *
 * <p>A sum of finite values that leaves the range of doubles goes on scaled down by 2^-128, so that
 * one which comes back is right: nothing that matters beside such a sum is small enough to be lost.
 */
final class Compensated {
  /** How many longs a sum takes. */
  static final int WIDTH = 3;

  private static final int COMPENSATION = 1;
  private static final int SCALED = 2;
  private static final double DOWN = 0x1p-128;
  private static final double UP = 0x1p128;

  private Compensated() {}

  static void create(long[] rows, int at) {
    DoubleBits.set(rows, at, 0.0);
    DoubleBits.set(rows, at + COMPENSATION, 0.0);
    rows[at + SCALED] = 0;
  }

  static void add(long[] rows, int at, double value) {
    plus(rows, at, rows[at + SCALED] == 0 ? value : value * DOWN);
  }

  /** Adds a product, and what rounding it to a double takes away. */
  static void addProduct(long[] rows, int at, double a, double b) {
    double product = a * b;
    add(rows, at, product);
    if (Double.isFinite(product)) {
      add(rows, at, Math.fma(a, b, -product));
    }
  }

  static void merge(long[] rows, int at, long[] from, int fromAt) {
    if (from[fromAt + SCALED] != 0 && rows[at + SCALED] == 0) {
      scaleDown(rows, at);
    }
    add(from, fromAt, rows, at, 0);
    add(from, fromAt, rows, at, COMPENSATION);
  }

  /** The sum divided by {@code count}; infinite when that is beyond the range of doubles. */
  static double dividedBy(long[] rows, int at, long count) {
    double sum = DoubleBits.at(rows, at);
    double compensation = DoubleBits.at(rows, at + COMPENSATION);
    if (rows[at + SCALED] != 0) {
      return (sum + compensation) / count * UP;
    }
    double total = sum + compensation;
    if (Double.isInfinite(total) && Double.isFinite(sum)) {
      return (sum * DOWN + compensation * DOWN) / count * UP;
    }
    return total / count;
  }

  /** Adds one part of a sum, which is at most as far scaled down as the row, to the row. */
  private static void add(long[] from, int fromAt, long[] rows, int at, int part) {
    double value = DoubleBits.at(from, fromAt + part);
    plus(rows, at, rows[at + SCALED] == from[fromAt + SCALED] ? value : value * DOWN);
  }

  /** Adds a value that is scaled as the row is. */
  private static void plus(long[] rows, int at, double value) {
    double sum = DoubleBits.at(rows, at);
    double total = sum + value;
    if (!Double.isFinite(total)) {
      leaveRange(rows, at, value, total);
      return;
    }
    double lost = Math.abs(sum) >= Math.abs(value) ? (sum - total) + value : (value - total) + sum;
    DoubleBits.set(rows, at, total);
    DoubleBits.set(rows, at + COMPENSATION, DoubleBits.at(rows, at + COMPENSATION) + lost);
  }

  /** Adds a value with which the total is infinite or no number, truly so or for lack of range. */
  private static void leaveRange(long[] rows, int at, double value, double total) {
    if (Double.isFinite(DoubleBits.at(rows, at)) && Double.isFinite(value)) {
      scaleDown(rows, at);
      plus(rows, at, value * DOWN);
    } else {
      // Nothing is lost beside it: the compensation stays finite, and whoever merges it unharmed.
      DoubleBits.set(rows, at, total);
    }
  }

  private static void scaleDown(long[] rows, int at) {
    DoubleBits.set(rows, at, DoubleBits.at(rows, at) * DOWN);
    DoubleBits.set(rows, at + COMPENSATION, DoubleBits.at(rows, at + COMPENSATION) * DOWN);
    rows[at + SCALED] = 1;
  }
}
