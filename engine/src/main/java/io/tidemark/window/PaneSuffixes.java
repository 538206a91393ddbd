package io.tidemark.window;

import io.tidemark.time.SlotBatch;

/**
 * The suffixes that panes have beside their rows: for each row, the stacked state of its key in the
 * panes behind it. One writer: the stage that runs the windows.
 */
final class PaneSuffixes {
  private final Panes panes;
  private final StackPart stack;

  /** Whose they are, of the definitions that share panes. */
  private final int definition;

  PaneSuffixes(Panes panes, StackPart stack, int definition) {
    this.panes = panes;
    this.stack = stack;
    this.definition = definition;
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
      if (row >= 0 && !stack.changes(of(before), suffix(row, before), batch, i)) {
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
        stack.copy(next.array(), row, of(pane), at);
        stack.merge(of(pane), at, of(next), suffix(row, next));
        return;
      }
    }
    stack.clear(of(pane), at);
  }

  private long[] of(PaneRows pane) {
    return pane.suffixes[definition];
  }

  private int suffix(int row, PaneRows pane) {
    return pane.place(row) * stack.width();
  }
}
