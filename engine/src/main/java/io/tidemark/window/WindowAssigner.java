package io.tidemark.window;

/**
 * Says which windows a timestamp falls into. Pure: the same timestamp always has the same windows.
 * Engine-internal; on the path of each event, so it allocates nothing.
 */
interface WindowAssigner {
  /** The most windows that a timestamp has, at least 1. */
  int most();

  /**
   * Writes the timestamp's windows, the one that ends first first, and of two that end together the
   * one that starts first.
   *
   * @param timestamp one whose windows all fit in 64 bits
   * @param starts takes the first moment of each
   * @param ends takes the first moment after each
   * @return how many there are: 0 to {@link #most}
   */
  int assign(long timestamp, long[] starts, long[] ends);
}
