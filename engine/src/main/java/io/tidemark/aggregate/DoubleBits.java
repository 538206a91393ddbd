package io.tidemark.aggregate;

/** Doubles as longs. */
final class DoubleBits {
  private DoubleBits() {}

  /**
   * Maps raw bits of doubles to longs that compare as {@link Double#compare} does, and back: the
   * mapping is its own inverse. All but the sign bit of negative ones is flipped.
   */
  static long ordered(long bits) {
    return bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }

  static double at(long[] rows, int at) {
    return Double.longBitsToDouble(rows[at]);
  }

  static void set(long[] rows, int at, double value) {
    rows[at] = Double.doubleToRawLongBits(value);
  }

  static void add(long[] rows, int at, double value) {
    set(rows, at, at(rows, at) + value);
  }
}
