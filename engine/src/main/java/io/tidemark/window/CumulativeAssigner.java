package io.tidemark.window;

/**
 * The arithmetic of cumulative windows: from where a span of the largest size begins to the end of
 * each of its steps. Steps are panes, and window k is the one that ends with pane k.
 *
 * <pre>
 *   max 6, step 2     0   2   4   6   8   10  12
 *   window 0          |---|
 *   window 1          |-------|
 *   window 2          |-----------|
 *   window 3                      |---|
 *   panes             | 0 | 1 | 2 | 3 | 4 | 5 |
 * </pre>
 *
 * <p>All is floor division, right for negative timestamps and up to the ends of long: a product may
 * wrap around on the way to a sum that fits. Immutable.
 */
final class CumulativeAssigner implements WindowAssigner {
  private final long step;

  /** Where the first pane that begins at 0 or later does. */
  private final long offset;

  /** The panes of a span. */
  private final long panes;

  /** How many panes behind a multiple of {@link #panes} a span begins. */
  private final long firstPane;

  private final TumblingAssigner spans;

  /**
   * Windows of up to this size.
   *
   * @param max a multiple of the step
   * @param shift 0 for [start, end), 1 for (start, end]: its events are those of [start + 1, end +
   *     1)
   */
  CumulativeAssigner(long max, long step, long offset, long shift) {
    long begin = Math.floorMod(Math.floorMod(offset, max) + shift, max);
    this.step = step;
    this.offset = begin % step;
    this.panes = max / step;
    this.firstPane = begin / step;
    this.spans = new TumblingAssigner(max, offset, shift);
  }

  @Override
  public int most() {
    return Math.toIntExact(panes);
  }

  @Override
  public int assign(long timestamp, long[] starts, long[] ends) {
    long first = pane(timestamp);
    int count = (int) (lastWindow(first) - first) + 1;
    for (int i = 0; i < count; i++) {
      starts[i] = start(first);
      ends[i] = firesAt(first + i) + 1;
    }
    return count;
  }

  /** How many panes a span has. */
  long panesPerSpan() {
    return panes;
  }

  /** The pane of a timestamp, and the first window that has it. */
  long pane(long timestamp) {
    long quotient = Math.floorDiv(timestamp, step);
    return timestamp - quotient * step < offset ? quotient - 1 : quotient;
  }

  /** The first pane of a window. */
  long firstPane(long window) {
    return window - Math.floorMod(Math.floorMod(window, panes) - firstPane, panes);
  }

  /** The last window that has a pane: the whole span. */
  long lastWindow(long pane) {
    return firstPane(pane) + (panes - 1);
  }

  /** The first timestamp of a pane. */
  long paneStart(long pane) {
    return offset + pane * step;
  }

  /** The window's first timestamp. */
  long start(long window) {
    return paneStart(firstPane(window));
  }

  /** The watermark at which the window fires: its last timestamp. */
  long firesAt(long window) {
    return paneStart(window) + (step - 1);
  }

  /** The smallest timestamp whose windows all fit in 64 bits; the smallest long is no timestamp. */
  long smallestTimestamp() {
    return spans.smallestTimestamp();
  }

  /** The largest timestamp whose windows all fit in 64 bits. */
  long largestTimestamp() {
    return spans.largestTimestamp();
  }
}
