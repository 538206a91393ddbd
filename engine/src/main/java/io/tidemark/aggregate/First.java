package io.tidemark.aggregate;

/**
 * The value with the smallest timestamp: its timestamp less 1 and the value. {@code Long.MIN_VALUE}
 * is no event's timestamp, so that less 1, the largest long, stands for no event.
 *
 * @param type the type of the value
 * @param scale its digits after the point
 */
record First(ColumnType type, int scale) implements ValueAggregate {
  @Override
  public int width() {
    return 2;
  }

  @Override
  public void create(long[] rows, int at) {
    rows[at] = Long.MAX_VALUE;
    rows[at + 1] = 0;
  }

  @Override
  public void add(long[] rows, int at, long[] values, int first, long timestamp) {
    if (timestamp - 1 < rows[at]) {
      rows[at] = timestamp - 1;
      rows[at + 1] = values[first];
    }
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    if (from[fromAt] < rows[at]) {
      rows[at] = from[fromAt];
      rows[at + 1] = from[fromAt + 1];
    }
  }

  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    out[outAt] = rows[at + 1];
  }
}
