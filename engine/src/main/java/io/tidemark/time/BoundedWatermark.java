package io.tidemark.time;

import java.util.concurrent.TimeUnit;

/** The watermark that an event's timestamp justifies: timestamp - bound - 1. Immutable. */
final class BoundedWatermark {
  private final boolean moves;
  private final long boundPlusOne;
  private final long smallestTimestamp;

  /** By this strategy, in the job's unit. */
  BoundedWatermark(WatermarkStrategy strategy, TimeUnit unit) {
    moves = strategy.kind() != WatermarkStrategy.Kind.NONE;
    // With the largest bound both sums wrap around. The difference below wraps back, so it is right
    // for all timestamps from the smallest on.
    boundPlusOne = Durations.inUnit(strategy.bound(), unit, "watermarks.bound") + 1;
    smallestTimestamp = Long.MIN_VALUE + boundPlusOne;
  }

  /** The watermark; {@link TimeStage#NO_WATERMARK} where it would lie before all time. */
  long after(long timestamp) {
    return moves && timestamp >= smallestTimestamp
        ? timestamp - boundPlusOne
        : TimeStage.NO_WATERMARK;
  }

  /** The largest timestamp that justifies no more than this watermark. */
  long settledUpTo(long watermark) {
    if (!moves) {
      return Long.MAX_VALUE;
    }
    return watermark == TimeStage.NO_WATERMARK ? smallestTimestamp - 1 : watermark + boundPlusOne;
  }
}
