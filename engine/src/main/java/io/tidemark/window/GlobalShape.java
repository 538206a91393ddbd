package io.tidemark.window;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** One window for all time: [-2^63, 2^63 - 1). */
record GlobalShape() implements WindowShape {
  private static final String WHY = "the global window is all time";

  /** The only window; no timestamp lies outside. */
  private static final class AllTime implements WindowEdges {
    @Override
    public boolean find(long timestamp) {
      return true;
    }

    @Override
    public long index() {
      return 0;
    }

    @Override
    public long start() {
      return Long.MIN_VALUE;
    }

    @Override
    public long end() {
      return Long.MAX_VALUE;
    }
  }

  @Override
  public void check(String setting, TimeUnit unit) {
    // There is nothing to be wrong.
  }

  @Override
  public boolean closesByTime() {
    return false;
  }

  @Override
  public WindowShape withOffset(Duration newOffset) {
    throw ShapeChecks.noOffset(newOffset, WHY);
  }

  @Override
  public WindowShape withEndIncluded() {
    throw ShapeChecks.noBoundaries(WHY);
  }

  @Override
  public long smallestTimestamp(TimeUnit unit) {
    return Long.MIN_VALUE + 1;
  }

  @Override
  public long largestTimestamp(TimeUnit unit) {
    return Long.MAX_VALUE - 1;
  }

  @Override
  public WindowOperator operator(OperatorSetup setup, Deadline deadline) {
    return TumblingOperator.of(setup, new AllTime(), deadline);
  }
}
