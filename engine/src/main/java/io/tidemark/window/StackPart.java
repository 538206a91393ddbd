package io.tidemark.window;

import io.tidemark.aggregate.RowCode;
import io.tidemark.time.SlotBatch;
import java.util.Arrays;

/**
 * The part of a row from which nothing can be subtracted: the number of the first arrival, which
 * gives keys their order, and the states of the aggregates that are not invertible. One writer: the
 * stage that runs the windows.
 */
final class StackPart {
  /** The first arrival where there is none. */
  static final long NONE = Long.MAX_VALUE;

  private final RowCode code;
  private final boolean hasStates;
  private final long[] before;
  private final int[] rowOf = new int[SlotBatch.SIZE];

  /** The rows of which there is something to merge, and what. */
  private final int[] mergedTo = new int[SlotBatch.SIZE];

  private final int[] merged = new int[SlotBatch.SIZE];

  StackPart(RowCode code) {
    this.code = code;
    this.hasStates = code.width() > 0;
    this.before = new long[width()];
  }

  /** How many longs it takes. */
  int width() {
    return 1 + code.width();
  }

  /** Whether there is more than the arrival. */
  boolean hasStates() {
    return hasStates;
  }

  void clear(long[] rows, int at) {
    rows[at] = NONE;
    code.create(rows, at + 1);
  }

  /** Clears as many rows as there are, side by side. */
  void clearAll(long[] rows, int count) {
    int length = count * width();
    if (count > 0) {
      clear(rows, 0);
    }
    for (int done = width(); done < length; done *= 2) {
      System.arraycopy(rows, 0, rows, done, Math.min(done, length - done));
    }
  }

  void copy(long[] from, int fromAt, long[] to, int toAt) {
    // A loop is faster than System.arraycopy for as few as these.
    for (int i = 0; i < before.length; i++) {
      to[toAt + i] = from[fromAt + i];
    }
  }

  void merge(long[] rows, int at, long[] from, int fromAt) {
    long arrival = from[fromAt];
    if (arrival != NONE) {
      rows[at] = Math.min(rows[at], arrival);
      if (hasStates) {
        code.merge(rows, at + 1, from, fromAt + 1);
      }
    }
  }

  /** {@link #merge} for several rows, at most {@link SlotBatch#SIZE}. */
  void mergeEach(long[] rows, int[] rowOf, long[] from, int[] fromOf, int count) {
    int found = 0;
    for (int i = 0; i < count; i++) {
      int at = rowOf[i];
      long arrival = from[fromOf[i]];
      rows[at] = Math.min(rows[at], arrival);
      mergedTo[found] = at;
      merged[found] = fromOf[i];
      found += arrival == NONE ? 0 : 1;
    }
    if (hasStates) {
      code.mergeEach(rows, mergedTo, 1, from, merged, 1, found);
    }
  }

  /** {@link #copy} for several rows. */
  void copyEach(long[] from, int[] fromOf, long[] to, int[] toOf, int count) {
    int width = before.length;
    for (int i = 0; i < count; i++) {
      int fromAt = fromOf[i];
      int toAt = toOf[i];
      for (int n = 0; n < width; n++) {
        to[toAt + n] = from[fromAt + n];
      }
    }
  }

  /**
   * Takes one event in.
   *
   * @param arrival of the row that the event made, or {@link #NONE}
   */
  void add(long[] rows, int at, long arrival, SlotBatch batch, int i) {
    rows[at] = Math.min(rows[at], arrival);
    rowOf[i] = at;
    code.addAll(rows, rowOf, 1, batch.values, batch.timestamps, i, i + 1);
  }

  /** Takes one event in and tells whether that has changed anything. */
  boolean changes(long[] rows, int at, long arrival, SlotBatch batch, int i) {
    copy(rows, at, before, 0);
    add(rows, at, arrival, batch, i);
    return !Arrays.equals(rows, at, at + before.length, before, 0, before.length);
  }
}
