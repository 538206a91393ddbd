package io.tidemark.window;

import io.tidemark.aggregate.RowCode;
import io.tidemark.time.SlotBatch;
import java.util.Arrays;

/**
 * The part of a row's state from which nothing can be subtracted: that of the aggregates that are
 * not invertible. It comes first in a row of a pane. One writer: the stage that runs the windows.
 */
final class StackPart {
  private final RowCode code;
  private final long[] before;
  private final int[] rowOf = new int[SlotBatch.SIZE];

  StackPart(RowCode code) {
    this.code = code;
    this.before = new long[code.width()];
  }

  /** How many longs it takes. */
  int width() {
    return before.length;
  }

  /** Whether the definition has any such aggregate; where panes are shared others may. */
  boolean hasStates() {
    return !code.isEmpty();
  }

  /** Writes the state of no event. */
  void clear(long[] rows, int at) {
    code.create(rows, at);
  }

  /** Clears as many states as there are, side by side. */
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
    code.merge(rows, at, from, fromAt);
  }

  /** {@link #merge} for several states. */
  void mergeEach(long[] rows, int[] rowOf, long[] from, int[] fromOf, int count) {
    code.mergeEach(rows, rowOf, 0, from, fromOf, 0, count);
  }

  /** {@link #copy} for several states. */
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

  /** Takes one event in. */
  void add(long[] rows, int at, SlotBatch batch, int i) {
    rowOf[i] = at;
    code.addAll(rows, rowOf, 0, batch.values, batch.timestamps, i, i + 1);
  }

  /** Takes one event in and tells whether that has changed anything. */
  boolean changes(long[] rows, int at, SlotBatch batch, int i) {
    copy(rows, at, before, 0);
    add(rows, at, batch, i);
    return !Arrays.equals(rows, at, at + before.length, before, 0, before.length);
  }
}
