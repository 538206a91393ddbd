package io.tidemark.time;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/**
 * How events that a source sends again are told from new ones.
 *
 * @param id reads what the source sends again unchanged
 * @param horizon an event is remembered until the watermark has reached its timestamp plus this
 */
public record Deduplication(ToLongFunction<Object> id, Duration horizon) {

  /** Validates the settings. */
  public Deduplication {
    requireNonNull(id, "deduplication.id");
    requireNonNull(horizon, "deduplication.horizon");
    if (horizon.isNegative() || horizon.isZero()) {
      throw new IllegalArgumentException(
          "deduplication.horizon: " + horizon + "; expected more than 0");
    }
  }

  /** The horizon in this unit. */
  long horizonIn(TimeUnit unit) {
    return Durations.inUnit(horizon, unit, "deduplication.horizon");
  }

  /**
   * Checks the horizon against the job's unit.
   *
   * @throws IllegalArgumentException when it is no whole number of it
   */
  public void check(TimeUnit unit) {
    horizonIn(unit);
  }
}
