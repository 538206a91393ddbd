package io.tidemark.time;

/**
 * What a partition's delays say of its source's clock, as of the last full interval.
 *
 * @param offsetNs the source's clock is ahead of the engine's by at least this, in ns: the largest
 *     timestamp - arrival of late. It is the offset less the shortest way from there to here, which
 *     no one-way measurement can tell apart; {@link #UNKNOWN} before the first interval is over
 * @param driftPpm how fast that changes, in parts per million: more than 0 for a clock that runs
 *     fast; NaN before there are enough intervals. What exceeds {@link ClockTolerance#MOST_PPM} is
 *     no clock
 * @param isDrifting whether the drift is alarming
 * @param steps how often the clock jumped
 * @param lastStepNs how far it jumped last, in ns, more than 0 for forward; 0 for never
 */
public record ClockReading(
    long offsetNs, double driftPpm, boolean isDrifting, long steps, long lastStepNs) {
  /** No offset yet. */
  public static final long UNKNOWN = Long.MIN_VALUE;
}
