package io.tidemark.counters;

/** What is counted for one window definition. Writer: the stage that runs its windows. */
public final class WindowCounters {
  private final String name;

  /** Events that at least one window took. */
  public final Counter counted = new Counter();

  /** Events late for every window they fall into. */
  public final Counter tooLate = new Counter();

  /** Too late events that were dropped; with the next three, all that were {@link #tooLate}. */
  public final Counter lateDropped = new Counter();

  /** Too late events that went to the handler of late events. */
  public final Counter lateToSide = new Counter();

  /** Too late events that counted at a later time than their own. */
  public final Counter lateAdjusted = new Counter();

  /** Too late events that stopped the engine: one at most. */
  public final Counter lateFailed = new Counter();

  /** Too late events of a partition that woke from idleness behind the watermark. */
  public final Counter lateAfterIdle = new Counter();

  /** Events too late for some of their windows; they are part of {@link #counted}. */
  public final Counter partlyLate = new Counter();

  /** Events that fall into no window and are not late. */
  public final Counter unassigned = new Counter();

  /** Events refused, as there was no room for their rows. */
  public final Counter refused = new Counter();

  /** Firings before the watermark reached the window's end. */
  public final Counter earlyFirings = new Counter();

  /** Firings because the watermark reached the window's end. */
  public final Counter onTimeFirings = new Counter();

  /** Firings because of an event that came after that. */
  public final Counter lateFirings = new Counter();

  /** Firings to make room, of windows whose end the watermark had not reached. */
  public final Counter evictedFirings = new Counter();

  /** Firings taken back. */
  public final Counter retractions = new Counter();

  /** Windows, of all keys together, opened and not yet closed. */
  public final Counter openedWindows = new Counter();

  /** Windows closed and cleared. */
  public final Counter closedWindows = new Counter();

  /**
   * Rows opened: one a key and window; of sliding and cumulative windows one a key and pane, and
   * one a key and window that fired again for a late event.
   */
  public final Counter openedRows = new Counter();

  /** Rows closed and cleared. */
  public final Counter closedRows = new Counter();

  /** Rows closed to make room; they are part of {@link #closedRows}. */
  public final Counter evictedRows = new Counter();

  WindowCounters(String name) {
    this.name = name;
  }

  /** The definition's name. */
  public String name() {
    return name;
  }

  /** Windows open now; a window counts once for all its keys. */
  public long liveWindows() {
    return openedWindows.value() - closedWindows.value();
  }

  /** Rows of state held now: {@link #openedRows} that are not closed. */
  public long liveRows() {
    return openedRows.value() - closedRows.value();
  }

  /** Too late events by what became of them: the same as {@link #tooLate}. */
  long lateByPolicy() {
    return lateDropped.value() + lateToSide.value() + lateAdjusted.value() + lateFailed.value();
  }

  long judged() {
    return counted.value() + tooLate.value() + unassigned.value() + refused.value();
  }

  @Override
  public String toString() {
    String refusals = refused.value() == 0 ? "" : " + refused " + refused;
    return name
        + ": counted "
        + counted
        + " + too late "
        + tooLate
        + " + unassigned "
        + unassigned
        + refusals;
  }
}
