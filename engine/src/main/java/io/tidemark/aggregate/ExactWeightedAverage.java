package io.tidemark.aggregate;

import java.util.List;

/**
 * The average of longs or decimals, each as often as its weight, a long or decimal, says: the exact
 * sum of the products (three longs), then that of the weights (two). The result is their quotient
 * as {@link Int192#quotient} rounds it.
 *
 * @param powerOfTen how many units of the values make one; that of the weights does not matter
 */
record ExactWeightedAverage(long powerOfTen) implements Invertible {
  private static final int WEIGHTS = Int192.WIDTH;

  @Override
  public int inputs() {
    return 2;
  }

  @Override
  public int width() {
    return WEIGHTS + 2;
  }

  @Override
  public List<Column> columns() {
    return List.of(Column.ofDouble(""));
  }

  @Override
  public void create(long[] rows, int at) {
    Int192.create(rows, at);
    Wide.create(rows, at + WEIGHTS);
  }

  @Override
  public void add(long[] rows, int at, long[] values, int first, long timestamp) {
    Int192.add(rows, at, values[first], values[first + 1]);
    Wide.add(rows, at + WEIGHTS, values[first + 1]);
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    Int192.merge(rows, at, from, fromAt);
    Wide.merge(rows, at + WEIGHTS, from, fromAt + WEIGHTS);
  }

  @Override
  public void subtract(long[] rows, int at, long[] from, int fromAt) {
    Int192.subtract(rows, at, from, fromAt);
    Wide.subtract(rows, at + WEIGHTS, from, fromAt + WEIGHTS);
  }

  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    long low = rows[at + WEIGHTS];
    long high = Wide.high(rows, at + WEIGHTS);
    double average =
        Int192.quotient(
            rows[at],
            rows[at + 1],
            rows[at + 2],
            powerOfTen * low,
            Int192.productMiddle(powerOfTen, low, high),
            Int192.productHigh(powerOfTen, low, high));
    DoubleBits.set(out, outAt, average);
  }
}
