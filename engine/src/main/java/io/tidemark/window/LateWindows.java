package io.tidemark.window;

import io.tidemark.output.FiringKind;
import io.tidemark.time.SlotBatch;
import java.util.Arrays;

/**
 * The windows that are past their end and have fired for late events, with the rows of the keys
 * they fired for: key, number of firings, state.
 *
 * <p>A row is put together from the window's panes at the first late firing, and each later event
 * goes into it directly. Cost of a late event: one addition for each window it fires; at a window's
 * first one for a key, a look-up in each live pane of the windows that it fires, once for all of
 * them. One writer: the stage that runs the windows.
 */
final class LateWindows {
  private final SlidingOperator operator;
  private final SlidingAssigner assigner;
  private final Panes panes;
  private final KeyNumbers keys;
  private final int stateAt;
  private final int width;

  /** A pane each for the windows, by their numbers. */
  private final Panes windows;

  /** The key's rows at hand, in the order of their panes: the panes' indices, arrays and places. */
  private long[] index = new long[16];

  private long[][] array = new long[16][];
  private int[] at = new int[16];
  private int found;

  /** For each found row up to the event's: it and those behind it up to the event's, merged. */
  private long[] suffixes;

  /** The found rows behind the event's that windows up to the last one have, merged. */
  private final long[] prefix;

  /** How many of the found rows are in a suffix or in the prefix. */
  private int prefixed;

  private final int[] rowOf = new int[SlotBatch.SIZE];

  LateWindows(SlidingOperator operator, SlidingAssigner assigner, Panes panes, KeyNumbers keys) {
    this.operator = operator;
    this.assigner = assigner;
    this.panes = panes;
    this.keys = keys;
    this.stateAt = operator.stateAt;
    this.width = operator.code.width();
    this.windows = new Panes(operator.stride());
    this.suffixes = new long[16 * width];
    this.prefix = new long[width];
  }

  /**
   * Fires windows for a late event that has just gone into its pane.
   *
   * @param from the first of the windows; all have the pane
   * @param behind the window behind the last one
   * @param row the event's row in the pane
   * @param isNew whether the event made that row
   */
  void fire(long from, long behind, Pane pane, int row, boolean isNew, SlotBatch batch, int i) {
    long key = batch.keys[i];
    boolean gathered = false;
    for (long window = from; window < behind; window++) {
      KeyTable rows = rowsOf(window);
      int place = rows.find(key);
      if (place < 0) {
        if (!gathered) {
          gather(key, from, behind - 1, pane.index);
          gathered = true;
        }
        place = rows.rowOf(key);
        operator.create(rows.rows(), place);
        combine(window, rows.rows(), place, isNew);
      } else {
        rowOf[i] = place;
        operator.code.addAll(rows.rows(), rowOf, stateAt, batch.values, batch.timestamps, i, i + 1);
      }
      operator.emit(rows.rows(), place, window, FiringKind.LATE);
    }
  }

  /** How many rows an event of this key would add, as one late for these windows. */
  int rowsNeeded(long from, long behind, long key) {
    int rows = 0;
    for (long window = from; window < behind; window++) {
      Pane pane = windows.find(window);
      rows += pane != null && pane.table.find(key) >= 0 ? 0 : 1;
    }
    return rows;
  }

  /** Forgets this window and those before it. */
  void close(long window) {
    for (Pane oldest = windows.oldest();
        oldest != null && oldest.index <= window;
        oldest = windows.oldest()) {
      operator.counters.closedRows.add(oldest.table.size());
      windows.closeOldest();
    }
  }

  private KeyTable rowsOf(long window) {
    Pane pane = windows.find(window);
    return (pane == null ? windows.open(window, true) : pane).table;
  }

  /** Finds the key's rows in all panes of these windows, and merges those up to the event's. */
  private void gather(long key, long first, long last, long eventPane) {
    found = 0;
    int number = keys.find(key);
    int end = panes.placeFrom(assigner.lastPane(last) + 1);
    for (int place = panes.placeFrom(assigner.firstPane(first)); place < end; place++) {
      Pane pane = panes.at(place);
      int row = pane.rows.find(key, number);
      if (row >= 0) {
        note(pane, row);
      }
    }
    int event = foundFrom(eventPane);
    if (suffixes.length < (event + 1) * width) {
      suffixes = new long[index.length * width];
    }
    for (int n = event; n >= 0; n--) {
      System.arraycopy(array[n], at[n], suffixes, n * width, width);
      if (n < event) {
        operator.code.merge(suffixes, n * width, suffixes, (n + 1) * width);
      }
    }
    operator.code.create(prefix, 0);
    prefixed = event + 1;
  }

  private void note(Pane pane, int row) {
    if (found == index.length) {
      index = Arrays.copyOf(index, found * 2);
      array = Arrays.copyOf(array, found * 2);
      at = Arrays.copyOf(at, found * 2);
    }
    index[found] = pane.index;
    array[found] = pane.rows.array();
    at[found++] = row;
  }

  private int foundFrom(long pane) {
    int place = Arrays.binarySearch(index, 0, found, pane);
    return place < 0 ? -place - 1 : place;
  }

  /** Writes the window's row; windows come in ascending order. */
  private void combine(long window, long[] rows, int place, boolean isNew) {
    int first = foundFrom(assigner.firstPane(window));
    int end = foundFrom(assigner.lastPane(window) + 1);
    while (prefixed < end) {
      operator.code.merge(prefix, 0, array[prefixed], at[prefixed]);
      prefixed++;
    }
    operator.code.merge(rows, place + stateAt, suffixes, first * width);
    operator.code.merge(rows, place + stateAt, prefix, 0);
    // Without a row here it never fired late: it fired in time if there was any other event.
    boolean hasFired = !isNew || end - first > 1;
    rows[place + 1] = hasFired ? 1 : 0;
  }
}
