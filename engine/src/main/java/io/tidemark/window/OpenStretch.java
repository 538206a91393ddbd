package io.tidemark.window;

/**
 * Panes side by side that are live and have not fired, as they were used: nearly all events fall
 * among them, which two comparisons tell. It grows by its neighbours and starts anew at any other
 * pane, so one event from far away costs its neighbours no more than a look-up each.
 *
 * <p>One writer: the stage that runs the windows.
 */
final class OpenStretch {
  private final int limit;
  private long start;
  private long end;
  private long firstIndex;
  private int count;

  /**
   * No panes.
   *
   * @param limit the most panes: as many as {@link PaneGroups} tells apart
   */
  OpenStretch(int limit) {
    this.limit = limit;
  }

  /** Where the stretch begins. */
  long start() {
    return start;
  }

  /** Where it ends; the start, where there is none. */
  long end() {
    return end;
  }

  /** The index of its first pane. */
  long firstIndex() {
    return firstIndex;
  }

  /** How many panes it has. */
  int count() {
    return count;
  }

  /** A pane that has not fired has been used. */
  void use(Pane pane) {
    if (pane.start >= start && pane.end <= end) {
      return;
    }
    boolean grows = count > 0 && count < limit;
    if (grows && pane.start == end && pane.index == firstIndex + count) {
      end = pane.end;
      count++;
    } else if (grows && pane.end == start && pane.index == firstIndex - 1) {
      start = pane.start;
      firstIndex = pane.index;
      count++;
    } else {
      start = pane.start;
      end = pane.end;
      firstIndex = pane.index;
      count = 1;
    }
  }

  /** The earliest pane that had not fired fires. */
  void fired(Pane pane) {
    if (count > 0 && pane.index >= firstIndex) {
      int fired = (int) Math.min(pane.index - firstIndex + 1, count);
      firstIndex += fired;
      count -= fired;
      start = count == 0 ? end : pane.end;
    }
  }
}
