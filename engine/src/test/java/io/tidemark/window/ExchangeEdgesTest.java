package io.tidemark.window;

import static java.time.DayOfWeek.FRIDAY;
import static java.time.DayOfWeek.MONDAY;
import static java.time.DayOfWeek.SUNDAY;
import static java.time.DayOfWeek.THURSDAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Sessions of exchanges against all sessions around, looked at one by one. */
class ExchangeEdgesTest {
  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
  private static final long YEAR_1850 = Instant.parse("1850-01-01T00:00:00Z").getEpochSecond();
  private static final long YEAR_2100 = Instant.parse("2100-01-01T00:00:00Z").getEpochSecond();

  @Test
  void shouldFindTheSessionOrTheGapAroundEachTimeInAnyZone() {
    SplittableRandom random = new SplittableRandom(6);
    List<ZoneId> zones = ZoneTimes.all();
    for (int i = 0; i < 2_000; i++) {
      ZoneId zone = zones.get(random.nextInt(zones.size()));
      LocalTime open = LocalTime.ofSecondOfDay(random.nextInt(1_440) * 60L);
      LocalTime close = LocalTime.ofSecondOfDay(random.nextInt(1_440) * 60L);
      long around = around(random, zone);
      Set<DayOfWeek> days = days(random);
      LocalDate holiday = ZoneTimes.shown(zone, around).toLocalDate();
      // On every third date or so, somewhere between its opening and its closing.
      Map<LocalDate, LocalTime> early = earlyCloses(random, open, close, holiday);
      ExchangeHours hours =
          ExchangeHours.of(open, close, zone)
              .days(days)
              .holidays(Set.of(holiday))
              .earlyCloses(early);
      CachedEdges edges = new ExchangeShape(hours, false).edges(TimeUnit.SECONDS);
      for (int k = 0; k < 20; k++) {
        check(hours, early, holiday, days, edges, around + random.nextInt(-400_000, 400_000));
      }
    }
  }

  /** Around a change of the clock, where there is one. */
  private static long around(SplittableRandom random, ZoneId zone) {
    long any = random.nextLong(YEAR_1850, YEAR_2100);
    var change = zone.getRules().nextTransition(Instant.ofEpochSecond(any));
    return change == null ? any : change.getInstant().getEpochSecond();
  }

  private static Set<DayOfWeek> days(SplittableRandom random) {
    EnumSet<DayOfWeek> days = EnumSet.of(DayOfWeek.of(1 + random.nextInt(7)));
    for (DayOfWeek day : DayOfWeek.values()) {
      if (random.nextInt(3) > 0) {
        days.add(day);
      }
    }
    return days;
  }

  private static Map<LocalDate, LocalTime> earlyCloses(
      SplittableRandom random, LocalTime open, LocalTime close, LocalDate around) {
    int length = Math.floorMod(close.toSecondOfDay() - open.toSecondOfDay(), 86_400) / 60;
    int minutes = length == 0 ? 1_440 : length;
    Map<LocalDate, LocalTime> early = new HashMap<>();
    for (int day = -8; minutes > 1 && day <= 8; day++) {
      if (random.nextInt(3) == 0) {
        early.put(around.plusDays(day), open.plusMinutes(random.nextInt(1, minutes)));
      }
    }
    return early;
  }

  private static void check(
      ExchangeHours hours,
      Map<LocalDate, LocalTime> early,
      LocalDate holiday,
      Set<DayOfWeek> days,
      CachedEdges edges,
      long second) {
    ZoneId zone = hours.zone();
    LocalTime open = hours.open();
    String message =
        "%s %s to %s on %s but %s, %s"
            .formatted(zone, open, hours.close(), days, holiday, Instant.ofEpochSecond(second));
    boolean found = edges.find(second);
    int sessions = 0;
    LocalDate today = ZoneTimes.shown(zone, second).toLocalDate();
    for (int i = -5; i <= 5; i++) {
      LocalDate date = today.plusDays(i);
      if (days.contains(date.getDayOfWeek()) && !date.equals(holiday)) {
        LocalTime close = early.getOrDefault(date, hours.close());
        LocalDate endDate = close.isAfter(open) ? date : date.plusDays(1);
        long start = ZoneTimes.firstMoment(zone, date.atTime(open));
        long end = ZoneTimes.firstMoment(zone, endDate.atTime(close));
        if (start <= second && second < end) {
          sessions++;
          assertThat(found).as(message).isTrue();
          assertThat(edges.start()).as(message).isEqualTo(start);
          assertThat(edges.end()).as(message).isEqualTo(end);
          assertThat(edges.index()).as(message).isEqualTo(date.toEpochDay());
        }
      }
    }
    assertThat(found ? 1 : 0).as(message).isEqualTo(sessions);
  }

  @Test
  void shouldOpenAtHalfPastNineInNewYorkInSummerAndWinter() {
    ExchangeHours hours =
        ExchangeHours.of(LocalTime.of(9, 30), LocalTime.of(16, 0), NEW_YORK)
            .holidays(Set.of(LocalDate.of(2024, 3, 29)));
    checkSession(hours, "2024-03-08T15:00:00Z", "2024-03-08T14:30:00Z", "2024-03-08T21:00:00Z");
    checkSession(hours, "2024-03-11T15:00:00Z", "2024-03-11T13:30:00Z", "2024-03-11T20:00:00Z");
    for (String gap :
        List.of(
            "2024-03-08T14:29:59Z", // before it opens
            "2024-03-08T21:00:00Z", // as it closes
            "2024-03-09T15:00:00Z", // Saturday
            "2024-03-29T15:00:00Z")) { // Good Friday
      assertThat(edges(hours).find(second(gap))).as(gap).isFalse();
    }
  }

  /** The day after Thanksgiving, and the day before Independence Day. */
  @Test
  void shouldCloseAtOneOnHalfDays() {
    ExchangeHours hours =
        ExchangeHours.of(LocalTime.of(9, 30), LocalTime.of(16, 0), NEW_YORK)
            .holidays(Set.of(LocalDate.of(2024, 11, 28)))
            .earlyCloses(
                Map.of(
                    LocalDate.of(2024, 11, 29), LocalTime.of(13, 0),
                    LocalDate.of(2024, 7, 3), LocalTime.of(13, 0)));
    checkSession(hours, "2024-11-29T15:00:00Z", "2024-11-29T14:30:00Z", "2024-11-29T18:00:00Z");
    checkSession(hours, "2024-07-03T16:59:59Z", "2024-07-03T13:30:00Z", "2024-07-03T17:00:00Z");
    checkSession(hours, "2024-11-27T15:00:00Z", "2024-11-27T14:30:00Z", "2024-11-27T21:00:00Z");
    for (String gap : List.of("2024-11-28T15:00:00Z", "2024-11-29T18:00:00Z")) {
      assertThat(edges(hours).find(second(gap))).as(gap).isFalse();
    }
  }

  @Test
  void shouldCloseEarlyOnTheNextDayWhereSessionsGoOverMidnight() {
    ExchangeHours futures =
        ExchangeHours.of(LocalTime.of(18, 0), LocalTime.of(17, 0), NEW_YORK)
            .days(EnumSet.of(SUNDAY, MONDAY, DayOfWeek.TUESDAY, DayOfWeek.WEDNESDAY, THURSDAY))
            .earlyCloses(Map.of(LocalDate.of(2024, 11, 27), LocalTime.of(13, 0)));
    checkSession(futures, "2024-11-28T12:00:00Z", "2024-11-27T23:00:00Z", "2024-11-28T18:00:00Z");
    checkSession(futures, "2024-11-27T12:00:00Z", "2024-11-26T23:00:00Z", "2024-11-27T22:00:00Z");
    assertThatThrownBy(
            () -> futures.earlyCloses(Map.of(LocalDate.of(2024, 11, 27), LocalTime.of(17, 30))))
        .hasMessage("early closes: 17:30 on 2024-11-27; expected before the close at 17:00");
  }

  @Test
  void shouldGoOnOverMidnight() {
    ExchangeHours futures =
        ExchangeHours.of(LocalTime.of(18, 0), LocalTime.of(17, 0), NEW_YORK)
            .days(EnumSet.of(SUNDAY, MONDAY, DayOfWeek.TUESDAY, DayOfWeek.WEDNESDAY, THURSDAY));
    // The clock goes forward in the night before the first one: it is 23 hours all the same.
    checkSession(futures, "2024-03-11T03:00:00Z", "2024-03-10T22:00:00Z", "2024-03-11T21:00:00Z");
    assertThat(edges(futures).find(second("2024-03-11T21:30:00Z"))).isFalse();
    assertThat(edges(futures).find(second("2024-03-15T22:30:00Z"))).as("Friday").isFalse();
  }

  @Test
  void shouldFollowEachOtherWithoutAGapWhenTheyCloseAsTheyOpen() {
    ExchangeHours day =
        ExchangeHours.of(LocalTime.of(17, 0), LocalTime.of(17, 0), NEW_YORK)
            .days(EnumSet.allOf(DayOfWeek.class));
    checkSession(day, "2024-11-03T12:00:00Z", "2024-11-02T21:00:00Z", "2024-11-03T22:00:00Z");
    checkSession(day, "2024-11-03T22:00:00Z", "2024-11-03T22:00:00Z", "2024-11-04T22:00:00Z");
  }

  @Test
  void r13ShouldTellWhichTimestampsFitAtTheEndsOfLong() {
    // The first second of long is on a Tuesday in 1677, at 00:12; the last on a Friday in 2262.
    ExchangeHours around =
        ExchangeHours.of(LocalTime.of(20, 0), LocalTime.of(1, 0), ZoneId.of("UTC"));
    ExchangeShape shape = new ExchangeShape(around, false);
    CachedEdges edges = shape.edges(TimeUnit.NANOSECONDS);
    long smallest = shape.smallestTimestamp(TimeUnit.NANOSECONDS);
    assertThat(Instant.ofEpochSecond(0, smallest)).isEqualTo("1677-09-21T01:00:00Z");
    assertThat(edges.find(smallest)).isFalse();
    long largest = shape.largestTimestamp(TimeUnit.NANOSECONDS);
    assertThat(Instant.ofEpochSecond(0, largest)).isEqualTo("2262-04-11T19:59:59.999999999Z");
    assertThat(edges.find(largest)).isFalse();

    ExchangeHours noon = ExchangeHours.of(LocalTime.of(12, 0), LocalTime.of(13, 0), NEW_YORK);
    ExchangeShape late = new ExchangeShape(noon, true);
    assertThat(late.smallestTimestamp(TimeUnit.NANOSECONDS)).isEqualTo(Long.MIN_VALUE + 2);
    assertThat(late.largestTimestamp(TimeUnit.NANOSECONDS)).isEqualTo(Long.MAX_VALUE);
    assertThat(late.edges(TimeUnit.NANOSECONDS).find(Long.MAX_VALUE)).isFalse();
  }

  @Test
  void shouldNeedADay() {
    ExchangeHours hours = ExchangeHours.of(LocalTime.NOON, LocalTime.MIDNIGHT, NEW_YORK);
    assertThatThrownBy(() -> hours.days(List.of()))
        .hasMessage("days: none; expected at least one day of the week");
    assertThat(edges(hours.days(List.of(FRIDAY))).find(second("2024-03-08T18:00:00Z"))).isTrue();
  }

  private static void checkSession(ExchangeHours hours, String at, String start, String end) {
    CachedEdges edges = edges(hours);
    assertThat(edges.find(second(at))).as(at).isTrue();
    assertThat(Instant.ofEpochSecond(edges.start())).isEqualTo(start);
    assertThat(Instant.ofEpochSecond(edges.end())).isEqualTo(end);
  }

  private static CachedEdges edges(ExchangeHours hours) {
    return new ExchangeShape(hours, false).edges(TimeUnit.SECONDS);
  }

  private static long second(String instant) {
    return Instant.parse(instant).getEpochSecond();
  }
}
