package io.tidemark.scenario;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.aggregate.Aggregates;
import io.tidemark.counters.WindowCounters;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.CalendarPeriod;
import io.tidemark.window.EarlyFiring;
import io.tidemark.window.ExchangeHours;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Cumulative windows, those of calendars and exchanges, the global one, and boundaries. */
class ShapesTest extends ScenarioTest {
  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");

  @Test
  void shouldFireEachStepOfTheRunningSpanWithAllUpToIt() {
    windows(WindowDefinition.cumulative("day", ofMillis(6), ofMillis(2)))
        .filteringNegativeValues()
        .event(0, 1, 1, 10)
        .event(0, 2, 2, 20)
        .move(5)
        .expectFirings("[0,2) k1 n=1 sum=10", "[0,4) k1 n=1 sum=10", "[0,4) k2 n=1 sum=20")
        .event(0, 4, 1, 1)
        .move(7)
        .event(0, 8, 2, 2)
        .move(13)
        .expectFirings(
            "[0,2) k1 n=1 sum=10",
            "[0,4) k1 n=1 sum=10",
            "[0,4) k2 n=1 sum=20",
            "[0,6) k1 n=2 sum=11",
            "[0,6) k2 n=1 sum=20",
            "[6,10) k2 n=1 sum=2",
            "[6,12) k2 n=1 sum=2")
        .expectWindowCount(0, WindowCounters::liveWindows)
        .expectWindowCount(0, WindowCounters::liveRows);
  }

  @Test
  void shouldFireEachKeptStepOfALateEventAgain() {
    windows(WindowDefinition.cumulative("day", ofMillis(6), ofMillis(2)))
        .lateness(3)
        .event(0, 1, 1, 10)
        .event(0, 5, 1, 1)
        // [0,2) closes at 1 + 3 and [0,4) is kept.
        .event(0, 0, 1, 100)
        .event(0, 3, 2, 5)
        .event(0, 3, 2, 5)
        .expectFirings(
            "[0,2) k1 n=1 sum=10",
            "[0,4) k1 n=1 sum=10",
            "[0,4) k1 n=2 sum=110 late r1",
            "[0,4) k2 n=1 sum=5 late",
            "[0,4) k2 n=2 sum=10 late r1")
        .expectWindowCount(1, window -> window.partlyLate)
        .close()
        .expectFirings(
            "[0,2) k1 n=1 sum=10",
            "[0,4) k1 n=1 sum=10",
            "[0,4) k1 n=2 sum=110 late r1",
            "[0,4) k2 n=1 sum=5 late",
            "[0,4) k2 n=2 sum=10 late r1",
            "[0,6) k1 n=3 sum=111",
            "[0,6) k2 n=2 sum=10");
  }

  @Test
  void shouldCountAnEventAtTheEndInTheWindowThatEndsThere() {
    windows(WindowDefinition.<Sample>tumbling("w", ofMillis(10)).endInclusive())
        .at(10, 11, 20)
        .expectWatermark("19")
        .expectFirings("[0,10) k1 n=1 sum=1")
        .at(21)
        .expectWatermark("20")
        .expectFirings("[0,10) k1 n=1 sum=1", "[10,20) k1 n=2 sum=2")
        .at(20)
        .expectLate("k1 20@20");
  }

  @Test
  void shouldKeepAWindowThatIncludesItsEndOneUnitLonger() {
    windows(WindowDefinition.<Sample>tumbling("w", ofMillis(10)).endInclusive())
        .filteringNegativeValues()
        .lateness(5)
        .at(10)
        .move(15)
        .at(3)
        .expectFirings("[0,10) k1 n=1 sum=1", "[0,10) k1 n=2 sum=2 late r1")
        .move(16)
        .at(3)
        .expectLate("k1 3@15");
  }

  @Test
  void shouldHaveSlidingCumulativeAndCalendarWindowsThatIncludeTheirEnds() {
    windows(WindowDefinition.<Sample>sliding("w", ofMillis(10), ofMillis(5)).endInclusive())
        .at(10)
        .close()
        .expectFirings("[0,10) k1 n=1 sum=1", "[5,15) k1 n=1 sum=1");
    windows(WindowDefinition.<Sample>cumulative("w", ofMillis(10), ofMillis(5)).endInclusive())
        .at(5, 10)
        .close()
        .expectFirings("[0,5) k1 n=1 sum=1", "[0,10) k1 n=2 sum=2");
    windows(
            WindowDefinition.<Sample>calendar("w", CalendarPeriod.DAY, ZoneId.of("UTC"))
                .endInclusive())
        .at(0, 86_400_000)
        .close()
        .expectFirings("[-86400000,0) k1 n=1 sum=1", "[0,86400000) k1 n=1 sum=1");
  }

  @Test
  void shouldSayOfResultsWhichEndBelongsToTheirWindows() {
    expectText(WindowDefinition.tumbling("w", ofMillis(10)), "w 0 [0,10) on-time 0 n=1");
    expectText(
        WindowDefinition.<Sample>tumbling("w", ofMillis(10)).endInclusive(),
        "w 0 (0,10] on-time 0 n=1");
    expectText(WindowDefinition.rolling("w", ofMillis(10)), "w 0 (-5,5] on-time 0 n=1");
    expectText(WindowDefinition.count("w", 1), "w 0 [0,1) on-time 0 n=1");
  }

  private void expectText(WindowDefinition<Sample> definition, String text) {
    List<String> results = new ArrayList<>();
    Engine<Sample> engine =
        Engine.start(
            Job.builder("job", Sample::new)
                .timestamp(TimeUnit.MILLISECONDS, sample -> sample.time)
                .watermarks(WatermarkStrategy.monotonous())
                .window(definition.aggregate("n", Aggregates.count()))
                .build(),
            EngineOptions.<Sample>inline().onResult(result -> results.add(result.toString())));
    engine.publisher().claim().time = 5;
    engine.publisher().publish(0, 0);
    engine.close();
    assertThat(results).containsExactly(text);
  }

  @Test
  void shouldHaveADayOf23HoursAndOneOf25InNewYork() {
    long spring = ms("2024-03-10T05:00:00Z");
    long springEnd = spring + ofHours(23).toMillis();
    long autumn = ms("2024-11-03T04:00:00Z");
    long autumnEnd = autumn + ofHours(25).toMillis();
    windows(WindowDefinition.calendar("day", CalendarPeriod.DAY, NEW_YORK))
        .at(spring - 1, spring, springEnd - 1, springEnd, autumn, autumnEnd - 1, autumnEnd)
        .expectFirings(
            "[%d,%d) k1 n=1 sum=1".formatted(spring - 86_400_000, spring),
            "[%d,%d) k1 n=2 sum=2".formatted(spring, springEnd),
            "[%d,%d) k1 n=1 sum=1".formatted(springEnd, springEnd + 86_400_000),
            "[%d,%d) k1 n=2 sum=2".formatted(autumn, autumnEnd));
  }

  /** March 2024 has 743 hours in New York, the week to 10 March 167, November 721. */
  @Test
  void shouldHaveWeeksAndMonthsAnHourShorterAndLongerInNewYork() {
    long march = ms("2024-03-01T05:00:00Z");
    long april = ms("2024-04-01T04:00:00Z");
    assertThat(april - march).isEqualTo(ofHours(743).toMillis());
    long november = ms("2024-11-01T04:00:00Z");
    long december = ms("2024-12-01T05:00:00Z");
    assertThat(december - november).isEqualTo(ofHours(721).toMillis());
    windows(WindowDefinition.calendar("month", CalendarPeriod.MONTH, NEW_YORK))
        .at(march, april - 1, april, november, december - 1, december)
        .expectFirings(
            "[%d,%d) k1 n=2 sum=2".formatted(march, april),
            "[%d,%d) k1 n=1 sum=1".formatted(april, ms("2024-05-01T04:00:00Z")),
            "[%d,%d) k1 n=2 sum=2".formatted(november, december));
    long week = ms("2024-03-04T05:00:00Z");
    long nextWeek = week + ofHours(167).toMillis();
    windows(WindowDefinition.calendar("week", CalendarPeriod.WEEK, NEW_YORK))
        .at(week - 1, week, nextWeek - 1, nextWeek)
        .expectFirings(
            "[%d,%d) k1 n=1 sum=1".formatted(week - ofDays(7).toMillis(), week),
            "[%d,%d) k1 n=2 sum=2".formatted(week, nextWeek));
  }

  /** Beirut's clock goes from 0:00 to 1:00 on 31 March 2024, and back to 23:00 on 26 October. */
  @Test
  void shouldHaveDaysThatBeginAndEndWhereAClockIsPutForwardAndBackAtMidnight() {
    long spring = ms("2024-03-30T22:00:00Z");
    long springEnd = ms("2024-03-31T21:00:00Z");
    long autumn = ms("2024-10-25T21:00:00Z");
    long autumnEnd = ms("2024-10-26T22:00:00Z");
    windows(WindowDefinition.calendar("day", CalendarPeriod.DAY, ZoneId.of("Asia/Beirut")))
        .at(spring, springEnd - 1, springEnd, autumn, autumnEnd - 1, autumnEnd)
        .expectFirings(
            "[%d,%d) k1 n=2 sum=2".formatted(spring, springEnd),
            "[%d,%d) k1 n=1 sum=1".formatted(springEnd, springEnd + ofDays(1).toMillis()),
            "[%d,%d) k1 n=2 sum=2".formatted(autumn, autumnEnd));
  }

  @Test
  void shouldLeaveOutWhatComesWhileTheExchangeIsClosed() {
    long open = ms("2024-03-08T14:30:00Z");
    long close = ms("2024-03-08T21:00:00Z");
    windows(
            WindowDefinition.exchange(
                "session", ExchangeHours.of(LocalTime.of(9, 30), LocalTime.of(16, 0), NEW_YORK)))
        .at(open - 1, open, close - 1)
        .expectFirings()
        .at(close, close + 1)
        .expectWindowCount(3, window -> window.unassigned)
        .expectFirings("[%d,%d) k1 n=2 sum=2".formatted(open, close))
        .at(close - 1, close)
        .expectLate("k1 %d@%d".formatted(close - 1, close), "k1 %d@%d".formatted(close, close))
        .expectWindowCount(3, window -> window.unassigned);
  }

  @Test
  void v124ShouldFireTheGlobalWindowAtTheEndOfTime() {
    windows(WindowDefinition.global("all"))
        .at(1_999, 0, 5)
        .event(0, 3_000, 2, 1)
        .at(-7)
        .expectFirings()
        .expectLate()
        .close()
        .expectFirings(
            "[%d,%d) k1 n=4 sum=4".formatted(Long.MIN_VALUE, Long.MAX_VALUE),
            "[%d,%d) k2 n=1 sum=1".formatted(Long.MIN_VALUE, Long.MAX_VALUE));
  }

  /** Flink fires again also where nothing has come: key 1 at 6000. */
  @Test
  void v123ShouldFireTheGlobalWindowEarly() {
    TriggerRun run =
        TriggerRun.of(
            WindowDefinition.<Sample>global("all").early(EarlyFiring.everyEventTime(ofSeconds(3))));
    run.event(1, 0, 1).event(2, 3_000, 1).event(2, 3_999, 1).event(1, 20, 1).event(1, 999, 1);
    run.event(2, 1_998, 1).event(2, 1_999, 1).event(2, 1_000, 1);
    run.watermark(1_000).watermark(2_000).expect();
    String all = "[%d,%d)".formatted(Long.MIN_VALUE, Long.MAX_VALUE);
    run.watermark(3_000).expect("early 0 " + all + " k1 n=3 sum=3");
    run.watermark(4_000).watermark(5_000).expect();
    run.watermark(6_000).expect("early 0 " + all + " k2 n=5 sum=5");
    run.watermark(7_000).watermark(8_000).expect();
    run.close()
        .expect(
            "on-time 1 " + all + " k1 n=3 sum=3 final", "on-time 1 " + all + " k2 n=5 sum=5 final");
  }

  @Test
  void v104V107ShouldRefuseWrongSizesSlidesAndOffsets() {
    expectRefused(
        WindowDefinition.tumbling("w", ofSeconds(-1)),
        "windows[w].size: PT-1S; expected more than 0");
    for (Duration offset : List.of(ofSeconds(20), ofSeconds(-11), ofSeconds(10))) {
      expectRefused(
          WindowDefinition.<Sample>tumbling("w", ofSeconds(10)).offset(offset),
          "windows[w].offset: "
              + offset
              + "; expected less than the size PT10S in either direction");
    }
    expectRefused(
        WindowDefinition.sliding("w", ofSeconds(-2), ofSeconds(1)),
        "windows[w].size: PT-2S; expected more than 0");
    expectRefused(
        WindowDefinition.sliding("w", ofSeconds(2), ofSeconds(-1)),
        "windows[w].slide: PT-1S; expected more than 0");
    expectRefused(
        WindowDefinition.<Sample>sliding("w", ofSeconds(-20), ofSeconds(10)).offset(ofSeconds(-1)),
        "windows[w].size: PT-20S; expected more than 0");
    for (Duration offset : List.of(ofSeconds(11), ofSeconds(-11), ofSeconds(10))) {
      expectRefused(
          WindowDefinition.<Sample>sliding("w", ofSeconds(20), ofSeconds(10)).offset(offset),
          "windows[w].offset: "
              + offset
              + "; expected less than the slide PT10S in either direction");
    }
  }

  @Test
  void shouldRefuseWrongShapes() {
    expectRefused(
        WindowDefinition.cumulative("w", ofMillis(10), ofMillis(3)),
        "windows[w].step: PT0.003S; expected one that divides max, PT0.01S");
    expectRefused(
        WindowDefinition.cumulative("w", ofMillis(0), ofMillis(3)),
        "windows[w].max: PT0S; expected more than 0");
    expectRefused(
        WindowDefinition.<Sample>cumulative("w", ofMillis(6), ofMillis(3)).offset(ofMillis(-6)),
        "windows[w].offset: PT-0.006S; expected less than the max PT0.006S in either direction");
    expectRefused(
        WindowDefinition.<Sample>calendar("w", CalendarPeriod.MONTH, NEW_YORK).offset(ofDays(28)),
        "windows[w].offset: PT672H; expected less than the shortest MONTH PT672H in either direction");
    expectRefused(WindowDefinition.count("w", 0), "windows[w].size: 0; expected more than 0");
    expectRefused(WindowDefinition.count("w", 3, -1), "windows[w].slide: -1; expected more than 0");
    expectRefused(
        WindowDefinition.count("w", 1_000_001, 1),
        "windows[w].slide: 1; expected one that cuts the size 1000001 into at most 1000000 parts,"
            + " not 1000001");
    expectRefused(
        WindowDefinition.rolling("w", ofMillis(-1)),
        "windows[w].range: PT-0.001S; expected more than 0");
    expectRefused(
        WindowDefinition.exchange(
            "w", ExchangeHours.of(LocalTime.of(9, 0, 0, 1), LocalTime.NOON, NEW_YORK)),
        "windows[w].open: PT9H0.000000001S is no whole number of ms");
    assertThatThrownBy(() -> WindowDefinition.global("w").offset(ofMillis(1)))
        .hasMessage("offset: PT0.001S; expected none, as the global window is all time");
    assertThatThrownBy(() -> WindowDefinition.session("w", ofMillis(1)).endInclusive())
        .hasMessage(
            "boundaries: (start, end]; expected none, as sessions begin with their first event");
  }

  private static void expectRefused(WindowDefinition<Sample> definition, String message) {
    assertThatThrownBy(() -> definition.check(TimeUnit.MILLISECONDS)).hasMessage(message);
  }

  @Test
  void r13ShouldRefuseTimestampsWhoseWindowsDoNotFit() {
    WindowDefinition<Sample> rolling = WindowDefinition.rolling("w", ofMillis(10));
    assertThat(rolling.smallestTimestamp(TimeUnit.MILLISECONDS)).isEqualTo(Long.MIN_VALUE + 10);
    assertThat(rolling.largestTimestamp(TimeUnit.MILLISECONDS)).isEqualTo(Long.MAX_VALUE - 1);
    windows(rolling)
        .at(Long.MIN_VALUE + 10, Long.MIN_VALUE + 9, Long.MAX_VALUE, Long.MAX_VALUE - 1)
        .close()
        .expectRejected(Long.MIN_VALUE + 9 + " bad-timestamp", Long.MAX_VALUE + " bad-timestamp")
        .expectFirings(
            "[%d,%d) k1 n=1 sum=1".formatted(Long.MIN_VALUE, Long.MIN_VALUE + 10),
            "[%d,%d) k1 n=1 sum=1".formatted(Long.MAX_VALUE - 11, Long.MAX_VALUE - 1));
  }

  private static long ms(String instant) {
    return Instant.parse(instant).toEpochMilli();
  }
}
