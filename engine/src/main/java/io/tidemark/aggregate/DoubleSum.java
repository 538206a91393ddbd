package io.tidemark.aggregate;

import java.util.List;

/** The {@link Compensated} sum of doubles. */
record DoubleSum() implements Aggregate {
  @Override
  public int inputs() {
    return 1;
  }

  @Override
  public int width() {
    return Compensated.WIDTH;
  }

  @Override
  public List<Column> columns() {
    return List.of(Column.ofDouble(""));
  }

  @Override
  public void create(long[] rows, int at) {
    Compensated.create(rows, at);
  }

  @Override
  public void add(long[] rows, int at, long[] values, int first, long timestamp) {
    Compensated.add(rows, at, DoubleBits.at(values, first));
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    Compensated.merge(rows, at, from, fromAt);
  }

  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    DoubleBits.set(out, outAt, Compensated.dividedBy(rows, at, 1));
  }
}
