package io.tidemark.time;

import java.util.concurrent.TimeUnit;

/**
 * Which timestamps a job's events may have, and what becomes of the others. A record, so that the
 * JVM takes its numbers for constants where it is one itself. Engine-internal; immutable.
 *
 * @param smallest the smallest timestamp whose windows fit in 64 bits
 * @param largest the largest such timestamp
 * @param unitNs the job's unit
 * @param isGuarded whether there is a guard
 * @param least the smallest timestamp that the guard allows, whatever the arrival
 * @param future how far ahead of its arrival a timestamp may lie, in the job's unit
 * @param past how far behind its arrival a timestamp may lie
 * @param units what becomes of those that seem to be in another unit
 * @param plausibleFuture within which one is not looked at for its unit, nor refused for its future
 * @param plausiblePast the same for the past
 * @param quarantines whether refused events are quarantined
 * @param fallsBack whether the arrival stands in for a timestamp that is missing or refused
 */
public record TimestampCheck(
    long smallest,
    long largest,
    long unitNs,
    boolean isGuarded,
    long least,
    long future,
    long past,
    UnitSuspicion units,
    long plausibleFuture,
    long plausiblePast,
    boolean quarantines,
    boolean fallsBack) {

  /** Of a limit: there is none. */
  static final long ANY = Long.MAX_VALUE;

  private static final TimestampFault[] FAULTS = TimestampFault.values();

  /** Any timestamp passes, the smallest long too. */
  public static TimestampCheck none(TimeUnit unit) {
    return of(Long.MIN_VALUE, Long.MAX_VALUE, unit, null, false);
  }

  /**
   * A check of these limits.
   *
   * @param guard which has been checked against the unit, or null
   */
  public static TimestampCheck of(
      long smallest, long largest, TimeUnit unit, TimestampGuard guard, boolean fallsBack) {
    TimestampGuard limits = guard == null ? TimestampGuard.on() : guard;
    long future = limits.futureLimit(unit);
    long past = limits.pastLimit(unit);
    boolean looksAtUnits = limits.units() != UnitSuspicion.NONE;
    long plausible = looksAtUnits ? unit.convert(TimestampGuard.PLAUSIBLE) : ANY;
    return new TimestampCheck(
        smallest,
        largest,
        unit.toNanos(1),
        guard != null,
        limits.refusesNegative() ? 0 : Long.MIN_VALUE,
        future,
        past,
        limits.units(),
        limits.furthestFuture().isPresent() ? future : plausible,
        limits.furthestPast().isPresent() ? past : plausible,
        limits.quarantines(),
        fallsBack);
  }

  /** Whether nothing is wrong with a timestamp. If not, {@link #fault} may still find nothing. */
  public boolean passes(long timestamp, long arrivalNs) {
    return timestamp >= smallest
        && timestamp <= largest
        && (!isGuarded || (timestamp >= least && isPlausible(timestamp, arrivalNs)));
  }

  /**
   * What is wrong with a timestamp, or null for nothing.
   *
   * @param isMissing whether the event has none
   */
  public TimestampFault fault(long timestamp, boolean isMissing, long arrivalNs) {
    if (isMissing) {
      return TimestampFault.MISSING;
    }
    if (timestamp < smallest) {
      return TimestampFault.UNDERFLOW;
    }
    if (timestamp > largest) {
      return TimestampFault.OVERFLOW;
    }
    if (timestamp < least) {
      return TimestampFault.NEGATIVE;
    }
    TimestampFault unit = units == UnitSuspicion.NONE ? null : unitFault(timestamp, arrivalNs);
    if (unit != null) {
      return unit;
    }
    if (!isSince(timestamp, arrivalNs, past)) {
      return TimestampFault.PAST;
    }
    return isUntil(timestamp, arrivalNs, future) ? null : TimestampFault.FUTURE;
  }

  /** Whether an event with this fault gets its timestamp converted. */
  public boolean scales(TimestampFault fault) {
    return units == UnitSuspicion.SCALE && fault.unit() != null;
  }

  /** A timestamp in the unit that the fault names, as one in the job's unit; downward. */
  public long scaled(TimestampFault fault, long timestamp) {
    long factor = fault.unit().toNanos(1);
    return factor < unitNs
        ? Math.floorDiv(timestamp, unitNs / factor)
        : Durations.saturatedMultiply(timestamp, factor / unitNs);
  }

  /** The ingestion time: the arrival in the job's unit, downward. */
  public long ingestion(long arrivalNs) {
    return Math.floorDiv(arrivalNs, unitNs);
  }

  /** Whether the windows of this timestamp fit in 64 bits. */
  public boolean fits(long timestamp) {
    return timestamp >= smallest && timestamp <= largest;
  }

  private boolean isPlausible(long timestamp, long arrivalNs) {
    return isUntil(timestamp, arrivalNs, plausibleFuture)
        && isSince(timestamp, arrivalNs, plausiblePast);
  }

  private boolean isUntil(long timestamp, long arrivalNs, long ahead) {
    return ahead == ANY || timestamp <= Durations.saturatedAdd(ingestion(arrivalNs), ahead);
  }

  private boolean isSince(long timestamp, long arrivalNs, long behind) {
    return behind == ANY || timestamp >= Durations.saturatedSubtract(ingestion(arrivalNs), behind);
  }

  /** Of an implausible timestamp: the other unit in which it is none. */
  private TimestampFault unitFault(long timestamp, long arrivalNs) {
    if (isPlausible(timestamp, arrivalNs)) {
      return null;
    }
    for (TimestampFault fault : FAULTS) {
      if (fault.unit() != null
          && fault.unit().toNanos(1) != unitNs
          && isWithinLong(fault, timestamp)
          && isPlausible(scaled(fault, timestamp), arrivalNs)) {
        return fault;
      }
    }
    return null;
  }

  /** Whether a timestamp in that unit is one in the job's unit. */
  private boolean isWithinLong(TimestampFault fault, long timestamp) {
    long factor = fault.unit().toNanos(1);
    return factor < unitNs || scaled(fault, timestamp) / (factor / unitNs) == timestamp;
  }
}
