package io.tidemark.flink;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A keyed stream and its watermarks, and the windows it is cut into: each spec stands for itself.
 * Times are ms.
 *
 * @param sideOutput whether late events go to a side output, or are dropped and counted
 */
record WindowScript(List<WindowSpec> windows, boolean sideOutput, List<Step> steps) {
  /** One thing that happens. */
  sealed interface Step {}

  /**
   * An event arrives.
   *
   * @param gap how far it reaches in sessions whose gap the events bring along
   */
  record Event(long key, long timestamp, long value, long gap) implements Step {}

  /** A watermark arrives; one that is not larger than those before it changes nothing. */
  record Mark(long watermark) implements Step {}

  /** Processing time goes on to this; only in scripts whose windows fire by it. */
  record Clock(long ms) implements Step {}

  WindowScript withWindows(List<WindowSpec> others) {
    return new WindowScript(others, sideOutput, steps);
  }

  WindowScript withSteps(List<Step> others) {
    return new WindowScript(windows, sideOutput, others);
  }

  /** The script with all its event times moved on, if need be, so that no event is before this. */
  WindowScript from(long time) {
    long earliest = time;
    for (Step step : steps) {
      if (step instanceof Event event) {
        earliest = Math.min(earliest, event.timestamp());
      }
    }
    long by = time - earliest;
    return by == 0 ? this : withSteps(steps.stream().map(step -> moved(step, by)).toList());
  }

  private static Step moved(Step step, long by) {
    if (step instanceof Event e) {
      return new Event(e.key(), e.timestamp() + by, e.value(), e.gap());
    }
    boolean moves = step instanceof Mark mark && mark.watermark() != Long.MAX_VALUE;
    return moves ? new Mark(((Mark) step).watermark() + by) : step;
  }

  /** The same without the step at this place. */
  WindowScript without(int step) {
    List<Step> fewer = new ArrayList<>(steps);
    fewer.remove(step);
    return withSteps(fewer);
  }

  /** Whether the watermark comes to the end of time. */
  boolean endsTime() {
    return steps.contains(new Mark(Long.MAX_VALUE));
  }

  long events() {
    return steps.stream().filter(Event.class::isInstance).count();
  }

  @Override
  public String toString() {
    return windows
        + (sideOutput ? ", late events to a side output" : ", late events dropped")
        + IntStream.range(0, steps.size())
            .mapToObj(i -> "\n  %3d %s".formatted(i, steps.get(i)))
            .collect(Collectors.joining());
  }
}
