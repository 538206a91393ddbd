package io.tidemark.aggregate;

import java.util.List;

/**
 * The variance or standard deviation of doubles: the count, the mean, and the sum of the squares of
 * the distances from it; see {@link DoubleMoments}.
 *
 * @param spread which of them
 */
record DoubleVariance(Spread spread) implements Aggregate {
  private static final int MEAN = 1;
  private static final int SQUARES = 2;

  @Override
  public int inputs() {
    return 1;
  }

  @Override
  public int width() {
    return 3;
  }

  @Override
  public List<Column> columns() {
    return List.of(Column.ofDouble(""));
  }

  @Override
  public void create(long[] rows, int at) {
    rows[at] = 0;
    DoubleBits.set(rows, at + MEAN, 0);
    DoubleBits.set(rows, at + SQUARES, 0);
  }

  @Override
  public void add(long[] rows, int at, long[] values, int first, long timestamp) {
    double value = DoubleBits.at(values, first);
    double old = DoubleBits.at(rows, at + MEAN);
    long count = ++rows[at];
    double mean = DoubleMoments.meanWith(old, value, count);
    DoubleBits.set(rows, at + MEAN, mean);
    DoubleBits.add(rows, at + SQUARES, (value - old) * (value - mean));
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    long count = rows[at];
    long fromCount = from[fromAt];
    if (count == 0 || fromCount == 0) {
      if (count == 0) {
        System.arraycopy(from, fromAt, rows, at, width());
      }
      return;
    }
    double mean = DoubleBits.at(rows, at + MEAN);
    double delta = DoubleBits.at(from, fromAt + MEAN) - mean;
    double squares =
        DoubleBits.at(from, fromAt + SQUARES)
            + DoubleMoments.between(delta, delta, count, fromCount);
    rows[at] = count + fromCount;
    DoubleBits.set(rows, at + MEAN, DoubleMoments.merged(mean, delta, count, fromCount));
    DoubleBits.add(rows, at + SQUARES, squares);
  }

  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    DoubleBits.set(out, outAt, spread.of(DoubleBits.at(rows, at + SQUARES), rows[at]));
  }
}
