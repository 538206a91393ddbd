package io.tidemark.window;

import static java.util.Objects.requireNonNull;

import io.tidemark.time.Durations;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * When windows fire before the watermark reaches their end, each key by itself. A key that has seen
 * no event since its last firing does not fire. Immutable.
 */
public final class EarlyFiring {
  /** What sets off an early firing. */
  enum Cause {
    NONE,
    EVENT_TIME,
    PROCESSING_TIME,
    COUNT
  }

  static final EarlyFiring NONE = new EarlyFiring(Cause.NONE, Duration.ZERO, 0);

  private final Cause cause;
  private final Duration every;
  private final long events;

  private EarlyFiring(Cause cause, Duration every, long events) {
    this.cause = cause;
    this.every = every;
    this.events = events;
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
    return new EarlyFiring(Cause.EVENT_TIME, requireNonNull(every, "early firing"), 0);
  }

  /**
   * As processing time reaches whole multiples of a duration, counted from the epoch: before the
   * first event that arrives, or at the first tick, at that time or later. These are the times of
   * Flink's ContinuousProcessingTimeTrigger.
   *
   * @param every more than 0
   */
  public static EarlyFiring everyProcessingTime(Duration every) {
    return new EarlyFiring(Cause.PROCESSING_TIME, requireNonNull(every, "early firing"), 0);
  }

  /**
   * At once with each so-many-th event of the window and key, counted from the last such firing; as
   * Flink's CountTrigger, except that the window fires at its end too. Sessions that merge add
   * their counts up.
   *
   * @param events at least 1
   */
  public static EarlyFiring everyEvents(long events) {
    return new EarlyFiring(Cause.COUNT, Duration.ZERO, events);
  }

  Cause cause() {
    return cause;
  }

  /**
   * From one time to the next: in the job's unit, for processing time in ns; for counts, events.
   */
  long step(TimeUnit unit) {
    return switch (cause) {
      case NONE -> 0;
      case EVENT_TIME -> Durations.inUnit(every, unit, "early");
      case PROCESSING_TIME -> Durations.inUnit(every, TimeUnit.NANOSECONDS, "early");
      case COUNT -> events;
    };
  }

  void check(String setting, TimeUnit unit) {
    if (cause == Cause.COUNT && events < 1) {
      throw new IllegalArgumentException(
          setting + ".early: " + events + " events; expected at least 1");
    }
    if (cause == Cause.EVENT_TIME || cause == Cause.PROCESSING_TIME) {
      TimeUnit own = cause == Cause.EVENT_TIME ? unit : TimeUnit.NANOSECONDS;
      if (Durations.inUnit(every, own, setting + ".early") <= 0) {
        throw new IllegalArgumentException(setting + ".early: " + every + "; expected more than 0");
      }
    }
  }
}
