package io.tidemark.window;

import static java.util.Objects.requireNonNull;

/**
 * How many rows a definition may have.
 *
 * @param rows the most at a time
 * @param policy what becomes of an event that needs more
 */
record RowLimit(long rows, AtCeiling policy) {
  RowLimit {
    requireNonNull(policy, "policy at the ceiling");
  }

  /**
   * Checks it for windows of this shape.
   *
   * @param setting names the definition in errors
   * @throws IllegalArgumentException names the setting, the value and what is expected
   */
  void check(String setting, WindowShape shape) {
    if (rows < 1) {
      throw new IllegalArgumentException(
          setting + ".atMost: " + rows + " rows; expected at least 1");
    }
    if (policy == AtCeiling.EVICT_IDLE && !shape.closesByTime()) {
      throw new IllegalArgumentException(
          setting
              + ".atMost: EVICT_IDLE; expected REJECT_NEW_KEYS or FAIL, as no time closes count"
              + " windows or the global one");
    }
  }
}
