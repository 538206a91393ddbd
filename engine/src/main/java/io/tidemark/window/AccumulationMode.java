package io.tidemark.window;

/** What a further firing of a window has to do with the ones before it. */
public enum AccumulationMode {
  /** Each firing has all events of the window so far. */
  ACCUMULATING,
  /**
   * Each firing has the events since the last one: the aggregates begin anew. Where nothing came
   * since then, the window does not fire, not even at its end.
   */
  DISCARDING,
  /**
   * As {@link #ACCUMULATING}, but each firing takes back the one before it: that one is handed out
   * once more as a retraction, with its own values, kind and revision, right before the new one.
   * Firings of sessions that an event makes larger or merges are taken back at once, the latest
   * session first.
   */
  RETRACTING
}
