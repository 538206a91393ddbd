package io.tidemark.aggregate;

import java.util.List;

/**
 * The regression of y on x, both longs or decimals, from exact sums: the count, the sums of x and y
 * (two longs each), of their squares and of their products (three each). The errors are at most
 * 4e-15 of: the root of the quotient of the variances for the slope, 1 for r2; that of the
 * intercept is 4e-15 of the mean of y and of that root times the mean of x.
 *
 * @param unitX how many units of x make one
 * @param unitY how many units of y make one
 */
record ExactRegression(long unitY, long unitX) implements CountsEvents {
  private static final int Y = 1;
  private static final int X = 3;
  private static final int SQUARES_Y = 5;
  private static final int SQUARES_X = 8;
  private static final int PRODUCTS = 11;

  @Override
  public int inputs() {
    return 2;
  }

  @Override
  public int width() {
    return PRODUCTS + Int192.WIDTH;
  }

  @Override
  public List<Column> columns() {
    return Line.columns();
  }

  @Override
  public void create(long[] rows, int at) {
    rows[at] = 0;
    Wide.create(rows, at + Y);
    Wide.create(rows, at + X);
    Int192.create(rows, at + SQUARES_Y);
    Int192.create(rows, at + SQUARES_X);
    Int192.create(rows, at + PRODUCTS);
  }

  @Override
  public void add(long[] rows, int at, long[] values, int first, long timestamp) {
    long y = values[first];
    long x = values[first + 1];
    rows[at]++;
    Wide.add(rows, at + Y, y);
    Wide.add(rows, at + X, x);
    Int192.add(rows, at + SQUARES_Y, y, y);
    Int192.add(rows, at + SQUARES_X, x, x);
    Int192.add(rows, at + PRODUCTS, x, y);
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    rows[at] += from[fromAt];
    Wide.merge(rows, at + Y, from, fromAt + Y);
    Wide.merge(rows, at + X, from, fromAt + X);
    Int192.merge(rows, at + SQUARES_Y, from, fromAt + SQUARES_Y);
    Int192.merge(rows, at + SQUARES_X, from, fromAt + SQUARES_X);
    Int192.merge(rows, at + PRODUCTS, from, fromAt + PRODUCTS);
  }

  @Override
  public void subtract(long[] rows, int at, long[] from, int fromAt) {
    rows[at] -= from[fromAt];
    Wide.subtract(rows, at + Y, from, fromAt + Y);
    Wide.subtract(rows, at + X, from, fromAt + X);
    Int192.subtract(rows, at + SQUARES_Y, from, fromAt + SQUARES_Y);
    Int192.subtract(rows, at + SQUARES_X, from, fromAt + SQUARES_X);
    Int192.subtract(rows, at + PRODUCTS, from, fromAt + PRODUCTS);
  }

  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    long count = rows[at];
    if (count == 0) {
      Line.write(out, outAt, 0, 0, 0, 0, 0);
      return;
    }
    double squaresX = ExactMoments.products(rows, at + SQUARES_X, at + X, at + X, count);
    double squaresY = ExactMoments.products(rows, at + SQUARES_Y, at + Y, at + Y, count);
    double products = ExactMoments.products(rows, at + PRODUCTS, at + X, at + Y, count);
    Line.write(
        out,
        outAt,
        Wide.quotient(rows, at + X, count, unitX),
        Wide.quotient(rows, at + Y, count, unitY),
        squaresX / unitX / unitX,
        squaresY / unitY / unitY,
        products / unitX / unitY);
  }
}
