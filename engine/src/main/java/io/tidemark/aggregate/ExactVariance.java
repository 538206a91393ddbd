package io.tidemark.aggregate;

import java.util.List;

/**
 * The variance or standard deviation of longs or decimals, from exact sums: the count, the sum of
 * the values (two longs) and that of their squares (three). The error is at most 1e-15 of the
 * result.
 *
 * @param spread which of them
 * @param unit how many units of the values make one
 */
record ExactVariance(Spread spread, double unit) implements CountsEvents {
  private static final int SUM = 1;
  private static final int SQUARES = 3;

  @Override
  public int inputs() {
    return 1;
  }

  @Override
  public int width() {
    return SQUARES + Int192.WIDTH;
  }

  @Override
  public List<Column> columns() {
    return List.of(Column.ofDouble(""));
  }

  @Override
  public void create(long[] rows, int at) {
    rows[at] = 0;
    Wide.create(rows, at + SUM);
    Int192.create(rows, at + SQUARES);
  }

  @Override
  public void add(long[] rows, int at, long[] values, int first, long timestamp) {
    long value = values[first];
    rows[at]++;
    Wide.add(rows, at + SUM, value);
    Int192.add(rows, at + SQUARES, value, value);
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    rows[at] += from[fromAt];
    Wide.merge(rows, at + SUM, from, fromAt + SUM);
    Int192.merge(rows, at + SQUARES, from, fromAt + SQUARES);
  }

  @Override
  public void subtract(long[] rows, int at, long[] from, int fromAt) {
    rows[at] -= from[fromAt];
    Wide.subtract(rows, at + SUM, from, fromAt + SUM);
    Int192.subtract(rows, at + SQUARES, from, fromAt + SQUARES);
  }

  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    long count = rows[at];
    double squares =
        count == 0
            ? Double.NaN
            : ExactMoments.products(rows, at + SQUARES, at + SUM, at + SUM, count);
    DoubleBits.set(out, outAt, spread.of(squares / unit / unit, count));
  }
}
