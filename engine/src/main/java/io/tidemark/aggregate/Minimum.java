package io.tidemark.aggregate;

/**
 * The smallest value: one long. Doubles are compared through {@link DoubleBits#ordered}, so that
 * one comparison of longs serves all types and -0.0, 0.0 and NaN have their places.
 *
 * @param type the type of the value
 * @param scale its digits after the point
 */
record Minimum(ColumnType type, int scale) implements ValueAggregate {
  @Override
  public int width() {
    return 1;
  }

  @Override
  public void create(long[] rows, int at) {
    rows[at] = Long.MAX_VALUE;
  }

  @Override
  public void add(long[] rows, int at, long[] values, int first, long timestamp) {
    long bits = values[first];
    rows[at] = Math.min(rows[at], type == ColumnType.DOUBLE ? DoubleBits.ordered(bits) : bits);
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    rows[at] = Math.min(rows[at], from[fromAt]);
  }

  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    out[outAt] = type == ColumnType.DOUBLE ? DoubleBits.ordered(rows[at]) : rows[at];
  }
}
