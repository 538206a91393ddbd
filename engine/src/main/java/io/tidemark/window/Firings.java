package io.tidemark.window;

import java.util.Arrays;

/**
 * The windows of a stage that are being fired, in the order in which they fire: a queue that is
 * handed out a slice at a time, so that events need not wait for the end of it.
 *
 * <p>An entry is a window with many rows, or stands for all {@linkplain RowWindows windows of one
 * row} that come next. A firing that fits into what is left of a slice is handed out as it begins.
 *
 * <p>The queue does not grow without bound where more rows fire than slices hand out: of many rows
 * that wait, a slice takes a share; and of windows of one row it takes more than were opened since
 * the last slice. One writer: the stage that runs the windows.
 */
final class Firings {
  private static final int SMALLEST = 16;

  /** A slice takes at least the 2^n-th part of the rows that wait. */
  private static final int SHARE = 8;

  /** To take a window of one row out of its queues takes as long as to hand out 2^n rows. */
  private static final int ROW_WINDOW = 4;

  /** How many rows are handed out at a time. */
  private final int slice;

  private final Deadline deadline;

  /** The definitions whose windows have one row; set before the first event. */
  private RowWindows rowWindows;

  // A circular queue. Of a window: it, its operator, and the watermark before it fired. Of windows
  // of one row: no window, the operator whose window fires next, if any, and the same.
  private KeyedWindow[] windows = new KeyedWindow[SMALLEST];
  private WindowOperator[] operators = new WindowOperator[SMALLEST];
  private long[] watermarks = new long[SMALLEST];

  /** Up to which watermark windows of one row are fired. */
  private long[] upTo = new long[SMALLEST];

  private int first;
  private int count;

  /** The rows that wait, of windows with many. */
  private long waiting;

  /** How many rows of windows with many may still be handed out in this slice. */
  private int left;

  /** How many windows of one row may still be fired in this slice. */
  private int rowWindowsLeft;

  /** How many of them may still be closed. */
  private int closingsLeft;

  /** Whether windows of one row wait to be closed. */
  private boolean someClose;

  /**
   * No firings.
   *
   * @param slice how many rows are handed out at a time
   */
  Firings(int slice, Deadline deadline) {
    this.slice = slice;
    this.deadline = deadline;
  }

  /** The stage's operators, in the job's order; before the first event. */
  void fireFor(WindowOperator[] all) {
    rowWindows = RowWindows.among(all);
    beginSlice();
  }

  private void beginSlice() {
    left = (int) Math.min(Math.max(slice, waiting >> SHARE), Integer.MAX_VALUE);
    if (slice == Integer.MAX_VALUE) {
      rowWindowsLeft = slice;
    } else {
      rowWindowsLeft = Math.max(slice >> ROW_WINDOW, 1) + rowWindows.openedSinceAsked();
    }
    closingsLeft = rowWindowsLeft;
  }

  private void endSlices() {
    left = Integer.MAX_VALUE;
    rowWindowsLeft = Integer.MAX_VALUE;
    closingsLeft = Integer.MAX_VALUE;
  }

  private boolean hasLeft() {
    return (windows[first] == null ? rowWindowsLeft : left) > 0;
  }

  /** Whether there is nothing left to hand out or to close. */
  boolean isEmpty() {
    return count == 0 && !someClose;
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
      KeyedWindow window = operator.beginFiring();
      add(window, operator, before);
      waiting += window.rowsLeft();
      handOut();
    } else {
      handOutAll();
      operator.fireNext();
    }
  }

  /**
   * Fires windows of one row behind those under way, if any is due.
   *
   * @param watermark those that it reaches
   * @param next the operator whose window fires next, at that watermark, or null
   * @param before the watermark before the one that has them fire
   */
  void fireRowWindows(long watermark, WindowOperator next, long before) {
    int behind = behind(next);
    if (count == 0) {
      // Mostly there are few: they need not stand in the queue.
      rowWindowsLeft -= rowWindows.fire(watermark, behind, rowWindowsLeft);
    }
    if (!rowWindows.areDue(watermark, behind)) {
      return;
    }
    int last = (first + count - 1) & (windows.length - 1);
    if (count > 0 && windows[last] == null) {
      operators[last] = next;
    } else {
      add(null, next, before);
      last = (first + count - 1) & (windows.length - 1);
    }
    upTo[last] = watermark;
    handOut();
  }

  private static int behind(WindowOperator next) {
    return next == null ? RowWindows.ALL : next.number();
  }

  /** Closes windows of one row up to this watermark, as many as the slice has left. */
  void closeRowWindows(long watermark) {
    closingsLeft -= rowWindows.close(watermark, closingsLeft);
    someClose = rowWindows.areClosing(watermark);
  }

  /** Fires all of the operator's windows up to this watermark, behind those under way. */
  void fireAll(WindowOperator operator, long watermark, long before) {
    if (RowWindows.isOne(operator)) {
      handOutAll();
      ((RowWindowOperator) operator).fireDue(watermark, Integer.MAX_VALUE);
      return;
    }
    while (operator.nextFiring() <= watermark) {
      fire(operator, before);
    }
    handOutAll();
  }

  private void handOut() {
    while (count > 0 && hasLeft()) {
      handOutFirst();
    }
  }

  /** Hands out everything; what has been handed out is closed later. */
  void handOutAll() {
    while (count > 0) {
      endSlices();
      handOutFirst();
    }
    beginSlice();
  }

  /** Hands out a slice; windows that have been handed out are closed up to this watermark. */
  void goOn(long watermark) {
    beginSlice();
    if (isEmpty()) {
      return;
    }
    while (count > 0 && hasLeft()) {
      handOutAndClose(watermark);
    }
    closeRowWindows(watermark);
  }

  /** Hands out everything; the windows are closed up to this watermark. */
  void finish(long watermark) {
    while (count > 0) {
      endSlices();
      handOutAndClose(watermark);
    }
    endSlices();
    closeRowWindows(watermark);
    beginSlice();
  }

  private void handOutAndClose(long watermark) {
    WindowOperator operator = windows[first] == null ? null : operators[first];
    if (handOutFirst() && operator != null) {
      operator.closeUpTo(watermark);
      deadline.lower(operator.nextClosing());
    }
  }

  /** Hands out rows of the first entry; whether those were its last ones. */
  private boolean handOutFirst() {
    if (isFiring()) {
      return false;
    }
    windows[first] = null;
    operators[first] = null;
    first = (first + 1) & (windows.length - 1);
    count--;
    return true;
  }

  /** Hands out rows of the first entry; whether it has more. */
  private boolean isFiring() {
    KeyedWindow window = windows[first];
    try {
      if (window == null) {
        int behind = behind(operators[first]);
        rowWindowsLeft -= rowWindows.fire(upTo[first], behind, rowWindowsLeft);
        return rowWindows.areDue(upTo[first], behind);
      }
      int rows = Math.min(left, window.rowsLeft());
      operators[first].fireRows(window, rows);
      waiting -= rows;
      left -= rows;
    } catch (RuntimeException thrown) {
      // Nothing comes behind a row that could not be handed out.
      count = 0;
      someClose = false;
      throw thrown;
    }
    if (window.isFiring()) {
      return true;
    }
    window.endFiring();
    return false;
  }

  private void add(KeyedWindow window, WindowOperator operator, long before) {
    if (count == windows.length) {
      grow();
    }
    int last = (first + count++) & (windows.length - 1);
    windows[last] = window;
    operators[last] = operator;
    watermarks[last] = before;
  }

  private void grow() {
    int size = windows.length;
    windows = Arrays.copyOf(windows, size * 2);
    operators = Arrays.copyOf(operators, size * 2);
    watermarks = Arrays.copyOf(watermarks, size * 2);
    upTo = Arrays.copyOf(upTo, size * 2);
    // What had gone round goes on behind the old end.
    System.arraycopy(windows, 0, windows, size, first);
    System.arraycopy(operators, 0, operators, size, first);
    System.arraycopy(watermarks, 0, watermarks, size, first);
    System.arraycopy(upTo, 0, upTo, size, first);
  }
}
