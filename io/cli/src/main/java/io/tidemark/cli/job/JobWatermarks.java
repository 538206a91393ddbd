package io.tidemark.cli.job;

import io.tidemark.time.AllIdle;
import io.tidemark.time.Disorder;
import io.tidemark.time.WatermarkStrategy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How watermarks are made.
 *
 * @param strategy from what
 * @param bound how much disorder is waited for; zero for strategies that have none
 * @param kinds what bounds by kind go by; empty for other strategies
 * @param adaptive how a bound follows the disorder; empty for other strategies
 * @param disorder what becomes of rows whose timestamp falls; {@code COUNT} unless monotonous
 * @param idleness how long a partition may be silent before it is left out, in whole nanoseconds
 *     within 64 bits
 * @param allIdle what the job's watermark does when all partitions are idle
 * @param emit the interval of the ticks that move watermarks; empty when each event moves them
 */
public record JobWatermarks(
    Strategy strategy,
    Duration bound,
    Optional<Kinds> kinds,
    Optional<JobAdaptive> adaptive,
    Disorder disorder,
    Optional<Duration> idleness,
    AllIdle allIdle,
    Optional<Duration> emit) {

  /** No watermark; ticks of this interval, or of 200 ms: for processing time. */
  static JobWatermarks ofTicks(Optional<Duration> interval) {
    Duration tick = interval.orElse(WatermarkStrategy.DEFAULT_TICK_INTERVAL);
    return new JobWatermarks(
        Strategy.NONE,
        Duration.ZERO,
        Optional.empty(),
        Optional.empty(),
        Disorder.COUNT,
        Optional.empty(),
        AllIdle.MAXIMUM,
        Optional.of(tick));
  }

  /** From what watermarks are made. */
  public enum Strategy {
    /** The largest timestamp seen, less a bound. */
    BOUNDED_OUT_OF_ORDERNESS,
    /** The same for each kind of row, less a bound of its own; the smallest of these. */
    BOUNDED_BY_KIND,
    /** The same with a bound of zero. */
    MONOTONOUS,
    /** The largest timestamp seen, less a bound that follows each partition's disorder. */
    ADAPTIVE,
    /** Nothing: only the end of the input moves time. */
    NONE
  }

  /**
   * Kinds of rows.
   *
   * @param column whose text tells a row's kind
   * @param texts all there are, each once; at least one
   * @param bounds how much disorder is waited for in each
   */
  public record Kinds(String column, List<String> texts, List<Duration> bounds) {}
}
