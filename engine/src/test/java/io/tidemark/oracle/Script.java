package io.tidemark.oracle;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A job and what happens to it. {@link #toString} draws it, a column for each partition.
 *
 * @param settings the job
 * @param steps in order; nothing follows the end of input, and no step names an ended partition
 */
public record Script(Settings settings, List<Step> steps) {

  public Script {
    steps = List.copyOf(steps);
    checkEnds(steps);
  }

  private static void checkEnds(List<Step> steps) {
    Set<Integer> ended = new HashSet<>();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      if (step instanceof Step.EndOfInput && i != steps.size() - 1) {
        throw new IllegalArgumentException("step " + i + " must be the last: " + step);
      }
      if (step instanceof Step.OfPartition of && ended.contains(of.partition())) {
        throw new IllegalArgumentException("step " + i + " names an ended partition: " + step);
      }
      if (step instanceof Step.End end) {
        ended.add(end.partition());
      }
    }
  }

  /** The same job with other steps. */
  public Script withSteps(List<Step> others) {
    return new Script(settings, others);
  }

  /** The same steps against other window definitions. */
  public Script withWindows(List<WindowSpec> windows) {
    return new Script(settings.windows(windows), steps);
  }

  @Override
  public String toString() {
    return ScriptDrawing.draw(this);
  }
}
