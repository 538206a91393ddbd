package io.tidemark.oracle;

import java.util.List;
import java.util.Optional;

/** What time windows get to see of a script. */
interface TimeSource {
  /**
   * Takes a step.
   *
   * @param index its place in the script
   * @param step not a rejected one
   * @return why it is refused: then it counts for nothing
   */
  Optional<Outcome.Refusal> take(int index, Step step);

  /** The merged watermark as it is now. */
  long watermark();

  /** All that has happened so far. */
  List<Moment> moments();
}
