package io.tidemark.window;

import java.util.Arrays;

/**
 * Small numbers for live panes, and what they stand for: writing a reference for each event would
 * have the collector's barrier. One writer: the stage that runs the windows.
 */
final class PaneSlots {
  private PaneRows[] panes = new PaneRows[16];
  private long[][] arrays = new long[16][];
  private KeyTable[] tables = new KeyTable[16];

  /** Slots in use, or freed. */
  private int size;

  private int[] freed = new int[16];
  private int freedCount;

  /** How many panes have their rows in a table. */
  private int tableCount;

  PaneRows pane(int slot) {
    return panes[slot];
  }

  /** The arrays of the panes' rows, by slot. */
  long[][] arrays() {
    return arrays;
  }

  /** By slot: the table of a pane whose rows are in one, else null. */
  KeyTable[] tables() {
    return tables;
  }

  /** Whether any pane's rows are in a table. */
  boolean haveTables() {
    return tableCount > 0;
  }

  /** Gives the pane a slot. */
  void take(PaneRows pane) {
    if (freedCount == 0 && size == panes.length) {
      panes = Arrays.copyOf(panes, size * 2);
      arrays = Arrays.copyOf(arrays, size * 2);
      tables = Arrays.copyOf(tables, size * 2);
      freed = Arrays.copyOf(freed, size * 2);
    }
    int slot = freedCount > 0 ? freed[--freedCount] : size++;
    pane.slot = slot;
    panes[slot] = pane;
    note(pane);
  }

  /** Takes the pane's slot back. */
  void free(PaneRows pane) {
    tableCount -= tables[pane.slot] == null ? 0 : 1;
    panes[pane.slot] = null;
    arrays[pane.slot] = null;
    tables[pane.slot] = null;
    freed[freedCount++] = pane.slot;
  }

  /** The pane's rows may lie elsewhere now. */
  void note(PaneRows pane) {
    long[] array = pane.array();
    if (arrays[pane.slot] != array) {
      KeyTable table = pane.isNumbered() ? null : pane.table();
      tableCount += (table == null ? 0 : 1) - (tables[pane.slot] == null ? 0 : 1);
      arrays[pane.slot] = array;
      tables[pane.slot] = table;
    }
  }
}
