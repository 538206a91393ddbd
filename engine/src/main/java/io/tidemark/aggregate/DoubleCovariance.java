package io.tidemark.aggregate;

import java.util.List;

/**
 * The covariance of two values of which one at least is a double, from the state of their {@link
 * DoubleRegression}.
 *
 * @param spread of a population or a sample
 */
record DoubleCovariance(DoubleRegression state, Spread spread) implements Aggregate {
  @Override
  public int inputs() {
    return 2;
  }

  @Override
  public int width() {
    return state.width();
  }

  @Override
  public List<Column> columns() {
    return List.of(Column.ofDouble(""));
  }

  @Override
  public void create(long[] rows, int at) {
    state.create(rows, at);
  }

  @Override
  public void add(long[] rows, int at, long[] values, int first, long timestamp) {
    state.add(rows, at, values, first, timestamp);
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    state.merge(rows, at, from, fromAt);
  }

  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    DoubleBits.set(out, outAt, DoubleRegression.covariance(rows, at, spread));
  }
}
