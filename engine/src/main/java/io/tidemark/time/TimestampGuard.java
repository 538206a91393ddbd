package io.tidemark.time;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Refuses timestamps that cannot be right, before they move a watermark: one clock that is ten
 * years ahead would make all honest events late. Immutable; the withers may be called in any order.
 *
 * <p>A refused event is rejected with a reason of its own ({@code io.tidemark.output.RejectReason})
 * and counts for nothing: no watermark moves, no partition joins, the clock does not see its
 * arrival.
 *
 * <p>"Too far" is measured against the event's own arrival, converted downward to the job's unit;
 * exactly as far is still allowed. Cost: a division and a few comparisons an event.
 *
 * @param refusesNegative whether timestamps before 1970 are refused
 * @param furthestFuture how far ahead of its arrival a timestamp may lie; empty = any
 * @param furthestPast how far behind its arrival a timestamp may lie; empty = any
 * @param units what becomes of timestamps that seem to be in another unit
 * @param quarantines whether refused events are set aside as quarantined, which marks them for
 *     somebody to look at and to replay
 */
public record TimestampGuard(
    boolean refusesNegative,
    Optional<Duration> furthestFuture,
    Optional<Duration> furthestPast,
    UnitSuspicion units,
    boolean quarantines) {

  /** What counts as plausible for a unit where no limit is set: a year on either side. */
  static final Duration PLAUSIBLE = Duration.ofDays(365);

  /** Validates the settings. */
  public TimestampGuard {
    requireNonNull(units, "guard.units");
    furthestFuture.ifPresent(value -> notNegative("guard.furthest-future", value));
    furthestPast.ifPresent(value -> notNegative("guard.furthest-past", value));
  }

  /** A guard that tells missing timestamps, and those at the ends of 64 bits, by their reasons. */
  public static TimestampGuard on() {
    return new TimestampGuard(false, Optional.empty(), Optional.empty(), UnitSuspicion.NONE, false);
  }

  /** The same, but timestamps before 1970 are refused. */
  public TimestampGuard refuseNegative() {
    return new TimestampGuard(true, furthestFuture, furthestPast, units, quarantines);
  }

  /** The same, but timestamps further ahead of their arrival are refused. */
  public TimestampGuard furthestFuture(Duration ahead) {
    return new TimestampGuard(
        refusesNegative, Optional.of(ahead), furthestPast, units, quarantines);
  }

  /** The same, but timestamps further behind their arrival are refused. */
  public TimestampGuard furthestPast(Duration behind) {
    return new TimestampGuard(
        refusesNegative, furthestFuture, Optional.of(behind), units, quarantines);
  }

  /**
   * The same, but this becomes of timestamps that seem to be in another unit: implausible in the
   * job's, plausible in s, ms, us or ns. Plausible is what lies within the furthest future and
   * past; within a year of the arrival where one of them is not set.
   */
  public TimestampGuard units(UnitSuspicion newUnits) {
    return new TimestampGuard(refusesNegative, furthestFuture, furthestPast, newUnits, quarantines);
  }

  /** The same, but what it refuses is quarantined. */
  public TimestampGuard quarantine() {
    return new TimestampGuard(refusesNegative, furthestFuture, furthestPast, units, true);
  }

  /**
   * Checks the limits against the job's unit.
   *
   * @throws IllegalArgumentException when one is no whole number of it
   */
  public void check(TimeUnit unit) {
    futureLimit(unit);
    pastLimit(unit);
  }

  /** The furthest future in this unit; {@link TimestampCheck#ANY} for any. */
  long futureLimit(TimeUnit unit) {
    return inUnit(furthestFuture, unit, "guard.furthest-future");
  }

  /** The furthest past in this unit; {@link TimestampCheck#ANY} for any. */
  long pastLimit(TimeUnit unit) {
    return inUnit(furthestPast, unit, "guard.furthest-past");
  }

  private static long inUnit(Optional<Duration> limit, TimeUnit unit, String setting) {
    return limit.isPresent() ? Durations.inUnit(limit.get(), unit, setting) : TimestampCheck.ANY;
  }

  private static void notNegative(String setting, Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException(setting + ": " + value + "; expected 0 or more");
    }
  }
}
