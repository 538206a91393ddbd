package io.tidemark.window;

import io.tidemark.time.Durations;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Cumulative windows: [offset + k × max, offset + k × max + n × step) for each n from 1 to max /
 * step.
 *
 * @param max the size of the largest
 * @param step by which they grow
 * @param offset where they begin
 * @param includesEnd whether they are (start, end]
 */
record CumulativeShape(Duration max, Duration step, Duration offset, boolean includesEnd)
    implements WindowShape {
  @Override
  public void check(String setting, TimeUnit unit) {
    ShapeChecks.positive(max, unit, setting + ".max");
    ShapeChecks.positive(step, unit, setting + ".step");
    if (Durations.inUnit(max, unit, "max") % Durations.inUnit(step, unit, "step") != 0) {
      throw new IllegalArgumentException(
          setting + ".step: " + step + "; expected one that divides max, " + max);
    }
    ShapeChecks.offset(offset, "max", max, unit, setting);
  }

  @Override
  public WindowShape withOffset(Duration newOffset) {
    return new CumulativeShape(max, step, newOffset, includesEnd);
  }

  @Override
  public WindowShape withEndIncluded() {
    return new CumulativeShape(max, step, offset, true);
  }

  @Override
  public long smallestTimestamp(TimeUnit unit) {
    return assigner(unit).smallestTimestamp();
  }

  @Override
  public long largestTimestamp(TimeUnit unit) {
    return assigner(unit).largestTimestamp();
  }

  @Override
  public WindowOperator operator(OperatorSetup setup, Deadline deadline) {
    CumulativeAssigner assigner = assigner(setup.unit());
    return setup.hasTriggers()
        ? new TriggeredOperator(setup, assigner, deadline)
        : new CumulativeOperator(setup, assigner, deadline);
  }

  private CumulativeAssigner assigner(TimeUnit unit) {
    return new CumulativeAssigner(
        Durations.inUnit(max, unit, "max"),
        Durations.inUnit(step, unit, "step"),
        Durations.inUnit(offset, unit, "offset"),
        includesEnd ? 1 : 0);
  }
}
