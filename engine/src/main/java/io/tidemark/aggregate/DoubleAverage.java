package io.tidemark.aggregate;

import java.util.List;

/** The average of doubles: their {@link Compensated} sum, then the count. */
record DoubleAverage() implements Aggregate {
  private static final int COUNT = Compensated.WIDTH;

  @Override
  public int inputs() {
    return 1;
  }

  @Override
  public int width() {
    return COUNT + 1;
  }

  @Override
  public List<Column> columns() {
    return List.of(Column.ofDouble(""));
  }

  @Override
  public void create(long[] rows, int at) {
    Compensated.create(rows, at);
    rows[at + COUNT] = 0;
  }

  @Override
  public void add(long[] rows, int at, long[] values, int first, long timestamp) {
    Compensated.add(rows, at, DoubleBits.at(values, first));
    rows[at + COUNT]++;
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    Compensated.merge(rows, at, from, fromAt);
    rows[at + COUNT] += from[fromAt + COUNT];
  }

  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    DoubleBits.set(out, outAt, Compensated.dividedBy(rows, at, rows[at + COUNT]));
  }
}
