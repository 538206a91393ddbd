package io.tidemark.window;

/**
 * The firings of a stage that are under way, in their order: those of many rows go on in slices.
 * One writer: the stage that runs the windows.
 */
final class Firings {
  /** How many rows are handed out at a time. */
  private final int slice;

  private final Deadline deadline;
  private final WindowOperator[] underWay;
  private int count;

  /**
   * No firings.
   *
   * @param operators how many operators there are
   */
  Firings(int operators, int slice, Deadline deadline) {
    this.underWay = new WindowOperator[operators];
    this.slice = slice;
    this.deadline = deadline;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Fires the operator's next window, or begins to if it is large or large ones are before it. */
  void fire(WindowOperator operator) {
    int rows = operator.rowsToFire();
    if (rows == 0 || operator.isFiring()) {
      handOut();
    }
    if (rows == 0 || (rows <= slice && count == 0)) {
      operator.fireNext();
    } else {
      operator.beginFiring();
      underWay[count++] = operator;
    }
  }

  /** Hands out all rows of the firings under way; their windows are closed later. */
  void handOut() {
    for (int i = 0; i < count; i++) {
      underWay[i].fireRows(Integer.MAX_VALUE);
    }
    count = 0;
  }

  /** Hands out a slice; windows that have been handed out are closed up to this watermark. */
  void goOn(long watermark) {
    int left = slice;
    while (count > 0 && left > 0) {
      left -= underWay[0].fireRows(left);
      if (!underWay[0].isFiring()) {
        closeFirst(watermark);
      }
    }
  }

  /** Hands out all rows; the windows are closed up to this watermark. */
  void finish(long watermark) {
    while (count > 0) {
      underWay[0].fireRows(Integer.MAX_VALUE);
      closeFirst(watermark);
    }
  }

  private void closeFirst(long watermark) {
    WindowOperator first = underWay[0];
    count--;
    System.arraycopy(underWay, 1, underWay, 0, count);
    first.closeUpTo(watermark);
    deadline.lower(first.nextClosing());
  }
}
