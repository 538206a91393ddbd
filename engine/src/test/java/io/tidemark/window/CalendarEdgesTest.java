package io.tidemark.window;

import static java.time.DayOfWeek.MONDAY;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Periods of the calendar against java.time, in every zone that the JDK knows. */
class CalendarEdgesTest {
  private static final long YEAR_1850 = second("1850-01-01T00:00:00Z");
  private static final long YEAR_2100 = second("2100-01-01T00:00:00Z");
  private static final long DAY = 86_400;

  @Test
  void shouldPutEachInstantAroundEachChangeOfEachZoneIntoExactlyOneDay() {
    long changes = 0;
    for (ZoneId zone : ZoneTimes.all()) {
      CachedEdges days = edges(CalendarPeriod.DAY, MONDAY, zone, Duration.ZERO);
      for (var change : ZoneTimes.transitions(zone.getRules(), YEAR_1850, YEAR_2100)) {
        long at = change.getInstant().getEpochSecond();
        checkDays(zone, days, at - 2 * DAY, at + 2 * DAY);
        for (long near : new long[] {at - 1, at, at + 1, at - 3_600, at + 3_599}) {
          assertThat(days.find(near)).isTrue();
          assertThat(near).as(zone + " " + near).isBetween(days.start(), days.end() - 1);
        }
        changes++;
      }
    }
    assertThat(changes).isGreaterThan(20_000);
  }

  /** The days are those that begin with java.time's start of a date, one behind the other. */
  private static void checkDays(ZoneId zone, CachedEdges days, long from, long to) {
    List<Long> expected = new ArrayList<>();
    LocalDate first = ZoneTimes.shown(zone, from).toLocalDate();
    LocalDate last = ZoneTimes.shown(zone, to).toLocalDate();
    for (LocalDate date = first; !date.isAfter(last); date = date.plusDays(1)) {
      long start = date.atStartOfDay(zone).toEpochSecond();
      if (expected.isEmpty() || expected.get(expected.size() - 1) < start) {
        expected.add(start);
      }
    }
    for (int i = 0; i < expected.size() - 1; i++) {
      long start = expected.get(i);
      long end = expected.get(i + 1);
      long number = 0;
      for (long second : new long[] {start, start + (end - start) / 2, end - 1}) {
        String message = zone + " " + Instant.ofEpochSecond(second);
        assertThat(days.find(second)).as(message).isTrue();
        assertThat(days.start()).as(message).isEqualTo(start);
        assertThat(days.end()).as(message).isEqualTo(end);
        number = days.index();
      }
      days.find(end);
      assertThat(days.index()).isGreaterThan(number);
    }
  }

  @Test
  void shouldFindWeeksMonthsQuartersAndYearsAsJavaTimeDoes() {
    SplittableRandom random = new SplittableRandom(3);
    List<ZoneId> zones = ZoneTimes.all();
    for (int i = 0; i < 20_000; i++) {
      ZoneId zone = zones.get(random.nextInt(zones.size()));
      DayOfWeek firstDay = DayOfWeek.of(1 + random.nextInt(7));
      long second = random.nextLong(YEAR_1850, YEAR_2100);
      LocalDate date = ZoneTimes.shown(zone, second).toLocalDate();
      // A date may have begun before its clock was put back behind midnight.
      if (ZoneTimes.firstMoment(zone, date.plusDays(1).atStartOfDay()) <= second) {
        date = date.plusDays(1);
      }
      LocalDate week = date.with(TemporalAdjusters.previousOrSame(firstDay));
      LocalDate month = date.withDayOfMonth(1);
      LocalDate quarter = month;
      while (quarter.getMonthValue() % 3 != 1) {
        quarter = quarter.minusMonths(1);
      }
      LocalDate year = Year.of(date.getYear()).atDay(1);
      check(CalendarPeriod.WEEK, firstDay, zone, second, week, week.plusDays(7));
      check(CalendarPeriod.MONTH, firstDay, zone, second, month, month.plusMonths(1));
      check(CalendarPeriod.QUARTER, firstDay, zone, second, quarter, quarter.plusMonths(3));
      check(CalendarPeriod.YEAR, firstDay, zone, second, year, year.plusYears(1));
    }
  }

  private static void check(
      CalendarPeriod period,
      DayOfWeek firstDay,
      ZoneId zone,
      long second,
      LocalDate start,
      LocalDate end) {
    CachedEdges edges = edges(period, firstDay, zone, Duration.ZERO);
    String message = period + " " + zone + " " + Instant.ofEpochSecond(second);
    assertThat(edges.find(second)).as(message).isTrue();
    assertThat(edges.start())
        .as(message)
        .isEqualTo(ZoneTimes.firstMoment(zone, start.atStartOfDay()));
    assertThat(edges.end()).as(message).isEqualTo(ZoneTimes.firstMoment(zone, end.atStartOfDay()));
  }

  @Test
  void shouldShiftDaysByTheClock() {
    SplittableRandom random = new SplittableRandom(4);
    List<ZoneId> zones = ZoneTimes.all();
    for (int i = 0; i < 20_000; i++) {
      ZoneId zone = zones.get(random.nextInt(zones.size()));
      Duration offset = Duration.ofMinutes(random.nextInt(-1_439, 1_440));
      long second = random.nextLong(YEAR_1850, YEAR_2100);
      CachedEdges edges = edges(CalendarPeriod.DAY, MONDAY, zone, offset);
      String message = zone + " " + offset + " " + Instant.ofEpochSecond(second);
      assertThat(edges.find(second)).as(message).isTrue();

      // The last one that began: none later has begun yet.
      LocalDate date = ZoneTimes.shown(zone, second).toLocalDate().plusDays(3);
      while (begin(zone, date, offset) > second) {
        date = date.minusDays(1);
      }
      assertThat(edges.start()).as(message).isEqualTo(begin(zone, date, offset));
      assertThat(edges.end()).as(message).isGreaterThan(second);
    }
  }

  private static long begin(ZoneId zone, LocalDate date, Duration offset) {
    return ZoneTimes.firstMoment(zone, date.atStartOfDay().plus(offset));
  }

  @Test
  void shouldHaveDaysOf23And25HoursInNewYork() {
    ZoneId newYork = ZoneId.of("America/New_York");
    checkDay(newYork, "2024-03-10T12:00:00Z", "2024-03-10T05:00:00Z", "2024-03-11T04:00:00Z");
    checkDay(newYork, "2024-11-03T12:00:00Z", "2024-11-03T04:00:00Z", "2024-11-04T05:00:00Z");
  }

  /** In Brazil and Cuba the clock went from 0:00 to 1:00: the day began at 1:00. */
  @Test
  void shouldBeginADayWithoutMidnightAtItsFirstMoment() {
    ZoneId saoPaulo = ZoneId.of("America/Sao_Paulo");
    checkDay(saoPaulo, "2018-11-04T12:00:00Z", "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z");
    checkDay(saoPaulo, "2018-11-04T02:59:59Z", "2018-11-03T03:00:00Z", "2018-11-04T03:00:00Z");
    ZoneId havana = ZoneId.of("America/Havana");
    checkDay(havana, "2024-03-10T12:00:00Z", "2024-03-10T05:00:00Z", "2024-03-11T04:00:00Z");
  }

  /** In 2010 Newfoundland's clock went from 0:01 back to 23:01: the second midnight is none. */
  @Test
  void shouldBeginADayAtTheFirstOfTwoMidnights() {
    ZoneId stJohns = ZoneId.of("America/St_Johns");
    checkDay(stJohns, "2010-11-07T02:45:00Z", "2010-11-07T02:30:00Z", "2010-11-08T03:30:00Z");
    checkDay(stJohns, "2010-11-07T02:29:59Z", "2010-11-06T02:30:00Z", "2010-11-07T02:30:00Z");
  }

  /** Samoa had no 30 December 2011. */
  @Test
  void shouldLeaveOutADateThatNeverWas() {
    ZoneId apia = ZoneId.of("Pacific/Apia");
    checkDay(apia, "2011-12-30T09:59:59Z", "2011-12-29T10:00:00Z", "2011-12-30T10:00:00Z");
    checkDay(apia, "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z", "2011-12-31T10:00:00Z");
  }

  private static void checkDay(ZoneId zone, String at, String start, String end) {
    CachedEdges edges = edges(CalendarPeriod.DAY, MONDAY, zone, Duration.ZERO);
    edges.find(second(at));
    assertThat(Instant.ofEpochSecond(edges.start())).isEqualTo(start);
    assertThat(Instant.ofEpochSecond(edges.end())).isEqualTo(end);
  }

  @Test
  void shouldFindTheSameInWhateverOrderAndHoweverManyAreAskedFor() {
    ZoneId zone = ZoneId.of("Europe/Berlin");
    SplittableRandom random = new SplittableRandom(5);
    CachedEdges edges = edges(CalendarPeriod.DAY, MONDAY, zone, Duration.ZERO);
    for (int i = 0; i < 20_000; i++) {
      long second = random.nextLong(0, 3_000 * DAY);
      LocalDate date = ZoneTimes.shown(zone, second).toLocalDate();
      assertThat(edges.find(second)).isTrue();
      assertThat(edges.start()).isEqualTo(date.atStartOfDay(zone).toEpochSecond());
      assertThat(edges.end()).isEqualTo(date.plusDays(1).atStartOfDay(zone).toEpochSecond());
      assertThat(edges.index()).isEqualTo(date.toEpochDay());
    }
  }

  @Test
  void r13ShouldTellWhichTimestampsFitAtTheEndsOfLong() {
    for (TimeUnit unit : List.of(TimeUnit.SECONDS, TimeUnit.MILLISECONDS, TimeUnit.NANOSECONDS)) {
      for (CalendarPeriod period : CalendarPeriod.values()) {
        for (ZoneId zone : List.of(ZoneOffset.UTC, ZoneId.of("America/New_York"))) {
          for (boolean includesEnd : new boolean[] {false, true}) {
            CalendarShape shape =
                new CalendarShape(period, MONDAY, zone, Duration.ZERO, includesEnd);
            checkEnds(shape, unit);
          }
        }
      }
    }
  }

  private static void checkEnds(CalendarShape shape, TimeUnit unit) {
    long smallest = shape.smallestTimestamp(unit);
    long largest = shape.largestTimestamp(unit);
    long shift = shape.includesEnd() ? 1 : 0;
    CachedEdges edges = shape.edges(unit);
    assertThat(edges.find(smallest)).isTrue();
    assertThat(edges.start()).as(shape + " " + unit).isEqualTo(smallest);
    assertThat(edges.end()).isGreaterThan(smallest);
    assertThat(edges.find(largest)).isTrue();
    assertThat(edges.end()).as(shape + " " + unit).isEqualTo(largest + 1);
    assertThat(edges.start()).isLessThan(largest);
    if (unit != TimeUnit.SECONDS) {
      // The next ones reach beyond 64 bits.
      long year = unit.convert(Duration.ofDays(366));
      assertThat(smallest - Long.MIN_VALUE).isBetween(0L, year);
      assertThat(Long.MAX_VALUE - largest).isBetween(0L, year);
    } else {
      assertThat(shown(smallest - shift).getYear()).isBetween(-999_999_991, -999_999_988);
      assertThat(shown(largest).getYear()).isBetween(999_999_988, 999_999_991);
    }
  }

  private static LocalDateTime shown(long second) {
    return LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
  }

  private static CachedEdges edges(
      CalendarPeriod period, DayOfWeek firstDay, ZoneId zone, Duration offset) {
    return new CalendarShape(period, firstDay, zone, offset, false).edges(TimeUnit.SECONDS);
  }

  private static long second(String instant) {
    return Instant.parse(instant).getEpochSecond();
  }
}
