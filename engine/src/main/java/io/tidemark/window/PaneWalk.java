package io.tidemark.window;

import io.tidemark.time.SlotBatch;

/**
 * A walk through the rows of a pane, some at a time: where each is, where the running row of its
 * key is, and where what it has beside it. What is done to rows is then done in loops without a
 * call, one for each thing. One writer: the stage that runs the windows.
 */
final class PaneWalk {
  /** So many rows at a time stay in the nearest cache. */
  private static final int MOST = SlotBatch.SIZE;

  private final int suffix;
  private final int runningWidth;

  /** Where the rows begin in the pane's array. */
  final int[] rows = new int[MOST];

  /** Where their keys' running rows begin. */
  final int[] running = new int[MOST];

  /** Where their suffixes begin. */
  final int[] suffixes = new int[MOST];

  private PaneRows pane;
  private int place;
  private int count;

  /**
   * No walk.
   *
   * @param suffix the longs of a suffix
   * @param runningWidth the longs of a running row
   */
  PaneWalk(int suffix, int runningWidth) {
    this.suffix = suffix;
    this.runningWidth = runningWidth;
  }

  /** Begins at the pane's first row. */
  void begin(PaneRows at) {
    pane = at;
    place = 0;
  }

  /** Goes on to the next rows; whether there are any. */
  boolean next() {
    int end = pane.places();
    count = 0;
    while (place < end && count == 0) {
      int to = Math.min(end, place + MOST);
      if (pane.isNumbered()) {
        nextNumbered(to);
      } else {
        nextOfTable(to);
      }
      place = to;
    }
    return count > 0;
  }

  /** How many rows these are. */
  int count() {
    return count;
  }

  private void nextNumbered(int to) {
    long[] array = pane.array();
    int width = pane.stride();
    int found = 0;
    for (int number = place; number < to; number++) {
      rows[found] = number * width;
      running[found] = number * runningWidth;
      suffixes[found] = number * suffix;
      found += array[number * width] == PaneRows.NONE ? 0 : 1;
    }
    count = found;
  }

  private void nextOfTable(int to) {
    int[] numbers = pane.numbers;
    int width = pane.stride();
    for (int n = place, i = 0; n < to; n++, i++) {
      rows[i] = n * width + 1;
      running[i] = numbers[n] * runningWidth;
      suffixes[i] = n * suffix;
    }
    count = to - place;
  }
}
