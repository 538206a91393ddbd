package io.tidemark.window;

import io.tidemark.aggregate.RowCode;
import io.tidemark.counters.WindowCounters;
import io.tidemark.time.SlotBatch;

/**
 * Takes events into the rows of their panes, see {@link PaneRows}, and gives a key its number with
 * its first row. One writer: the stage that runs the windows.
 */
final class PaneIntake {
  /** So few panes may be nearly empty. */
  private static final int FEW_PANES = 64;

  /** At least every so many keys are to be in a pane for its rows to lie at their numbers. */
  private static final int SPARSE = 4;

  private final RowCode code;
  private final WindowCounters counters;
  private final RunningTable keys;

  /** The longs of a suffix. */
  private final int suffix;

  private final PaneSlots slots = new PaneSlots();

  /** Where the events at hand go: their panes' slots, to be set before they are taken. */
  final int[] slotOf = new int[SlotBatch.SIZE];

  /** Their keys' numbers, or their rows. */
  private final int[] rowOf = new int[SlotBatch.SIZE];

  /** Rows in live panes. */
  private long liveRows;

  PaneIntake(RowCode code, WindowCounters counters, RunningTable keys, int suffix) {
    this.code = code;
    this.counters = counters;
    this.keys = keys;
    this.suffix = suffix;
  }

  /**
   * A pane has been opened: decides where its rows are to lie, at numbers where most keys are in
   * most panes.
   *
   * @param live how many panes there are
   */
  void open(Pane pane, int live) {
    if (pane.rows == null) {
      pane.rows = new PaneRows(pane.table, code);
    }
    int numbers = keys.numbers();
    boolean few = numbers <= PaneRows.FEW && live <= FEW_PANES;
    boolean dense = few || liveRows * SPARSE >= (long) numbers * live;
    pane.rows.open(dense ? numbers : -1);
    slots.take(pane);
  }

  /** A pane is closed. */
  void close(Pane pane) {
    int rows = pane.rows.size();
    counters.closedRows.add(rows);
    liveRows -= rows;
    pane.rows.clear();
    slots.free(pane);
  }

  /** Takes events whose slots are known. */
  void take(SlotBatch batch, int from, int to) {
    int next = from;
    while (next < to) {
      next = slots.haveTables() ? takeMixed(batch, next, to) : takeNumbered(batch, next, to);
      if (next < to) {
        makeRoom(batch.keys[next], next);
      }
    }
  }

  /** Takes events up to the first one for which there is no room; all panes go by numbers. */
  private int takeNumbered(SlotBatch batch, int from, int to) {
    int known = keys.findAll(batch.keys, from, to, rowOf);
    long taken =
        code.addNumbered(
            slots.arrays(), slotOf, rowOf, batch.values, batch.timestamps, from, known);
    count((int) (taken >>> Integer.SIZE));
    return (int) taken;
  }

  /** The same where some panes have tables of their own. */
  private int takeMixed(SlotBatch batch, int from, int to) {
    int end = find(batch.keys, from, to);
    count(
        code.addCounted(slots.arrays(), slotOf, rowOf, batch.values, batch.timestamps, from, end));
    return end;
  }

  private int find(long[] eventKeys, int from, int to) {
    long[][] arrays = slots.arrays();
    KeyTable[] tables = slots.tables();
    int width = code.width();
    int i = from;
    for (; i < to; i++) {
      int slot = slotOf[i];
      KeyTable table = tables[slot];
      int at = table == null ? keys.find(eventKeys[i]) * width : table.find(eventKeys[i]) + 1;
      if (at < 0 || at >= arrays[slot].length || (table != null && at == 0)) {
        break;
      }
      rowOf[i] = at;
    }
    return i;
  }

  private void count(int opened) {
    if (opened > 0) {
      liveRows += opened;
      counters.openedRows.add(opened);
    }
  }

  /** Makes room for a row, where the pane's rows lie or in a table. */
  private void makeRoom(long key, int i) {
    Pane pane = slots.pane(slotOf[i]);
    PaneRows rows = pane.rows;
    int number = keys.numberOf(key);
    if (rows.isNumbered() && rows.isTooSparseFor(number)) {
      rows.toTable(keys, suffix);
      keys.noteUse(pane);
    }
    if (rows.isNumbered()) {
      rows.makeRoomAt(number);
    } else {
      rows.addFor(key, number);
      keys.noteUse(number, pane.index);
    }
    slots.note(pane);
  }
}
