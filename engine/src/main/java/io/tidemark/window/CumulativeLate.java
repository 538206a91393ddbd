package io.tidemark.window;

import io.tidemark.output.FiringKind;

/**
 * The late firings of cumulative windows: how often each window has fired for the keys for which it
 * has fired late.
 *
 * <p>What a window holds is put together from the rows of its panes. Cost of a late event: a
 * look-up in each live pane of its span up to the last window that it fires, once for all of them.
 * One writer: the stage that runs the windows.
 */
final class CumulativeLate {
  private static final int REVISION = 1;
  private static final int WIDTH = 2;

  private final CumulativeOperator operator;
  private final CumulativeAssigner assigner;
  private final Panes panes;

  /** A pane each for the windows, by their numbers, with rows of key and number of firings. */
  private final Panes windows = new Panes(WIDTH);

  /** The row that fires: key, revision, state. */
  private final long[] row;

  CumulativeLate(CumulativeOperator operator, CumulativeAssigner assigner, Panes panes) {
    this.operator = operator;
    this.assigner = assigner;
    this.panes = panes;
    this.row = new long[operator.stride()];
  }

  /**
   * Fires windows for a late event that has just gone into its pane.
   *
   * @param from the first of the windows; all have the pane
   * @param behind the window behind the last one
   * @param isNew whether the event made the row of its key
   */
  void fire(long from, long behind, long key, boolean isNew) {
    int place = panes.placeFrom(assigner.firstPane(from));
    int merged = 0;
    operator.code.create(row, operator.stateAt);
    for (long window = from; window < behind; window++) {
      for (; place < panes.end() && panes.at(place).index <= window; place++) {
        merged += merge(panes.at(place).table, key);
      }
      // If it never fired late, it fired in time if there was any other event.
      long firings = firings(window, key, !isNew || merged > 1 ? 1 : 0);
      row[0] = key;
      row[REVISION] = firings;
      operator.emit(row, 0, window, FiringKind.LATE);
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

  private int merge(KeyTable table, long key) {
    int at = table.find(key);
    if (at < 0) {
      return 0;
    }
    operator.code.merge(row, operator.stateAt, table.rows(), at + operator.stateAt);
    return 1;
  }

  /** How often the window has fired for the key, which it does once more now. */
  private long firings(long window, long key, int inTime) {
    Pane pane = windows.find(window);
    KeyTable table = (pane == null ? windows.open(window, true) : pane).table;
    int oldEnd = table.rowsEnd();
    int at = table.rowOf(key);
    long[] rows = table.rows();
    if (at == oldEnd) {
      rows[at + REVISION] = inTime;
      operator.counters.openedRows.increment();
    }
    return rows[at + REVISION]++;
  }
}
