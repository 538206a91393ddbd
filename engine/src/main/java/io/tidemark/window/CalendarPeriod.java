package io.tidemark.window;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;

/** What calendar windows are as long as. The calendar is the one of ISO 8601. */
public enum CalendarPeriod {
  /** From midnight to midnight. */
  DAY(1, 0, 1),
  /** Seven days. */
  WEEK(7, 0, 7),
  /** From the first of a month to the first of the next. */
  MONTH(0, 1, 28),
  /** Three months, from January, April, July or October on. */
  QUARTER(0, 3, 90),
  /** From 1 January to 1 January. */
  YEAR(0, 12, 365);

  private static final int MONTHS_A_YEAR = 12;

  /** Day 0 of the epoch was a Thursday. */
  private static final int EPOCH_DAY_OF_WEEK = DayOfWeek.THURSDAY.getValue();

  private final int days;
  private final int months;
  private final Duration least;

  CalendarPeriod(int days, int months, int leastDays) {
    this.days = days;
    this.months = months;
    this.least = Duration.ofDays(leastDays);
  }

  /** The length of the shortest such period, its days taken as 24 hours. */
  public Duration least() {
    return least;
  }

  /** The number of the period that has this date. */
  long number(LocalDate date, DayOfWeek firstDay) {
    return months == 0
        ? Math.floorDiv(date.toEpochDay() - anchor(firstDay), (long) days)
        : Math.floorDiv(MONTHS_A_YEAR * (long) date.getYear() + date.getMonthValue() - 1, months);
  }

  /** The first date of the period with this number. */
  LocalDate first(long number, DayOfWeek firstDay) {
    if (months == 0) {
      return LocalDate.ofEpochDay(number * days + anchor(firstDay));
    }
    long month = number * months;
    return LocalDate.of(
        Math.toIntExact(Math.floorDiv(month, MONTHS_A_YEAR)),
        Math.floorMod(month, MONTHS_A_YEAR) + 1,
        1);
  }

  /** A day on which a period begins. */
  private long anchor(DayOfWeek firstDay) {
    return this == WEEK ? firstDay.getValue() - EPOCH_DAY_OF_WEEK : 0;
  }
}
