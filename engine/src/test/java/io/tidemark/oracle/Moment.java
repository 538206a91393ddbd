package io.tidemark.oracle;

/** What windows get to see of a script, in order. */
sealed interface Moment permits Moment.Judged, Moment.Moved, Moment.Passed {
  /** The step it comes of. */
  int step();

  /**
   * An event comes, filtered or not.
   *
   * @param step its place in the script
   * @param watermark the merged watermark that it is judged by
   */
  record Judged(int step, Step.Event event, long watermark) implements Moment {}

  /**
   * The merged watermark moves.
   *
   * @param step the step that moved it: an event's own time, or a tick due before it
   */
  record Moved(int step, long from, long to) implements Moment {}

  /** Processing time goes to the largest arrival so far, by an event or a tick. */
  record Passed(int step, long nowNs) implements Moment {}
}
