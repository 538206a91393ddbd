package io.tidemark.window;

import io.tidemark.aggregate.RowCode;
import io.tidemark.time.SlotBatch;

/**
 * The rows of the span whose windows fire: a row a key, with all that its panes have of the key up
 * to the window that fired last. One writer: the stage that runs the windows.
 */
final class CumulativeRows {
  /** Where in a row, of a pane or here, the number of its first arrival is. */
  static final int ARRIVAL = 1;

  private final RowCode code;
  private final int stateAt;
  private final Panes panes;
  private final KeyTable table;
  private final ArrivalOrder order = new ArrivalOrder();
  private final int[] rowOf = new int[SlotBatch.SIZE];

  /** A row to be handed out: key, revision, state. */
  private final long[] row;

  /** The panes held: from the span's first one to the last one that came in. */
  private long first = Long.MIN_VALUE;

  private long behind = Long.MIN_VALUE;

  CumulativeRows(RowCode code, int stateAt, Panes panes) {
    this.code = code;
    this.stateAt = stateAt;
    this.panes = panes;
    this.row = new long[stateAt + code.width()];
    this.table = new KeyTable(row.length);
  }

  /** Whether the rows of the pane with this index are here. */
  boolean holds(long pane) {
    return pane >= first && pane < behind;
  }

  /** Forgets the span. */
  void clear() {
    table.clear();
    behind = first;
  }

  /** Brings in the panes of the span that begins with {@code from}, up to {@code last}. */
  void enter(long from, long last) {
    if (first != from) {
      table.clear();
      first = from;
      behind = from;
    }
    int end = panes.placeFrom(last + 1);
    for (int place = panes.placeFrom(behind); place < end; place++) {
      enter(panes.at(place).table);
    }
    behind = last + 1;
    sort();
  }

  private void enter(KeyTable from) {
    for (int at = 0; at < from.rowsEnd(); at += from.stride()) {
      int to = rowOf(from.rows(), at);
      code.merge(table.rows(), to + stateAt, from.rows(), at + stateAt);
    }
  }

  /** Takes in an event that has just gone into this row of a pane that is held. */
  void add(long[] paneRows, int paneRow, SlotBatch batch, int i) {
    rowOf[i] = rowOf(paneRows, paneRow);
    code.addAll(table.rows(), rowOf, stateAt, batch.values, batch.timestamps, i, i + 1);
  }

  /** How many keys there are. */
  int size() {
    return order.size();
  }

  /** Where {@link #copy} copies to. */
  long[] row() {
    return row;
  }

  /** Copies the row at this place of the order, to be handed out as the first of its window. */
  void copy(int place) {
    System.arraycopy(table.rows(), order.row(place), row, 0, row.length);
    row[ARRIVAL] = 0;
  }

  /** The row of the key of a pane's row, which may have arrived before what is in it. */
  private int rowOf(long[] paneRows, int paneRow) {
    int oldEnd = table.rowsEnd();
    int at = table.rowOf(paneRows[paneRow]);
    long[] rows = table.rows();
    long arrival = paneRows[paneRow + ARRIVAL];
    if (at == oldEnd) {
      code.create(rows, at + stateAt);
      rows[at + ARRIVAL] = arrival;
    } else {
      rows[at + ARRIVAL] = Math.min(rows[at + ARRIVAL], arrival);
    }
    return at;
  }

  private void sort() {
    order.clear();
    for (int at = 0; at < table.rowsEnd(); at += table.stride()) {
      order.add(table.rows()[at + ARRIVAL], at);
    }
    order.sort();
  }
}
