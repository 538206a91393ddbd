package io.tidemark.time;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * From when on a partition's clock is alarming. Immutable.
 *
 * @param driftPpm the drift in parts per million, more than 0 and at most {@link #MOST_PPM}
 * @param step the jump, more than 0
 * @param interval over how long the smallest delay is taken, 1 ms to 1 day; a drift is found within
 *     20 such intervals if it adds up to more than the smallest delays scatter meanwhile: some 0.3
 *     ms for timestamps in ms. Smaller drifts, few events and uneven ways need longer ones
 */
public record ClockTolerance(double driftPpm, Duration step, Duration interval) {
  /**
   * What drifts faster is no clock but a queue that grows or is caught up with: twice what NTP
   * allows a clock (RFC 5905, 500 ppm).
   */
  public static final double MOST_PPM = 1_000;

  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(1);

  /** 50 ppm, 500 ms, intervals of 3 s: a drift of 100 ppm or a step is found within a minute. */
  public static final ClockTolerance DEFAULT =
      new ClockTolerance(50, Duration.ofMillis(500), Duration.ofSeconds(3));

  /** Checks the settings. */
  public ClockTolerance {
    requireNonNull(step, "clock step");
    requireNonNull(interval, "clock interval");
    if (!(driftPpm > 0 && driftPpm <= MOST_PPM)) {
      throw new IllegalArgumentException(
          "clock drift: " + driftPpm + " ppm; expected more than 0 and at most " + MOST_PPM);
    }
    if (step.isNegative() || step.isZero()) {
      throw new IllegalArgumentException("clock step: " + step + "; expected more than 0");
    }
    if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "clock interval: " + interval + "; expected " + SHORTEST + " to " + LONGEST);
    }
  }
}
