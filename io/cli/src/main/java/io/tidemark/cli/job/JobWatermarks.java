package io.tidemark.cli.job;

import java.time.Duration;
import java.util.Optional;

/**
 * How watermarks are made.
 *
 * @param strategy from what
 * @param bound how much disorder is waited for; zero for strategies that have none
 * @param idleness how long a partition may be silent before it is left out, in whole nanoseconds
 *     within 64 bits
 * @param emit the interval of the ticks that move watermarks; empty when each event moves them
 */
public record JobWatermarks(
    Strategy strategy, Duration bound, Optional<Duration> idleness, Optional<Duration> emit) {

  /** From what watermarks are made. */
  public enum Strategy {
    /** The largest timestamp seen, less a bound. */
    BOUNDED_OUT_OF_ORDERNESS,
    /** The same with a bound of zero. */
    MONOTONOUS,
    /** Nothing: only the end of the input moves time. */
    NONE
  }
}
