package io.tidemark.window;

import io.tidemark.time.Durations;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * For each event the time up to it: (timestamp - range, timestamp].
 *
 * @param range how far back it reaches
 */
record RollingShape(Duration range) implements WindowShape {
  @Override
  public void check(String setting, TimeUnit unit) {
    ShapeChecks.positive(range, unit, setting + ".range");
  }

  @Override
  public WindowShape withOffset(Duration newOffset) {
    throw ShapeChecks.noOffset(newOffset, "rolling windows end with their event");
  }

  /** They are like that anyway. */
  @Override
  public WindowShape withEndIncluded() {
    return this;
  }

  @Override
  public boolean includesEnd() {
    return true;
  }

  @Override
  public long smallestTimestamp(TimeUnit unit) {
    return Long.MIN_VALUE + Durations.inUnit(range, unit, "range");
  }

  @Override
  public long largestTimestamp(TimeUnit unit) {
    return Long.MAX_VALUE - 1;
  }

  @Override
  public boolean takesTriggers() {
    return false;
  }

  @Override
  public WindowOperator operator(OperatorSetup setup, Deadline deadline) {
    return new RollingOperator(setup, Durations.inUnit(range, setup.unit(), "range"), deadline);
  }
}
