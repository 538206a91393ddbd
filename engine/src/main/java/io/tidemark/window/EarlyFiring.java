package io.tidemark.window;

import static java.util.Objects.requireNonNull;

import io.tidemark.time.Durations;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * When windows fire before the watermark reaches their end, each key by itself: as event time, or
 * processing time, goes on, or by the number of events, or by several of these, whichever comes
 * first. A key that has seen no event since its last firing does not fire. Immutable.
 */
public final class EarlyFiring {
  static final EarlyFiring NONE = new EarlyFiring(null, null, OptionalLong.empty());

  /** Null where event time sets off nothing. */
  private final Duration everyEventTime;

  /** Null where processing time sets off nothing. */
  private final Duration everyProcessingTime;

  private final OptionalLong everyEvents;

  private EarlyFiring(
      Duration everyEventTime, Duration everyProcessingTime, OptionalLong everyEvents) {
    this.everyEventTime = everyEventTime;
    this.everyProcessingTime = everyProcessingTime;
    this.everyEvents = everyEvents;
  }

  /**
   * As the watermark reaches whole multiples of a time, counted from the epoch: for the first time
   * the one that follows the timestamp of the window's first event, or where the watermark has
   * passed that already, as soon as the watermark moves. These are the times of Flink's
   * ContinuousEventTimeTrigger, which fires even where nothing has changed, and once for each
   * multiple that the watermark jumps over.
   *
   * @param every more than 0, and a whole number of the job's unit
   */
  public static EarlyFiring everyEventTime(Duration every) {
    requireNonNull(every, "early firing");
    return new EarlyFiring(every, null, OptionalLong.empty());
  }

  /**
   * As processing time reaches whole multiples of a duration, counted from the epoch: before the
   * first event that arrives, or at the first tick, at that time or later. These are the times of
   * Flink's ContinuousProcessingTimeTrigger.
   *
   * @param every more than 0
   */
  public static EarlyFiring everyProcessingTime(Duration every) {
    requireNonNull(every, "early firing");
    return new EarlyFiring(null, every, OptionalLong.empty());
  }

  /**
   * At once with each so-many-th event of the window and key, counted from the last early firing;
   * as Flink's CountTrigger, except that the window fires at its end too. Sessions that merge add
   * their counts up.
   *
   * @param events at least 1
   */
  public static EarlyFiring everyEvents(long events) {
    return new EarlyFiring(null, null, OptionalLong.of(events));
  }

  /**
   * As this or the other one says, whichever comes first: after each firing both begin anew.
   *
   * @throws IllegalArgumentException when both go by the same: by event time, processing time or
   *     the number of events
   */
  public EarlyFiring or(EarlyFiring other) {
    if (everyEventTime != null && other.everyEventTime != null) {
      throw twice("event time", everyEventTime, other.everyEventTime);
    }
    if (everyProcessingTime != null && other.everyProcessingTime != null) {
      throw twice("processing time", everyProcessingTime, other.everyProcessingTime);
    }
    if (everyEvents.isPresent() && other.everyEvents.isPresent()) {
      throw twice("events", everyEvents.getAsLong(), other.everyEvents.getAsLong());
    }
    return new EarlyFiring(
        everyEventTime != null ? everyEventTime : other.everyEventTime,
        everyProcessingTime != null ? everyProcessingTime : other.everyProcessingTime,
        everyEvents.isPresent() ? everyEvents : other.everyEvents);
  }

  private static IllegalArgumentException twice(String what, Object one, Object other) {
    return new IllegalArgumentException(
        "early firing: every " + one + " and every " + other + " by " + what + "; expected one");
  }

  /** Whether there are no early firings. */
  boolean isNone() {
    return everyEventTime == null && everyProcessingTime == null && everyEvents.isEmpty();
  }

  /** Whether event time sets any off. */
  boolean isByEventTime() {
    return everyEventTime != null;
  }

  /** Whether processing time sets any off. */
  boolean isByClock() {
    return everyProcessingTime != null;
  }

  /** From one time to the next, in the job's unit; 0 where event time sets off nothing. */
  long eventTimeStep(TimeUnit unit) {
    return everyEventTime == null ? 0 : Durations.inUnit(everyEventTime, unit, "early");
  }

  /** From one time to the next, in ns; 0 where processing time sets off nothing. */
  long processingTimeStepNs() {
    return everyProcessingTime == null
        ? 0
        : Durations.inUnit(everyProcessingTime, TimeUnit.NANOSECONDS, "early");
  }

  /** How many events set one off; 0 where their number does not. */
  long events() {
    return everyEvents.orElse(0);
  }

  void check(String setting, TimeUnit unit) {
    if (everyEvents.isPresent() && everyEvents.getAsLong() < 1) {
      throw new IllegalArgumentException(
          setting + ".early: " + everyEvents.getAsLong() + " events; expected at least 1");
    }
    checkStep(everyEventTime, unit, setting);
    checkStep(everyProcessingTime, TimeUnit.NANOSECONDS, setting);
  }

  private static void checkStep(Duration every, TimeUnit unit, String setting) {
    if (every != null && Durations.inUnit(every, unit, setting + ".early") <= 0) {
      throw new IllegalArgumentException(setting + ".early: " + every + "; expected more than 0");
    }
  }
}
