package io.tidemark.window;

/**
 * One window of the {@linkplain GeneralOperator general operator} with the rows of its keys.
 * Pooled: one lives again as another window, with the capacity it had. One writer: the stage that
 * runs the windows.
 */
final class LiveWindow extends KeyedWindow {
  /** A small number, different from those of all other live windows. */
  int slot;

  /** The rows that have taken an event since they last fired; kept up by triggers only. */
  final ChangedRows changed = new ChangedRows();

  /** The smallest watermark at which a changed row is due, if its window has not fired then. */
  long due;

  /** The earliest processing time at which a changed row is due, if its window has not fired. */
  long dueNs;

  /** The next one of the same bucket of {@link LiveWindows}, or null. */
  LiveWindow nextInBucket;

  LiveWindow(KeyTable table) {
    super(table);
  }

  boolean is(long otherStart, long otherEnd) {
    return start == otherStart && end == otherEnd;
  }

  /** Whether it comes behind the other one in the order of firing: by end, then by start. */
  boolean isBehind(LiveWindow other) {
    return end == other.end ? start > other.start : end > other.end;
  }
}
