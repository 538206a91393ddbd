package io.tidemark.bench.tumbling;

import io.tidemark.aggregate.Aggregate;
import io.tidemark.aggregate.Aggregation;
import io.tidemark.aggregate.Column;
import io.tidemark.aggregate.Value;
import java.util.List;

/**
 * Count, sum, min and max written by hand in one class, as a user would who trusts no composition:
 * the sum in one long, where the engine's takes two and cannot overflow on the way.
 */
record CountSumMinMax() implements Aggregate {
  /** As an aggregation of this value. */
  static <E> Aggregation<E> of(Value<E> value) {
    return new Aggregation<>(new CountSumMinMax(), List.of(value));
  }

  @Override
  public int inputs() {
    return 1;
  }

  @Override
  public int width() {
    return 4;
  }

  @Override
  public List<Column> columns() {
    return List.of(
        Column.ofLong("count"), Column.ofLong("sum"), Column.ofLong("min"), Column.ofLong("max"));
  }

  @Override
  public boolean mayThrow() {
    return false;
  }

  @Override
  public void create(long[] rows, int at) {
    rows[at] = 0;
    rows[at + 1] = 0;
    rows[at + 2] = Long.MAX_VALUE;
    rows[at + 3] = Long.MIN_VALUE;
  }

  @Override
  public void add(long[] rows, int at, long[] values, int first, long timestamp) {
    long value = values[first];
    rows[at]++;
    rows[at + 1] += value;
    rows[at + 2] = Math.min(rows[at + 2], value);
    rows[at + 3] = Math.max(rows[at + 3], value);
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    rows[at] += from[fromAt];
    rows[at + 1] += from[fromAt + 1];
    rows[at + 2] = Math.min(rows[at + 2], from[fromAt + 2]);
    rows[at + 3] = Math.max(rows[at + 3], from[fromAt + 3]);
  }

  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    System.arraycopy(rows, at, out, outAt, width());
  }
}
