package io.tidemark.aggregate;

/** Decimals as integers that count units of 10^-scale. */
final class Decimals {
  private Decimals() {}

  /** How many units of 10^-scale make one; the scale is at most {@link Column#MAX_SCALE}. */
  static long powerOfTen(int scale) {
    long power = 1;
    for (int i = 0; i < scale; i++) {
      power *= 10;
    }
    return power;
  }
}
