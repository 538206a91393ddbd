package io.tidemark.time;

import io.tidemark.time.WatermarkStrategy.Kind;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The watermark that an event's timestamp justifies: timestamp - bound - 1. Immutable. */
final class BoundedWatermark {
  private final boolean moves;
  private final long boundPlusOne;
  private final long smallestTimestamp;

  /** By this strategy, in the job's unit. */
  BoundedWatermark(WatermarkStrategy<?> strategy, TimeUnit unit) {
    this(
        strategy.kind() == Kind.BOUNDED_OUT_OF_ORDERNESS || strategy.kind() == Kind.MONOTONOUS,
        strategy.bound(),
        unit);
  }

  /** By this bound, in the job's unit. */
  BoundedWatermark(Duration bound, TimeUnit unit) {
    this(true, bound, unit);
  }

  private BoundedWatermark(boolean moves, Duration bound, TimeUnit unit) {
    this.moves = moves;
    // With the largest bound both sums wrap around. The difference below wraps back, so it is right
    // for all timestamps from the smallest on.
    boundPlusOne = Durations.inUnit(bound, unit, "watermarks.bound") + 1;
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
    // A publisher may have given a watermark that no timestamp justifies.
    if (!moves || watermark >= Long.MAX_VALUE - boundPlusOne) {
      return Long.MAX_VALUE;
    }
    return watermark == TimeStage.NO_WATERMARK ? smallestTimestamp - 1 : watermark + boundPlusOne;
  }
}
