package io.tidemark.window;

import static java.util.Objects.requireNonNull;

import io.tidemark.time.Durations;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.concurrent.TimeUnit;

/**
 * The sessions of an exchange.
 *
 * @param hours when they are
 * @param includesEnd whether they are (open, close]
 */
record ExchangeShape(ExchangeHours hours, boolean includesEnd) implements WindowShape {
  private static final String WHY = "an exchange's sessions begin when it opens";

  ExchangeShape {
    requireNonNull(hours, "exchange hours");
  }

  /** Sessions are numbered by the dates on which they begin, and never overlap. */
  private static final class Edges extends CachedEdges {
    /** A session around a moment begins no further from its date, nor does the next one. */
    private static final int DAYS = 2;

    private final ExchangeHours hours;
    private final ZoneClock clock;

    Edges(ExchangeShape shape, TimeUnit unit) {
      super(shape.includesEnd);
      this.hours = shape.hours;
      this.clock = new ZoneClock(hours.zone(), unit);
    }

    @Override
    void workOut(long timestamp) {
      LocalDate date = clock.at(timestamp).toLocalDate();
      long gapStart = opens(date.minusDays(DAYS));
      long gapEnd = opens(date.plusDays(DAYS + 1));
      for (int day = -DAYS; day <= DAYS; day++) {
        LocalDate session = date.plusDays(day);
        long opens = opens(session);
        long closes = clock.firstMoment(hours.closing(session));
        if (!hours.opensOn(session)) {
          continue;
        }
        if (closes <= timestamp) {
          gapStart = Math.max(gapStart, closes);
        } else if (opens > timestamp) {
          gapEnd = Math.min(gapEnd, opens);
        } else {
          found(opens, closes, session.toEpochDay(), false);
          return;
        }
      }
      found(gapStart, gapEnd, 0, true);
    }

    private long opens(LocalDate session) {
      return clock.firstMoment(session.atTime(hours.open()));
    }
  }

  @Override
  public void check(String setting, TimeUnit unit) {
    checkTime(hours.open(), unit, setting + ".open");
    checkTime(hours.close(), unit, setting + ".close");
    for (LocalTime close : hours.earlyCloses()) {
      checkTime(close, unit, setting + ".earlyCloses");
    }
  }

  private static void checkTime(LocalTime time, TimeUnit unit, String setting) {
    Durations.inUnit(Duration.ofNanos(time.toNanoOfDay()), unit, setting);
  }

  @Override
  public WindowShape withOffset(Duration newOffset) {
    throw ShapeChecks.noOffset(newOffset, WHY);
  }

  @Override
  public WindowShape withEndIncluded() {
    return new ExchangeShape(hours, true);
  }

  @Override
  public long smallestTimestamp(TimeUnit unit) {
    return edges(unit).smallestTimestamp(new ZoneClock(hours.zone(), unit).earliest());
  }

  @Override
  public long largestTimestamp(TimeUnit unit) {
    return edges(unit).largestTimestamp(new ZoneClock(hours.zone(), unit).latest());
  }

  @Override
  public WindowOperator operator(OperatorSetup setup, Deadline deadline) {
    return TumblingOperator.of(setup, edges(setup.unit()), deadline);
  }

  CachedEdges edges(TimeUnit unit) {
    return new Edges(this, unit);
  }
}
