package io.tidemark.aggregate;

/**
 * The exact sum of longs or decimals: 128 bits, so that a sum which leaves 64 bits on the way and
 * comes back is right, and one that does not is told.
 *
 * @param type LONG or DECIMAL
 * @param scale the digits after the point
 */
record ExactSum(ColumnType type, int scale) implements ValueAggregate, Invertible {
  @Override
  public int width() {
    return 2;
  }

  @Override
  public void create(long[] rows, int at) {
    rows[at] = 0;
    rows[at + 1] = 0;
  }

  @Override
  public void add(long[] rows, int at, long[] values, int first, long timestamp) {
    Wide.add(rows, at, values[first]);
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    Wide.merge(rows, at, from, fromAt);
  }

  @Override
  public void subtract(long[] rows, int at, long[] from, int fromAt) {
    Wide.subtract(rows, at, from, fromAt);
  }

  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    out[outAt] = Wide.toLong(rows, at);
  }
}
