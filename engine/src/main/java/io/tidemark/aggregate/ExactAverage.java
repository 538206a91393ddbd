package io.tidemark.aggregate;

import java.util.List;

/**
 * The average of longs or decimals: the exact sum, then the count. The result is the double nearest
 * to their quotient, and never a fault.
 *
 * @param powerOfTen how many units of the values make one
 */
record ExactAverage(long powerOfTen) implements CountsEvents {
  private static final int COUNT = 2;

  ExactAverage(int scale) {
    this(Decimals.powerOfTen(scale));
  }

  @Override
  public int inputs() {
    return 1;
  }

  @Override
  public int width() {
    return 3;
  }

  @Override
  public int countAt() {
    return COUNT;
  }

  @Override
  public List<Column> columns() {
    return List.of(Column.ofDouble(""));
  }

  @Override
  public void create(long[] rows, int at) {
    rows[at] = 0;
    rows[at + 1] = 0;
    rows[at + COUNT] = 0;
  }

  @Override
  public void add(long[] rows, int at, long[] values, int first, long timestamp) {
    Wide.add(rows, at, values[first]);
    rows[at + COUNT]++;
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    Wide.merge(rows, at, from, fromAt);
    rows[at + COUNT] += from[fromAt + COUNT];
  }

  @Override
  public void subtract(long[] rows, int at, long[] from, int fromAt) {
    Wide.subtract(rows, at, from, fromAt);
    rows[at + COUNT] -= from[fromAt + COUNT];
  }

  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    DoubleBits.set(out, outAt, Wide.quotient(rows, at, rows[at + COUNT], powerOfTen));
  }
}
