package io.tidemark.time;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/**
 * How a partition's watermark follows its events, and when it is emitted. Immutable; the withers
 * may be called in any order.
 *
 * <p>The bound is how much disorder the watermark waits for; it is not allowed lateness, which says
 * how long a window is kept after it has fired.
 *
 * @param kind how the watermark is made
 * @param bound the disorder waited for; zero for all kinds but {@link
 *     Kind#BOUNDED_OUT_OF_ORDERNESS}
 * @param idleness after how much silence a partition no longer holds the merged watermark; empty =
 *     never
 * @param emission the interval of periodic emission; empty = after each event
 */
public record WatermarkStrategy(
    Kind kind, Duration bound, Optional<Duration> idleness, Optional<Duration> emission) {

  /** The interval of ticks where the emission does not set one: Flink's default. */
  public static final Duration DEFAULT_TICK_INTERVAL = Duration.ofMillis(200);

  /** How a watermark is made. */
  public enum Kind {
    /** Largest timestamp seen - bound - 1 unit. */
    BOUNDED_OUT_OF_ORDERNESS,
    /** Bounded with a bound of 0: timestamps never fall, equal ones stay on time. */
    MONOTONOUS,
    /** No watermark before the end of input. */
    NONE
  }

  /** Validates the settings. */
  public WatermarkStrategy {
    requireNonNull(kind, "watermarks.kind");
    requireNonNull(bound, "watermarks.bound");
    if (bound.isNegative()) {
      throw new IllegalArgumentException("watermarks.bound: " + bound + "; expected 0 or more");
    }
    idleness.ifPresent(value -> positive("watermarks.idleness", value));
    emission.ifPresent(value -> positive("watermarks.emission", value));
  }

  /** Largest timestamp seen - {@code bound} - 1 unit. */
  public static WatermarkStrategy boundedOutOfOrderness(Duration bound) {
    return of(Kind.BOUNDED_OUT_OF_ORDERNESS, bound);
  }

  /** Largest timestamp seen - 1 unit: for partitions whose timestamps never fall. */
  public static WatermarkStrategy monotonous() {
    return of(Kind.MONOTONOUS, Duration.ZERO);
  }

  /** Only the end of input moves event time. */
  public static WatermarkStrategy none() {
    return of(Kind.NONE, Duration.ZERO);
  }

  /** The same, but a partition that is silent this long no longer holds the merged watermark. */
  public WatermarkStrategy idleness(Duration timeout) {
    return new WatermarkStrategy(kind, bound, Optional.of(timeout), emission);
  }

  /** The same, but watermarks move at ticks of this interval only, as Flink's do. */
  public WatermarkStrategy emitEvery(Duration interval) {
    return new WatermarkStrategy(kind, bound, idleness, Optional.of(interval));
  }

  /** The same, but watermarks move after each event: the default. */
  public WatermarkStrategy emitPerEvent() {
    return new WatermarkStrategy(kind, bound, idleness, Optional.empty());
  }

  /** The interval at which the engine ticks: the emission's, or 200 ms. */
  public Duration tickInterval() {
    return emission.orElse(DEFAULT_TICK_INTERVAL);
  }

  private static WatermarkStrategy of(Kind kind, Duration bound) {
    return new WatermarkStrategy(kind, bound, Optional.empty(), Optional.empty());
  }

  private static void positive(String setting, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(setting + ": " + value + "; expected more than 0");
    }
  }
}
