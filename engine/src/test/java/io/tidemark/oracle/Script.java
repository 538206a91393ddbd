package io.tidemark.oracle;

import java.util.List;

/**
 * A job and what happens to it. {@link #toString} draws it, a column for each partition.
 *
 * @param settings the job
 * @param steps in order; nothing follows the end of input
 */
public record Script(Settings settings, List<Step> steps) {

  public Script {
    steps = List.copyOf(steps);
    checkEnd(steps);
  }

  private static void checkEnd(List<Step> steps) {
    for (int i = 0; i < steps.size() - 1; i++) {
      if (steps.get(i) instanceof Step.EndOfInput) {
        throw new IllegalArgumentException("step " + i + " must be the last: " + steps.get(i));
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

  /** The same in a unit of event time that has so many nanoseconds. */
  public Script withUnit(long unitNs) {
    return new Script(settings.unit(unitNs), steps);
  }

  @Override
  public String toString() {
    return ScriptDrawing.draw(this);
  }
}
