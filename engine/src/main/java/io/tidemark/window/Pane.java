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

  long start;
  long end;

  /** The watermark at which it fires: end - 1. */
  long firesAt;

  /** The watermark from which on it is closed to events: end - 1 + allowed lateness, saturated. */
  long closesAt;

  Pane(KeyTable table) {
    this.table = table;
  }

  boolean contains(long timestamp) {
    return timestamp >= start && timestamp < end;
  }
}
