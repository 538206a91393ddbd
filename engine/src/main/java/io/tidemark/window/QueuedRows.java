package io.tidemark.window;

/**
 * The rows that stand in a {@link SessionQueue}. Of rows that are due together the one with the
 * smaller start comes first, then the one that was seen first. One writer: the stage that runs
 * windows.
 */
interface QueuedRows {
  /** Where the row of this number stands in its queue. */
  int place(int number);

  /** It stands there now. */
  void setPlace(int number, int inQueue);

  /** When the row's window starts. */
  long start(int number);

  /** Orders rows by when their first event arrived. */
  long first(int number);
}
