package io.tidemark.aggregate;

import java.util.List;

/**
 * The four prices of a bar: open and close by event time, ties by arrival, and the extremes. Its
 * state is that of the four aggregates one behind the other, six longs.
 */
record Ohlc(First open, Maximum high, Minimum low, Last close) implements Aggregate {
  private static final int HIGH = 2;
  private static final int LOW = 3;
  private static final int CLOSE = 4;

  Ohlc(ColumnType type, int scale) {
    this(
        new First(type, scale),
        new Maximum(type, scale),
        new Minimum(type, scale),
        new Last(type, scale));
  }

  @Override
  public int inputs() {
    return 1;
  }

  @Override
  public int width() {
    return 6;
  }

  @Override
  public List<Column> columns() {
    Column column = new Column("", open.type(), open.scale());
    return List.of(
        column.named("_open"), column.named("_high"), column.named("_low"), column.named("_close"));
  }

  @Override
  public void create(long[] rows, int at) {
    open.create(rows, at);
    high.create(rows, at + HIGH);
    low.create(rows, at + LOW);
    close.create(rows, at + CLOSE);
  }

  @Override
  public void add(long[] rows, int at, long[] values, int first, long timestamp) {
    open.add(rows, at, values, first, timestamp);
    high.add(rows, at + HIGH, values, first, timestamp);
    low.add(rows, at + LOW, values, first, timestamp);
    close.add(rows, at + CLOSE, values, first, timestamp);
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    open.merge(rows, at, from, fromAt);
    high.merge(rows, at + HIGH, from, fromAt + HIGH);
    low.merge(rows, at + LOW, from, fromAt + LOW);
    close.merge(rows, at + CLOSE, from, fromAt + CLOSE);
  }

  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    open.result(rows, at, out, outAt);
    high.result(rows, at + HIGH, out, outAt + 1);
    low.result(rows, at + LOW, out, outAt + 2);
    close.result(rows, at + CLOSE, out, outAt + 3);
  }
}
