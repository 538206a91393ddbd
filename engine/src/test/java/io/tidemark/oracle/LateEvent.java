package io.tidemark.oracle;

/**
 * An event that was too late for windows of one definition.
 *
 * @param step the event's place in the script
 * @param window the window definition's index in the job
 * @param watermark the merged watermark that it was judged by
 * @param kind whether it was too late for all of them, and counted nevertheless
 * @param missed for how many it was too late
 * @param counted in how many it counted
 * @param adjusted the timestamp that it counts with
 */
public record LateEvent(
    int step,
    int window,
    Step.Event event,
    long watermark,
    Kind kind,
    int missed,
    int counted,
    long adjusted) {

  /** How late it was. */
  public enum Kind {
    TOO_LATE,
    PARTLY_LATE,
    ADJUSTED
  }
}
