package io.tidemark.window;

import static java.util.Objects.requireNonNull;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/**
 * When an exchange trades: from one time of day to another on some days of the week, by the clock
 * of its time zone. Immutable; any thread.
 *
 * <p>Of a time that comes twice, as the clock goes back, the first one counts; of one that is
 * skipped, the moment at which it is.
 */
public final class ExchangeHours {
  private final LocalTime open;
  private final LocalTime close;
  private final ZoneId zone;
  private final Set<DayOfWeek> days;
  private final Set<LocalDate> holidays;

  private ExchangeHours(
      LocalTime open, LocalTime close, ZoneId zone, Set<DayOfWeek> days, Set<LocalDate> holidays) {
    this.open = requireNonNull(open, "open");
    this.close = requireNonNull(close, "close");
    this.zone = requireNonNull(zone, "zone");
    this.days = days;
    this.holidays = holidays;
  }

  /**
   * Monday to Friday, without holidays.
   *
   * @param open when a session begins
   * @param close when it ends: on the next day, unless later than {@code open}
   */
  public static ExchangeHours of(LocalTime open, LocalTime close, ZoneId zone) {
    Set<DayOfWeek> weekdays = EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY);
    return new ExchangeHours(open, close, zone, weekdays, Set.of());
  }

  /**
   * The same on these days of the week: those on which a session begins.
   *
   * @throws IllegalArgumentException when there is none
   */
  public ExchangeHours days(Collection<DayOfWeek> newDays) {
    if (newDays.isEmpty()) {
      throw new IllegalArgumentException("days: none; expected at least one day of the week");
    }
    return new ExchangeHours(open, close, zone, EnumSet.copyOf(newDays), holidays);
  }

  /** The same but with no session that begins on these dates. */
  public ExchangeHours holidays(Collection<LocalDate> newHolidays) {
    return new ExchangeHours(open, close, zone, days, Set.copyOf(newHolidays));
  }

  LocalTime open() {
    return open;
  }

  LocalTime close() {
    return close;
  }

  ZoneId zone() {
    return zone;
  }

  /** Whether a session begins on this date. */
  boolean opensOn(LocalDate date) {
    return days.contains(date.getDayOfWeek()) && !holidays.contains(date);
  }

  /** The date on which the session that begins on this date ends. */
  LocalDate closesOn(LocalDate date) {
    return close.isAfter(open) ? date : date.plusDays(1);
  }
}
