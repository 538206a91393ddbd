package io.tidemark.window;

/**
 * A slice of time between two neighbouring window edges, with the rows of its keys; where windows
 * do not overlap, a window. It fires and closes with its last window. Panes are pooled: one lives
 * again for another slice, with the capacity it had. One writer: the stage that runs the windows.
 */
final class Pane extends KeyedWindow {
  /** Which slice: the number of slices from the one that begins at the offset. */
  long index;

  /** The watermark at which its first window fires. Where one pane is one window, unused. */
  long firstFiresAt;

  /** Sliding windows only: a small number, different from those of all other live panes. */
  int slot;

  /** Sliding windows only: its rows. */
  PaneRows rows;

  Pane(KeyTable table) {
    super(table);
  }

  boolean contains(long timestamp) {
    return timestamp >= start && timestamp < end;
  }
}
