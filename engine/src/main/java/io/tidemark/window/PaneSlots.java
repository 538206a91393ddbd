package io.tidemark.window;

import java.util.Arrays;

/**
 * Small numbers for live panes, and what they stand for. One writer: the stage that runs the
 * windows.
 */
final class PaneSlots {
  private Pane[] panes = new Pane[16];
  private long[][] rows = new long[16][];

  /** Slots in use, or freed. */
  private int size;

  private int[] freed = new int[16];
  private int freedCount;

  Pane pane(int slot) {
    return panes[slot];
  }

  /** The rows of the panes, by slot. */
  long[][] rows() {
    return rows;
  }

  /** Gives the pane a slot. */
  void take(Pane pane) {
    if (freedCount == 0 && size == panes.length) {
      panes = Arrays.copyOf(panes, size * 2);
      rows = Arrays.copyOf(rows, size * 2);
      freed = Arrays.copyOf(freed, size * 2);
    }
    int slot = freedCount > 0 ? freed[--freedCount] : size++;
    pane.slot = slot;
    panes[slot] = pane;
    rows[slot] = pane.table.rows();
  }

  /** Takes the pane's slot back. */
  void free(Pane pane) {
    panes[pane.slot] = null;
    rows[pane.slot] = null;
    freed[freedCount++] = pane.slot;
  }

  /** The pane's rows may have moved to another array. */
  void note(int slot, long[] paneRows) {
    if (rows[slot] != paneRows) {
      rows[slot] = paneRows;
    }
  }
}
