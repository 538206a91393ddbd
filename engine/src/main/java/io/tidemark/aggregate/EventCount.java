package io.tidemark.aggregate;

import java.util.List;

/** The number of events, for the engine alone: one long, and no column. */
record EventCount() implements CountsEvents {
  @Override
  public int inputs() {
    return 0;
  }

  @Override
  public int width() {
    return 1;
  }

  @Override
  public List<Column> columns() {
    return List.of();
  }

  @Override
  public void create(long[] rows, int at) {
    rows[at] = 0;
  }

  @Override
  public void add(long[] rows, int at, long[] values, int first, long timestamp) {
    rows[at]++;
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    rows[at] += from[fromAt];
  }

  @Override
  public void subtract(long[] rows, int at, long[] from, int fromAt) {
    rows[at] -= from[fromAt];
  }

  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    // It has no column.
  }
}
