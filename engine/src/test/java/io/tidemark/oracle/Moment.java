package io.tidemark.oracle;

import java.util.ArrayList;
import java.util.List;

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
   * @param until how far it goes before anything else can happen: further than {@code to} where
   *     several ticks are due before one event
   */
  record Moved(int step, long from, long to, long until) implements Moment {

    /** Whether time has ended before an event can come: what fires now does not fire again. */
    boolean endsTime() {
      return until == Long.MAX_VALUE;
    }
  }

  /** Processing time goes to the largest arrival so far, by an event or a tick. */
  record Passed(int step, long nowNs) implements Moment {}

  /** The same moments, in which moves that follow each other within a step know of each other. */
  static List<Moment> joinMoves(List<Moment> moments) {
    List<Moment> joined = new ArrayList<>(moments);
    for (int i = joined.size() - 2; i >= 0; i--) {
      if (joined.get(i) instanceof Moved move
          && joined.get(i + 1) instanceof Moved next
          && move.step() == next.step()) {
        joined.set(i, new Moved(move.step(), move.from(), move.to(), next.until()));
      }
    }
    return joined;
  }
}
