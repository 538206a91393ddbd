package io.tidemark.time;

import io.tidemark.counters.Gauge;

/**
 * The watermark of a partition whose bound moves: largest timestamp - bound - 1, where that is more
 * than before. One writer: the time stage.
 */
final class MovingBound {
  /** The gauge that shows a partition's bound, in the job's unit. */
  static final String GAUGE = "watermark.bound";

  private final DecisionContext context;
  private final Gauge gauge;
  private long bound;
  private long largest = Long.MIN_VALUE;
  private long reached = TimeStage.NO_WATERMARK;

  MovingBound(DecisionContext context) {
    this.context = context;
    this.gauge = context.metrics().gauge(GAUGE);
  }

  long bound() {
    return bound;
  }

  /** The bound is this after so many events. */
  void decide(long events, long newBound) {
    bound = newBound;
    gauge.set(newBound);
    context.decided(events, newBound);
  }

  /** An event moves the watermark; returns its disorder. */
  long observe(long timestamp, WatermarkOutput output) {
    largest = Math.max(largest, timestamp);
    // The bound is small enough for both sums.
    if (largest >= Long.MIN_VALUE + bound + 1 && largest - bound - 1 > reached) {
      reached = largest - bound - 1;
      output.emitWatermark(reached);
    }
    long disorder = largest - timestamp;
    return disorder < 0 ? Long.MAX_VALUE : disorder;
  }
}
