package io.tidemark.aggregate;

import java.util.List;

/**
 * The covariance of two values, longs or decimals, from exact sums: the count, the sums of both
 * (two longs each) and that of their products (three). The error is at most 1e-15 of the product of
 * their standard deviations.
 *
 * @param spread of a population or a sample
 * @param unit how many units of the product of the two make one
 */
record ExactCovariance(Spread spread, double unit) implements CountsEvents {
  private static final int X = 1;
  private static final int Y = 3;
  private static final int PRODUCTS = 5;

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
    return List.of(Column.ofDouble(""));
  }

  @Override
  public void create(long[] rows, int at) {
    rows[at] = 0;
    Wide.create(rows, at + X);
    Wide.create(rows, at + Y);
    Int192.create(rows, at + PRODUCTS);
  }

  @Override
  public void add(long[] rows, int at, long[] values, int first, long timestamp) {
    rows[at]++;
    Wide.add(rows, at + X, values[first]);
    Wide.add(rows, at + Y, values[first + 1]);
    Int192.add(rows, at + PRODUCTS, values[first], values[first + 1]);
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    rows[at] += from[fromAt];
    Wide.merge(rows, at + X, from, fromAt + X);
    Wide.merge(rows, at + Y, from, fromAt + Y);
    Int192.merge(rows, at + PRODUCTS, from, fromAt + PRODUCTS);
  }

  @Override
  public void subtract(long[] rows, int at, long[] from, int fromAt) {
    rows[at] -= from[fromAt];
    Wide.subtract(rows, at + X, from, fromAt + X);
    Wide.subtract(rows, at + Y, from, fromAt + Y);
    Int192.subtract(rows, at + PRODUCTS, from, fromAt + PRODUCTS);
  }

  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    long count = rows[at];
    double products =
        count == 0 ? Double.NaN : ExactMoments.products(rows, at + PRODUCTS, at + X, at + Y, count);
    DoubleBits.set(out, outAt, spread.covariance(products / unit, count));
  }
}
