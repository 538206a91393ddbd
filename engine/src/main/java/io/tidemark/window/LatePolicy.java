package io.tidemark.window;

/** What becomes of an event that is too late for all windows of a definition. */
public enum LatePolicy {
  /** It is counted and dropped. */
  DROP,
  /** It goes to the handler of late events. */
  SIDE,
  /**
   * It counts as if it had happened at the earliest time that cannot be too late: watermark + 1 -
   * allowed lateness. Aggregates that look at time see that time. An event that falls into no
   * window then is unassigned; where the watermark is so near to the end of time that windows do
   * not fit in 64 bits, the event is dropped.
   *
   * <p>With a bound, or an allowed lateness, of 15 s and no other event as late, one of 00:10:00
   * that arrives with others of 00:10:40 counts at 00:10:25, as in Azure Stream Analytics.
   */
  ADJUST,
  /** It stops the engine with a {@link TooLateException}. */
  FAIL
}
