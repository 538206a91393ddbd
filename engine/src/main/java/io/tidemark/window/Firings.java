package io.tidemark.window;

import java.util.Arrays;

/**
 * The windows of a stage that are being fired, in the order in which they fire: a queue that is
 * handed out a slice at a time, so that events need not wait for the end of it.
 *
 * <p>A firing that fits into what is left of a slice is handed out as it begins. The queue does not
 * grow without bound where more rows fire than slices hand out: of many rows that wait, a slice
 * takes a share. One writer: the stage that runs the windows.
 */
final class Firings {
  private static final int SMALLEST = 16;

  /** A slice takes at least the 2^n-th part of the rows that wait. */
  private static final int SHARE = 8;

  /** How many rows are handed out at a time. */
  private final int slice;

  private final Deadline deadline;

  // A circular queue: the windows under way, their operators, and the watermark before each fired.
  private KeyedWindow[] windows = new KeyedWindow[SMALLEST];
  private WindowOperator[] operators = new WindowOperator[SMALLEST];
  private long[] watermarks = new long[SMALLEST];
  private int first;
  private int count;

  /** The rows that wait. */
  private long waiting;

  /** How many rows may still be handed out in this slice. */
  private int left;

  /**
   * No firings.
   *
   * @param slice how many rows are handed out at a time
   */
  Firings(int slice, Deadline deadline) {
    this.slice = slice;
    this.left = slice;
    this.deadline = deadline;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** The watermark up to which everything has been handed out; the largest one if all has. */
  long handedOutUpTo() {
    return count == 0 ? Long.MAX_VALUE : watermarks[first];
  }

  /**
   * Fires the operator's next window behind those under way.
   *
   * @param before the watermark before the one that has it fire
   */
  void fire(WindowOperator operator, long before) {
    if (operator.firesInSlices()) {
      add(operator, operator.beginFiring(), before);
      while (count > 0 && left > 0) {
        handOutFirst();
      }
    } else {
      handOutAll();
      operator.fireNext();
    }
  }

  /** Hands out everything; what has been handed out is closed later. */
  void handOutAll() {
    while (count > 0) {
      left = Integer.MAX_VALUE;
      handOutFirst();
    }
    left = slice;
  }

  /** Hands out a slice; windows that have been handed out are closed up to this watermark. */
  void goOn(long watermark) {
    left = (int) Math.min(Math.max(slice, waiting >> SHARE), Integer.MAX_VALUE);
    while (count > 0 && left > 0) {
      handOutAndClose(watermark);
    }
  }

  /** Hands out everything; the windows are closed up to this watermark. */
  void finish(long watermark) {
    while (count > 0) {
      left = Integer.MAX_VALUE;
      handOutAndClose(watermark);
    }
    left = slice;
  }

  private void handOutAndClose(long watermark) {
    WindowOperator operator = operators[first];
    if (handOutFirst()) {
      operator.closeUpTo(watermark);
      deadline.lower(operator.nextClosing());
    }
  }

  /** Hands out rows of the first window; whether those were its last ones. */
  private boolean handOutFirst() {
    KeyedWindow window = windows[first];
    int rows = Math.min(left, window.rowsLeft());
    fireRows(operators[first], window, rows);
    waiting -= rows;
    left -= rows;
    if (window.isFiring()) {
      return false;
    }
    window.endFiring();
    windows[first] = null;
    operators[first] = null;
    first = (first + 1) & (windows.length - 1);
    count--;
    return true;
  }

  private void fireRows(WindowOperator operator, KeyedWindow window, int rows) {
    try {
      operator.fireRows(window, rows);
    } catch (RuntimeException thrown) {
      // Nothing comes behind a row that could not be handed out.
      count = 0;
      throw thrown;
    }
  }

  private void add(WindowOperator operator, KeyedWindow window, long before) {
    if (count == windows.length) {
      grow();
    }
    int last = (first + count++) & (windows.length - 1);
    windows[last] = window;
    operators[last] = operator;
    watermarks[last] = before;
    waiting += window.rowsLeft();
  }

  private void grow() {
    int size = windows.length;
    windows = Arrays.copyOf(windows, size * 2);
    operators = Arrays.copyOf(operators, size * 2);
    watermarks = Arrays.copyOf(watermarks, size * 2);
    // What had gone round goes on behind the old end.
    System.arraycopy(windows, 0, windows, size, first);
    System.arraycopy(operators, 0, operators, size, first);
    System.arraycopy(watermarks, 0, watermarks, size, first);
  }
}
