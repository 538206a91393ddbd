package io.tidemark.flink;

import java.util.Comparator;
import java.util.List;

/**
 * A firing of one window for one key.
 *
 * @param late whether an event made it fire, not the watermark
 * @param revision how often this window fired for this key before
 * @param values count, sum, min, max, first and last of its events' values
 */
record Firing(long key, long start, long end, boolean late, int revision, List<Long> values) {
  /** An order that firings at one time have on both sides. */
  static final Comparator<Firing> BY_WINDOW =
      Comparator.comparingLong(Firing::end)
          .thenComparingLong(Firing::start)
          .thenComparingLong(Firing::key)
          .thenComparingInt(Firing::revision);

  /** The form of the vectors. */
  String text() {
    String suffix = (late ? " late" : "") + (revision > 0 ? " r" + revision : "");
    return "[%d,%d) k%d n=%d sum=%d%s"
        .formatted(start, end, key, values.get(0), values.get(1), suffix);
  }

  @Override
  public String toString() {
    return text() + " " + values.subList(2, values.size());
  }
}
