package io.tidemark.window;

import io.tidemark.time.SlotBatch;
import java.util.Arrays;

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

  /** Room for the pane's rows in what it has beside them. */
  void makeRoom(Pane pane) {
    int size = pane.table.size();
    if (pane.running.length < size) {
      int room = Math.max(size, pane.running.length * 2);
      pane.running = Arrays.copyOf(pane.running, room);
      pane.suffixes = Arrays.copyOf(pane.suffixes, Math.multiplyExact(room, stack.width()));
    }
  }

  /**
   * Takes an event into the suffixes that have its pane, from the nearest on until one does not
   * change by it, as none before that one does either; and gives a new row its own.
   *
   * @param from the first pane with such suffixes
   * @param to the last one
   * @param number of the event's row in its pane
   * @param arrival of the row if the event made it, or {@link StackPart#NONE}
   */
  void add(long from, long to, Pane pane, int number, long arrival, SlotBatch batch, int i) {
    long key = batch.keys[i];
    int place = panes.placeFrom(pane.index);
    if (arrival != StackPart.NONE) {
      make(pane, number, key, place + 1, panes.placeFrom(to + 1));
    } else if (stack.width() == 1) {
      return;
    }
    int begin = panes.placeFrom(from);
    for (int p = place - 1; p >= begin; p--) {
      Pane before = panes.at(p);
      int row = before.table.find(key);
      if (row >= 0 && !stack.changes(before.suffixes, suffix(row, before), arrival, batch, i)) {
        return;
      }
    }
  }

  /** The suffix of a new row: that of the key's next row, with that row itself. */
  private void make(Pane pane, int number, long key, int from, int end) {
    int at = number * stack.width();
    for (int p = from; p < end; p++) {
      Pane next = panes.at(p);
      int row = next.table.find(key);
      if (row >= 0) {
        stack.copy(next.table.rows(), row + RunningRows.PANE_STACK, pane.suffixes, at);
        stack.merge(pane.suffixes, at, next.suffixes, suffix(row, next));
        return;
      }
    }
    stack.clear(pane.suffixes, at);
  }

  private int suffix(int row, Pane pane) {
    return row / pane.table.stride() * stack.width();
  }
}
