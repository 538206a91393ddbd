package io.tidemark.window;

import static java.util.Objects.requireNonNull;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.ZoneId;
import java.util.concurrent.TimeUnit;

/**
 * Days, weeks, months, quarters or years of a time zone.
 *
 * @param period how long they are
 * @param firstDay on which weeks begin
 * @param zone whose clock is meant
 * @param offset how much later they begin, by that clock
 * @param includesEnd whether they are (start, end]
 */
record CalendarShape(
    CalendarPeriod period, DayOfWeek firstDay, ZoneId zone, Duration offset, boolean includesEnd)
    implements WindowShape {

  CalendarShape {
    requireNonNull(period, "calendar period");
    requireNonNull(firstDay, "first day of the week");
    requireNonNull(zone, "time zone");
  }

  /** A period lasts from the first moment of its first date to that of the next one's. */
  private static final class Edges extends CachedEdges {
    private final CalendarShape shape;
    private final ZoneClock clock;

    Edges(CalendarShape shape, TimeUnit unit) {
      super(shape.includesEnd);
      this.shape = shape;
      this.clock = new ZoneClock(shape.zone, unit);
    }

    /** Where the clock goes back over midnight or skips a date, the date alone would not do. */
    @Override
    void workOut(long timestamp) {
      long number =
          shape.period.number(
              clock.at(timestamp).minus(shape.offset).toLocalDate(), shape.firstDay);
      while (start(number + 1) <= timestamp) {
        number++;
      }
      while (start(number) > timestamp) {
        number--;
      }
      found(start(number), start(number + 1), number, false);
    }

    private long start(long number) {
      return clock.firstMoment(
          shape.period.first(number, shape.firstDay).atStartOfDay().plus(shape.offset));
    }
  }

  @Override
  public void check(String setting, TimeUnit unit) {
    ShapeChecks.offset(offset, "shortest " + period, period.least(), unit, setting);
  }

  @Override
  public WindowShape withOffset(Duration newOffset) {
    return new CalendarShape(period, firstDay, zone, newOffset, includesEnd);
  }

  @Override
  public WindowShape withEndIncluded() {
    return new CalendarShape(period, firstDay, zone, offset, true);
  }

  @Override
  public long smallestTimestamp(TimeUnit unit) {
    return edges(unit).smallestTimestamp(new ZoneClock(zone, unit).earliest());
  }

  @Override
  public long largestTimestamp(TimeUnit unit) {
    return edges(unit).largestTimestamp(new ZoneClock(zone, unit).latest());
  }

  @Override
  public WindowOperator operator(OperatorSetup setup, Deadline deadline) {
    return TumblingOperator.of(setup, edges(setup.unit()), deadline);
  }

  CachedEdges edges(TimeUnit unit) {
    return new Edges(this, unit);
  }
}
