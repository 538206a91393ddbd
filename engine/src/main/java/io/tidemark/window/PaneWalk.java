package io.tidemark.window;

import io.tidemark.time.SlotBatch;

/**
 * A walk through the rows of a pane, some at a time: where each is, and where that is which belongs
 * to it elsewhere. What is done to rows is then done in loops without a call, one for each thing.
 * One writer: the stage that runs the windows.
 */
final class PaneWalk {
  /** So many rows at a time stay in the nearest cache. */
  private static final int MOST = SlotBatch.SIZE;

  private final int width;

  /** Where the states begin in the pane's array. */
  final int[] rows = new int[MOST];

  /** Where rows of this walk's width begin that lie at the numbers of their keys. */
  final int[] byNumber = new int[MOST];

  /** Where those begin that lie at the places of the pane's rows. */
  final int[] byPlace = new int[MOST];

  private PaneRows pane;
  private int place;
  private int count;

  /**
   * No walk.
   *
   * @param width the longs of a row elsewhere that belongs to a row of the pane
   */
  PaneWalk(int width) {
    this.width = width;
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
    int stride = pane.stride();
    int found = 0;
    for (int number = place; number < to; number++) {
      rows[found] = number * stride;
      byNumber[found] = number * width;
      byPlace[found] = number * width;
      found += pane.hasAt(number) ? 1 : 0;
    }
    count = found;
  }

  private void nextOfTable(int to) {
    int[] numbers = pane.numbers;
    int stride = pane.stride();
    for (int n = place, i = 0; n < to; n++, i++) {
      rows[i] = n * stride + 1;
      byNumber[i] = numbers[n] * width;
      byPlace[i] = n * width;
    }
    count = to - place;
  }
}
