package io.tidemark.window;

/**
 * A slice of time between two neighbouring window edges, with the rows of its keys. Panes are
 * pooled: one lives again for another slice, with the capacity it had. One writer: the stage that
 * runs the windows.
 */
final class Pane {
  final KeyTable table;

  /** Which slice: the number of slices from the one that begins at the offset. */
  long index;

  /** Its first timestamp, and that behind its last; where one pane is one window. */
  long start;

  long end;

  /** The watermark at which its first window fires. Where one pane is one window, unused. */
  long firstFiresAt;

  /** The watermark at which it fires, in its last window if it has several: end - 1. */
  long firesAt;

  /** The watermark from which on it is closed to events: end - 1 + allowed lateness, saturated. */
  long closesAt;

  /** Sliding windows only: a small number, different from those of all other live panes. */
  int slot;

  /** Sliding windows only: its rows. */
  PaneRows rows;

  Pane(KeyTable table) {
    this.table = table;
  }

  boolean contains(long timestamp) {
    return timestamp >= start && timestamp < end;
  }
}
