package io.tidemark.cli.job;

import io.tidemark.window.AtCeiling;

/**
 * How many rows of state a window definition may have.
 *
 * @param rows the most at a time
 * @param policy what becomes of a row that needs more
 */
public record JobCeiling(long rows, AtCeiling policy) {
  /** Whether rows may be refused. */
  public boolean refuses() {
    return policy != AtCeiling.FAIL;
  }
}
