package io.tidemark.window;

import static java.util.Objects.requireNonNull;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
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
  private final Map<LocalDate, LocalTime> earlyCloses;

  private ExchangeHours(
      LocalTime open,
      LocalTime close,
      ZoneId zone,
      Set<DayOfWeek> days,
      Set<LocalDate> holidays,
      Map<LocalDate, LocalTime> earlyCloses) {
    this.open = requireNonNull(open, "open");
    this.close = requireNonNull(close, "close");
    this.zone = requireNonNull(zone, "zone");
    this.days = days;
    this.holidays = holidays;
    this.earlyCloses = earlyCloses;
  }

  /**
   * Monday to Friday, without holidays.
   *
   * @param open when a session begins
   * @param close when it ends: on the next day, unless later than {@code open}
   */
  public static ExchangeHours of(LocalTime open, LocalTime close, ZoneId zone) {
    Set<DayOfWeek> weekdays = EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY);
    return new ExchangeHours(open, close, zone, weekdays, Set.of(), Map.of());
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
    return new ExchangeHours(open, close, zone, EnumSet.copyOf(newDays), holidays, earlyCloses);
  }

  /** The same but with no session that begins on these dates. */
  public ExchangeHours holidays(Collection<LocalDate> newHolidays) {
    return new ExchangeHours(open, close, zone, days, Set.copyOf(newHolidays), earlyCloses);
  }

  /**
   * The same, but sessions that begin on these dates end earlier, at these times of day: on the
   * next day, unless later than {@code open}.
   *
   * @throws IllegalArgumentException when one does not end before it would otherwise
   */
  public ExchangeHours earlyCloses(Map<LocalDate, LocalTime> closes) {
    closes.forEach(
        (date, time) -> {
          if (!closing(date, time).isBefore(closing(date, close))) {
            throw new IllegalArgumentException(
                "early closes: %s on %s; expected before the close at %s"
                    .formatted(time, date, close));
          }
        });
    return new ExchangeHours(open, close, zone, days, holidays, Map.copyOf(closes));
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

  /** The times of day at which some sessions end. */
  Collection<LocalTime> earlyCloses() {
    return earlyCloses.values();
  }

  /** When the session that begins on this date ends, by the zone's clock. */
  LocalDateTime closing(LocalDate date) {
    return closing(date, earlyCloses.getOrDefault(date, close));
  }

  private LocalDateTime closing(LocalDate date, LocalTime time) {
    return (time.isAfter(open) ? date : date.plusDays(1)).atTime(time);
  }
}
