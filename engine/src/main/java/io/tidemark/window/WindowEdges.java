package io.tidemark.window;

/**
 * Windows that do not overlap, side by side or with gaps between them: which one a timestamp falls
 * into. What was found last is read from it field by field, so that nothing is allocated.
 *
 * <p>One writer: the stage that runs the windows.
 */
interface WindowEdges extends WindowAssigner {
  /**
   * Looks up the window of a timestamp, which must fit in 64 bits.
   *
   * @return whether there is one; the other methods then tell of it
   */
  boolean find(long timestamp);

  /** A number that grows from window to window; of most neighbours by 1. */
  long index();

  /** The first timestamp of the window. */
  long start();

  /** The first timestamp behind it. */
  long end();

  @Override
  default int most() {
    return 1;
  }

  @Override
  default int assign(long timestamp, long[] starts, long[] ends) {
    if (!find(timestamp)) {
      return 0;
    }
    starts[0] = start();
    ends[0] = end();
    return 1;
  }
}
