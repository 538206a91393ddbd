package io.tidemark.cli.job;

import io.tidemark.cli.job.DurationReader.Sign;
import io.tidemark.window.CalendarPeriod;
import io.tidemark.window.ExchangeHours;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads shapes that go by the clock of a time zone. */
final class ZoneShapeReader {
  private static final String ZONE = "a time zone such as America/New_York, UTC or +05:30";
  private static final String TIME = "a time of day such as 09:30";
  private static final String EARLY_CLOSES = "dates and times of day such as {2024-11-29: '13:00'}";
  private static final String DATE = "a date such as 2024-07-04";
  private static final Map<String, CalendarPeriod> PERIODS =
      Choices.of(List.of(CalendarPeriod.values()), ZoneShapeReader::word);
  private static final Map<String, DayOfWeek> DAYS =
      Choices.of(
          List.of(DayOfWeek.values()), d -> d.name().substring(0, 3).toLowerCase(Locale.ROOT));
  private static final String DAY_LIST = "a list of days such as [mon, tue]";

  private final DurationReader durations;

  ZoneShapeReader(DurationReader durations) {
    this.durations = durations;
  }

  /** The shape under this key, calendar or exchange. */
  Optional<WindowShape> read(Section section, String key) {
    return key.equals("calendar") ? calendar(section) : exchange(section);
  }

  private Optional<WindowShape> calendar(Section section) {
    Optional<Section> found =
        section.section(
            "calendar",
            "{unit: day, zone: America/New_York}",
            List.of("unit", "zone", "first-day", "offset"));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Section shape = found.get();
    shape.require("unit", "one of " + String.join(", ", PERIODS.keySet()));
    Optional<CalendarPeriod> period = shape.choice("unit", PERIODS);
    Optional<DayOfWeek> firstDay = shape.choice("first-day", DAYS);
    if (shape.has("first-day") && period.isPresent() && period.get() != CalendarPeriod.WEEK) {
      shape.refuse("first-day", "none unless unit is week");
    }
    Optional<ZoneId> zone = zone(shape);
    Optional<Duration> offset =
        period.isPresent()
            ? durations.offset(shape, shortest(period.get()), period.map(CalendarPeriod::least))
            : durations.eventTime(shape, "offset", Sign.ANY);
    if (period.isEmpty() || zone.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new WindowShape.Calendar(
            period.get(),
            firstDay.orElse(DayOfWeek.MONDAY),
            zone.get(),
            offset.orElse(Duration.ZERO)));
  }

  private static String shortest(CalendarPeriod period) {
    return "shortest %s, %dd".formatted(word(period), period.least().toDays());
  }

  private static String word(CalendarPeriod period) {
    return period.name().toLowerCase(Locale.ROOT);
  }

  private Optional<WindowShape> exchange(Section section) {
    Optional<Section> found =
        section.section(
            "exchange",
            "{open: '09:30', close: '16:00', zone: America/New_York}",
            List.of("open", "close", "zone", "days", "holidays", "early-closes"));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Section shape = found.get();
    Optional<LocalTime> open = time(shape, "open");
    Optional<LocalTime> close = time(shape, "close");
    Optional<ZoneId> zone = zone(shape);
    List<DayOfWeek> days = new ArrayList<>();
    List<String> written = shape.texts("days", DAY_LIST);
    for (String day : written) {
      if (DAYS.containsKey(day)) {
        days.add(DAYS.get(day));
      } else {
        shape.problem("days", "'" + day + "': expected " + String.join(", ", DAYS.keySet()));
      }
    }
    List<LocalDate> holidays = new ArrayList<>();
    for (String date : shape.texts("holidays", "a list of dates such as [2024-07-04]")) {
      parsed(shape, "holidays", date, LocalDate::parse, DATE).ifPresent(holidays::add);
    }
    if (shape.isList("days") && written.isEmpty()) {
      shape.refuse("days", DAY_LIST);
    }
    Map<LocalDate, LocalTime> earlyCloses = earlyCloses(shape);
    if (open.isEmpty() || close.isEmpty() || zone.isEmpty()) {
      return Optional.empty();
    }
    ExchangeHours hours = ExchangeHours.of(open.get(), close.get(), zone.get()).holidays(holidays);
    hours = closingEarly(shape, hours, earlyCloses);
    return Optional.of(new WindowShape.Exchange(days.isEmpty() ? hours : hours.days(days)));
  }

  private Map<LocalDate, LocalTime> earlyCloses(Section shape) {
    Map<LocalDate, LocalTime> closes = new HashMap<>();
    Optional<Section> found = shape.freeSection("early-closes", EARLY_CLOSES);
    if (found.isPresent()) {
      Section section = found.get();
      for (String written : section.keys()) {
        Optional<LocalDate> date = parsed(section, written, written, LocalDate::parse, DATE);
        Optional<LocalTime> time = time(section, written);
        if (date.isPresent() && time.isPresent()) {
          closes.put(date.get(), time.get());
        }
      }
    }
    return closes;
  }

  private static ExchangeHours closingEarly(
      Section shape, ExchangeHours hours, Map<LocalDate, LocalTime> closes) {
    try {
      return hours.earlyCloses(closes);
    } catch (IllegalArgumentException e) {
      shape.problem("early-closes", e.getMessage());
      return hours;
    }
  }

  private static Optional<ZoneId> zone(Section shape) {
    shape.require("zone", ZONE);
    return shape.text("zone", ZONE).flatMap(t -> parsed(shape, "zone", t, ZoneId::of, ZONE));
  }

  private Optional<LocalTime> time(Section shape, String key) {
    shape.require(key, TIME);
    Optional<LocalTime> time =
        shape.text(key, TIME).flatMap(t -> parsed(shape, key, t, LocalTime::parse, TIME));
    time.ifPresent(t -> durations.checkWhole(shape, key, BigInteger.valueOf(t.toNanoOfDay())));
    return time;
  }

  private static <T> Optional<T> parsed(
      Section shape, String key, String text, Function<String, T> parser, String expected) {
    try {
      return Optional.of(parser.apply(text));
    } catch (DateTimeException e) {
      shape.problem(key, "'" + text + "': expected " + expected);
      return Optional.empty();
    }
  }
}
