package io.tidemark.window;

import io.tidemark.time.SlotBatch;

/**
 * The suffixes that panes have beside their rows: for each row, the stacked state of its key in the
 * panes behind it. One writer: the stage that runs the windows.
 */
final class PaneSuffixes {
  private final Panes panes;
  private final StackPart stack;

  PaneSuffixes(Panes panes, StackPart stack) {
    this.panes = panes;
    this.stack = stack;
  }

  /**
   * Takes an event into the suffixes that have its pane, from the nearest on until one does not
   * change by it, as none before that one does either; and gives a new row its own.
   *
   * @param from the first pane with such suffixes
   * @param to the last one
   * @param place of the event's row in its pane
   * @param isNew whether the event made that row
   */
  void add(long from, long to, Pane pane, int place, boolean isNew, SlotBatch batch, int i) {
    long key = batch.keys[i];
    int number = pane.rows.number(place);
    int at = panes.placeFrom(pane.index);
    if (isNew) {
      make(pane.rows, place, key, number, at + 1, panes.placeFrom(to + 1));
    }
    int begin = panes.placeFrom(from);
    for (int p = at - 1; p >= begin; p--) {
      PaneRows before = panes.at(p).rows;
      int row = before.find(key, number);
      if (row >= 0 && !stack.changes(before.suffixes, suffix(row, before), batch, i)) {
        return;
      }
    }
  }

  /** The suffix of a new row: that of the key's next row, with that row itself. */
  private void make(PaneRows pane, int place, long key, int number, int from, int end) {
    int at = place * stack.width();
    for (int p = from; p < end; p++) {
      PaneRows next = panes.at(p).rows;
      int row = next.find(key, number);
      if (row >= 0) {
        stack.copy(next.array(), row, pane.suffixes, at);
        stack.merge(pane.suffixes, at, next.suffixes, suffix(row, next));
        return;
      }
    }
    stack.clear(pane.suffixes, at);
  }

  private int suffix(int row, PaneRows pane) {
    return pane.place(row) * stack.width();
  }
}
