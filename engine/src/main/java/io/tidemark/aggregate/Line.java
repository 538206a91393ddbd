package io.tidemark.aggregate;

import java.util.List;

/** The straight line through points that makes the squares of the distances in y least. */
final class Line {
  private Line() {}

  static List<Column> columns() {
    return List.of(
        Column.ofDouble("_slope"), Column.ofDouble("_intercept"), Column.ofDouble("_r2"));
  }

  /**
   * Writes slope, intercept and the coefficient of determination, which is 1 where all y are equal,
   * as in SQL. All three are NaN where all x are.
   *
   * @param squaresX the sum of the squares of the distances of x from its mean
   * @param products the sum of the products of the distances of x and y
   */
  static void write(
      long[] out,
      int at,
      double meanX,
      double meanY,
      double squaresX,
      double squaresY,
      double products) {
    double slope = products / squaresX;
    double determined = squaresY == 0 ? 1.0 : slope * (products / squaresY);
    DoubleBits.set(out, at, slope);
    DoubleBits.set(out, at + 1, meanY - slope * meanX);
    DoubleBits.set(out, at + 2, Double.isNaN(slope) ? slope : Math.min(determined, 1.0));
  }
}
