package io.tidemark.bench.table;

import io.tidemark.bench.workload.Digest;

/**
 * A key table as a pane needs it: count, sum, min and max a key.
 *
 * <p>One thread. No benchmark JVM ever creates two implementations, so that the JIT sees one
 * receiver at each call through this interface and inlines it.
 */
interface Table {

  /** Adds a value to the row of a key, which is made when the key is new. Any key is allowed. */
  void update(long key, long value);

  /** Adds several values, each to the row of its key, in their order. */
  default void updateAll(long[] keys, long[] values, int from, int to) {
    for (int i = from; i < to; i++) {
      update(keys[i], values[i]);
    }
  }

  /** How many keys have a row. */
  int size();

  /**
   * Gives every row to the digest as a result of window [start, end) and empties the table, which
   * keeps its capacity.
   */
  void fire(long start, long end, Digest digest);
}
