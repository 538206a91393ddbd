package io.tidemark.time;

import java.util.concurrent.TimeUnit;

/**
 * What a {@link TimestampGuard} finds wrong with an event's timestamp: of several, the first that
 * applies.
 */
public enum TimestampFault {
  /** The event has none. */
  MISSING,
  /** A window of it would begin before what 64 bits hold: the smallest long is such a one. */
  UNDERFLOW,
  /** A window of it would end after what 64 bits hold: the largest long is such a one. */
  OVERFLOW,
  /** It lies before 1970. */
  NEGATIVE,
  /** It is implausible, but as a number of seconds it would not be. */
  UNIT_SECONDS(TimeUnit.SECONDS),
  /** It is implausible, but as a number of milliseconds it would not be. */
  UNIT_MILLISECONDS(TimeUnit.MILLISECONDS),
  /** It is implausible, but as a number of microseconds it would not be. */
  UNIT_MICROSECONDS(TimeUnit.MICROSECONDS),
  /** It is implausible, but as a number of nanoseconds it would not be. */
  UNIT_NANOSECONDS(TimeUnit.NANOSECONDS),
  /** It lies too far behind the event's arrival. */
  PAST,
  /** It lies too far ahead of the event's arrival. */
  FUTURE;

  private final TimeUnit unit;

  TimestampFault() {
    this(null);
  }

  TimestampFault(TimeUnit unit) {
    this.unit = unit;
  }

  /** The unit it seems to be in, or null. */
  TimeUnit unit() {
    return unit;
  }
}
