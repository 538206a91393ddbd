package io.tidemark.aggregate;

import java.util.List;

/**
 * The average of values, each as often as its weight says, where one of the two is a double: the
 * {@link Compensated} sum of the products, then that of the weights. What rounding takes from a
 * product is added too (T. Ogita, S. M. Rump and S. Oishi, Accurate sum and dot product, SIAM J.
 * Sci. Comput. 26, 2005).
 *
 * @param value reads the value, the first
 * @param weight reads the weight, the second
 */
record DoubleWeightedAverage(AsDouble value, AsDouble weight) implements Aggregate {
  private static final int WEIGHTS = Compensated.WIDTH;

  @Override
  public int inputs() {
    return 2;
  }

  @Override
  public int width() {
    return 2 * Compensated.WIDTH;
  }

  @Override
  public List<Column> columns() {
    return List.of(Column.ofDouble(""));
  }

  @Override
  public void create(long[] rows, int at) {
    Compensated.create(rows, at);
    Compensated.create(rows, at + WEIGHTS);
  }

  @Override
  public void add(long[] rows, int at, long[] values, int first, long timestamp) {
    double factor = weight.at(values, first + 1);
    Compensated.addProduct(rows, at, value.at(values, first), factor);
    Compensated.add(rows, at + WEIGHTS, factor);
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    Compensated.merge(rows, at, from, fromAt);
    Compensated.merge(rows, at + WEIGHTS, from, fromAt + WEIGHTS);
  }

  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    double weights = Compensated.dividedBy(rows, at + WEIGHTS, 1);
    double average = Compensated.dividedBy(rows, at, 1) / weights;
    DoubleBits.set(out, outAt, weights == 0 ? Double.NaN : average);
  }
}
