package io.tidemark.aggregate;

import java.util.Arrays;

/** One aggregate's state in the middle of an array that is full of other things. */
final class RowState {
  private static final int BEFORE = 3;
  private static final int AFTER = 2;
  private static final long OTHER = 0x5ca1ab1e5ca1ab1eL;

  private final Aggregate aggregate;
  private final long[] rows;
  private final long[] values = new long[3];

  RowState(Aggregate aggregate) {
    this.aggregate = aggregate;
    this.rows = new long[BEFORE + aggregate.width() + AFTER];
    Arrays.fill(rows, OTHER);
    aggregate.create(rows, BEFORE);
  }

  /** Takes a value, as raw bits, into the state. */
  RowState add(long value, long timestamp) {
    values[0] = OTHER;
    values[1] = value;
    aggregate.add(rows, BEFORE, values, 1, timestamp);
    return this;
  }

  RowState add(long value) {
    return add(value, 0);
  }

  RowState add(double value) {
    return add(Double.doubleToLongBits(value));
  }

  /** Takes two values. */
  RowState addPair(long one, long other, long timestamp) {
    values[2] = other;
    return add(one, timestamp);
  }

  RowState merge(RowState from) {
    aggregate.merge(rows, BEFORE, from.rows, BEFORE);
    return this;
  }

  RowState subtract(RowState from) {
    ((Invertible) aggregate).subtract(rows, BEFORE, from.rows, BEFORE);
    return this;
  }

  /** The state itself. */
  long[] longs() {
    return Arrays.copyOfRange(rows, BEFORE, BEFORE + aggregate.width());
  }

  RowState copy() {
    RowState copy = new RowState(aggregate);
    System.arraycopy(rows, 0, copy.rows, 0, rows.length);
    return copy;
  }

  /** The first result, as raw bits; nothing else may have been touched. */
  long result() {
    return results()[0];
  }

  /** All results. */
  long[] results() {
    long[] out = room();
    aggregate.result(rows, BEFORE, out, 1);
    return checked(out);
  }

  /** All results of a window that ends then. */
  long[] results(long start, long end) {
    long[] out = room();
    aggregate.result(rows, BEFORE, start, end, out, 1);
    return checked(out);
  }

  private long[] room() {
    long[] out = new long[aggregate.columns().size() + 2];
    Arrays.fill(out, OTHER);
    return out;
  }

  private long[] checked(long[] out) {
    if (out[0] != OTHER || out[out.length - 1] != OTHER || !isUntouchedAround()) {
      throw new AssertionError(aggregate + " wrote outside its place");
    }
    return Arrays.copyOfRange(out, 1, out.length - 1);
  }

  double doubleResult() {
    return Double.longBitsToDouble(result());
  }

  private boolean isUntouchedAround() {
    for (int i = 0; i < rows.length; i++) {
      boolean outside = i < BEFORE || i >= BEFORE + aggregate.width();
      if (outside && rows[i] != OTHER) {
        return false;
      }
    }
    return true;
  }
}
