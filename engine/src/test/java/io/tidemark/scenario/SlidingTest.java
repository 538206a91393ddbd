package io.tidemark.scenario;

import static io.tidemark.scenario.Times.MINUTE;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.aggregate.AggregateOverflowException;
import io.tidemark.aggregate.Aggregates;
import io.tidemark.aggregate.Value;
import io.tidemark.runtime.EngineFailedException;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Windows that overlap, or leave gaps. */
class SlidingTest extends ScenarioTest {
  @Test
  void v126ShouldCountAnEventInEachOfItsWindows() {
    sliding(3_000, 1_000)
        .bound(4_000)
        .filteringNegativeValues()
        .event(0, 3_999, 2, 1)
        .event(0, 3_000, 2, 1)
        .event(0, 20, 1, 1)
        .event(0, 0, 1, 1)
        .event(0, 999, 1, 1)
        .event(0, 1_998, 2, 1)
        .event(0, 1_999, 2, 1)
        .event(0, 1_000, 2, 1)
        .move(5_000)
        .expectFirings("[-2000,1000) k1 n=3 sum=3")
        .move(12_000)
        .expectFirings(
            "[-2000,1000) k1 n=3 sum=3",
            "[-1000,2000) k2 n=3 sum=3",
            "[-1000,2000) k1 n=3 sum=3",
            "[0,3000) k2 n=3 sum=3",
            "[0,3000) k1 n=3 sum=3",
            "[1000,4000) k2 n=5 sum=5",
            "[2000,5000) k2 n=2 sum=2",
            "[3000,6000) k2 n=2 sum=2")
        .expectWindowCount(0, window -> window.liveWindows())
        .expectWindowCount(0, window -> window.liveRows());
  }

  /** Of which one firing for each window needs none but a row in the pane. */
  @Test
  void shouldAddAnEventOnceWhereWindowsFireOnlyOnce() {
    windows(WindowDefinition.<Sample>sliding("w", ofMillis(100), ofMillis(10)).finalOnly())
        .lateness(50)
        .bound(0)
        .at(95)
        .expectWindowCount(10, window -> window.openedWindows)
        .expectWindowCount(1, window -> window.openedRows)
        .move(150)
        .expectFirings("[0,100) k1 n=1 sum=1")
        .at(96)
        .move(160)
        .expectFirings("[0,100) k1 n=1 sum=1", "[10,110) k1 n=2 sum=2");
  }

  @Test
  void s147ShouldCountAnEventInTenWindowsOfTenMinutes() {
    sliding(10 * MINUTE, MINUTE)
        .showingClock()
        .at("10:05:30")
        .close()
        .expectFirings(
            "[09:56:00,10:06:00) k1 n=1 sum=1",
            "[09:57:00,10:07:00) k1 n=1 sum=1",
            "[09:58:00,10:08:00) k1 n=1 sum=1",
            "[09:59:00,10:09:00) k1 n=1 sum=1",
            "[10:00:00,10:10:00) k1 n=1 sum=1",
            "[10:01:00,10:11:00) k1 n=1 sum=1",
            "[10:02:00,10:12:00) k1 n=1 sum=1",
            "[10:03:00,10:13:00) k1 n=1 sum=1",
            "[10:04:00,10:14:00) k1 n=1 sum=1",
            "[10:05:00,10:15:00) k1 n=1 sum=1");
  }

  @Test
  void v135ShouldReportAnEventOnlyWhenItIsLateForAllItsWindows() {
    sliding(3_000, 1_000)
        .filteringNegativeValues()
        .event(0, 1_000, 2, 1)
        .event(0, 2_000, 2, 1)
        .event(0, 3_001, 1, 1)
        .event(0, 2_400, 2, 1)
        .event(0, 2_400, 2, 1)
        .event(0, 3_001, 1, 1)
        .event(0, 3_900, 2, 1)
        .move(6_001)
        .event(0, 3_001, 1, 1)
        .expectFirings(
            "[-1000,2000) k2 n=1 sum=1",
            "[0,3000) k2 n=2 sum=2",
            "[1000,4000) k2 n=5 sum=5",
            "[1000,4000) k1 n=2 sum=2",
            "[2000,5000) k2 n=4 sum=4",
            "[2000,5000) k1 n=2 sum=2",
            "[3000,6000) k2 n=1 sum=1",
            "[3000,6000) k1 n=2 sum=2")
        .expectWindowCount(2, window -> window.partlyLate)
        .expectLate("k1 3001@6000");
  }

  @Test
  void v137ShouldFireAKeptWindowAgainAndLeaveAClosedOneAlone() {
    sliding(3_000, 1_000)
        .lateness(500)
        .filteringNegativeValues()
        .at(2_400)
        .move(3_000)
        .at(2_400)
        .expectFirings("[0,3000) k1 n=1 sum=1", "[0,3000) k1 n=2 sum=2 late r1")
        .expectWindowCount(0, window -> window.partlyLate)
        .move(3_500)
        .at(2_400)
        .expectWindowCount(1, window -> window.partlyLate)
        .expectWindowCount(3, window -> window.counted)
        .expectLate();
  }

  @Test
  void shouldKeepTheOrderOfKeysFromWindowToWindow() {
    sliding(10, 5)
        .filteringNegativeValues()
        .event(0, 2, 1, 1)
        .event(0, 7, 2, 1)
        .event(0, 8, 1, 1)
        .event(0, 3, 3, 1)
        .event(0, 6, 3, 1)
        .move(100)
        .expectFirings(
            "[-5,5) k1 n=1 sum=1",
            "[0,10) k1 n=2 sum=2",
            "[0,10) k2 n=1 sum=1",
            "[0,10) k3 n=2 sum=2",
            "[5,15) k1 n=1 sum=1",
            "[5,15) k2 n=1 sum=1",
            "[5,15) k3 n=1 sum=1");
  }

  /** Key 1 has no event in any window that is open when [10,20) fires, though it comes again. */
  @Test
  void shouldGiveAKeyAnotherPlaceWhenAWindowFiredWithoutIt() {
    sliding(10, 5)
        .filteringNegativeValues()
        .event(0, 2, 1, 1)
        .event(0, 3, 2, 1)
        .event(0, 12, 2, 1)
        .move(20)
        .event(0, 22, 1, 1)
        .event(0, 21, 2, 1)
        .move(100)
        .expectFirings(
            "[-5,5) k1 n=1 sum=1",
            "[-5,5) k2 n=1 sum=1",
            "[0,10) k1 n=1 sum=1",
            "[0,10) k2 n=1 sum=1",
            "[5,15) k2 n=1 sum=1",
            "[10,20) k2 n=1 sum=1",
            "[15,25) k2 n=1 sum=1",
            "[15,25) k1 n=1 sum=1",
            "[20,30) k2 n=1 sum=1",
            "[20,30) k1 n=1 sum=1");
  }

  /** As long as [0,10) is kept, key 1 keeps its place. */
  @Test
  void shouldKeepThePlaceOfAKeyThatAKeptWindowHas() {
    sliding(10, 5)
        .lateness(15)
        .filteringNegativeValues()
        .event(0, 7, 1, 1)
        .event(0, 8, 2, 1)
        .event(0, 18, 2, 1)
        .move(25)
        .event(0, 32, 1, 1)
        .event(0, 31, 2, 1)
        .move(36)
        .expectFirings(
            "[0,10) k1 n=1 sum=1",
            "[0,10) k2 n=1 sum=1",
            "[5,15) k1 n=1 sum=1",
            "[5,15) k2 n=1 sum=1",
            "[10,20) k2 n=1 sum=1",
            "[15,25) k2 n=1 sum=1",
            "[25,35) k1 n=1 sum=1",
            "[25,35) k2 n=1 sum=1");
  }

  /** The average of each of these windows is that of all events in it, looked at one by one. */
  @Test
  void s148ShouldAverageTheLastTenMinutesEachMinute() {
    List<String> averages = new ArrayList<>();
    Engine<Sample> engine =
        Engine.start(
            Job.builder("average", Sample::new)
                .timestamp(MILLISECONDS, sample -> sample.time)
                .watermarks(WatermarkStrategy.boundedOutOfOrderness(ofMillis(5 * MINUTE)))
                .window(
                    WindowDefinition.<Sample>sliding("w", ofMillis(10 * MINUTE), ofMillis(MINUTE))
                        .aggregate("mean", Aggregates.avg(Value.ofLong(sample -> sample.value))))
                .build(),
            EngineOptions.<Sample>inline()
                .onResult(result -> averages.add(result.start() + " " + result.doubleValue(0))));
    SplittableRandom random = new SplittableRandom(148);
    List<long[]> events = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      long time = i * 7_000L - random.nextLong(5 * MINUTE);
      events.add(new long[] {time, random.nextInt(1_000)});
      Sample sample = engine.publisher().claim();
      sample.time = time;
      sample.value = events.get(i)[1];
      engine.publisher().publish(0, 0);
    }
    engine.close();

    List<String> expected = new ArrayList<>();
    for (long start = -20 * MINUTE; start < 2_000 * 7_000L; start += MINUTE) {
      long sum = 0;
      long count = 0;
      for (long[] event : events) {
        if (event[0] >= start && event[0] < start + 10 * MINUTE) {
          sum += event[1];
          count++;
        }
      }
      if (count > 0) {
        expected.add(start + " " + (double) sum / count);
      }
    }
    assertThat(averages).hasSizeGreaterThan(230).isEqualTo(expected);
  }

  @Test
  void shouldFireEachKeptWindowOfALateEventWithARevisionOfItsOwn() {
    sliding(10, 5)
        .lateness(20)
        .at(3, 23)
        .expectFirings("[-5,5) k1 n=1 sum=1", "[0,10) k1 n=1 sum=1")
        .event(0, 4, 1, 10)
        .event(0, 7, 1, 100)
        .event(0, 7, 2, 1)
        .expectFirings(
            "[-5,5) k1 n=1 sum=1",
            "[0,10) k1 n=1 sum=1",
            "[-5,5) k1 n=2 sum=11 late r1",
            "[0,10) k1 n=2 sum=11 late r1",
            "[0,10) k1 n=3 sum=111 late r2",
            "[5,15) k1 n=1 sum=100 late",
            "[0,10) k2 n=1 sum=1 late",
            "[5,15) k2 n=1 sum=1 late");
  }

  @Test
  void c14ShouldTellLateForOneWindowFromLateForAll() {
    sliding(10, 5)
        .at(3, 12, 16, 8, 4, 30)
        .expectFirings(
            "[-5,5) k1 n=1 sum=1",
            "[0,10) k1 n=1 sum=1",
            "[5,15) k1 n=1 sum=1",
            "[10,20) k1 n=2 sum=2",
            "[15,25) k1 n=1 sum=1")
        .expectLate("k1 8@15", "k1 4@15");
    sliding(10, 5)
        .at(3, 12, 8)
        .expectLate()
        .expectWindowCount(1, window -> window.partlyLate)
        .expectWindowCount(3, window -> window.counted);
  }

  /** In a gap, too late is what is behind the watermark and the allowed lateness. */
  @Test
  void c15V109ShouldCountEventsInGapsAsUnassignedUnlessTheyAreLate() {
    sliding(5, 10)
        .lateness(3)
        .at(2, 7, 12, 25, 22, 21, 9, 3)
        .expectFirings(
            "[0,5) k1 n=1 sum=1",
            "[10,15) k1 n=1 sum=1",
            "[20,25) k1 n=1 sum=1 late",
            "[20,25) k1 n=2 sum=2 late r1")
        .expectWindowCount(2, window -> window.unassigned)
        .expectWindowCount(4, window -> window.counted)
        .expectLate("k1 9@24", "k1 3@24");
    sliding(5, 10).at(17, 15).expectWindowCount(1, window -> window.unassigned);
    sliding(5, 10).lateness(2).at(17, 15).expectWindowCount(2, window -> window.unassigned);
  }

  /** 8 is behind the watermark of 24 and in no window: as Flink has it (V109), it is late. */
  @Test
  void c15ShouldTellUnassignedFromLateInTheCasesOwnOrder() {
    sliding(5, 10)
        .at(2, 7, 12, 25, 8, 3)
        .expectFirings("[0,5) k1 n=1 sum=1", "[10,15) k1 n=1 sum=1")
        .expectWindowCount(2, window -> window.unassigned)
        .expectLate("k1 8@24", "k1 3@24");
  }

  @Test
  void shouldCountOpenWindows() {
    sliding(10, 3)
        .at(100)
        .expectWindowCount(3, window -> window.liveWindows())
        .at(102)
        .expectWindowCount(4, window -> window.liveWindows())
        .at(1_000_000_000_000L)
        .expectWindowCount(3, window -> window.liveWindows())
        .expectWindowCount(1, window -> window.liveRows())
        .close()
        .expectWindowCount(0, window -> window.liveWindows())
        .expectWindowCount(0, window -> window.liveRows());
  }

  /** Partitions a hundred years apart: the live panes count, not the time between them. */
  @Test
  void shouldHoldPanesThatAreYearsApart() {
    long years = 100L * 365 * 86_400_000;
    sliding(1_000, 10)
        .partitions(2)
        .on(0, years)
        .on(1, 0)
        .expectWindowCount(200, window -> window.liveWindows())
        .on(1, 10, years + 5_000)
        .expectWindowCount(101, window -> window.onTimeFirings)
        .close()
        .expectWindowCount(301, window -> window.onTimeFirings);
  }

  @Test
  void shouldTellAnOverflowOnlyWhereOneIs() {
    sliding(10, 5)
        .filteringNegativeValues()
        .event(0, 2, 1, Long.MAX_VALUE)
        .move(10)
        .event(0, 12, 1, Long.MAX_VALUE)
        .move(40)
        .expectFirings(
            "[-5,5) k1 n=1 sum=9223372036854775807",
            "[0,10) k1 n=1 sum=9223372036854775807",
            "[5,15) k1 n=1 sum=9223372036854775807",
            "[10,20) k1 n=1 sum=9223372036854775807");
  }

  @Test
  void shouldNameWindowKeyAndStartOfASumThatDoesNotFit() {
    Value<Sample> value = Value.ofLong(sample -> sample.value);
    Engine<Sample> engine =
        Engine.start(
            Job.builder("sums", Sample::new)
                .timestamp(TimeUnit.MILLISECONDS, sample -> sample.time)
                .key(sample -> sample.key)
                .watermarks(WatermarkStrategy.none())
                .window(sliding("w", 10, 5).aggregate("total", Aggregates.sum(value)))
                .build(),
            EngineOptions.<Sample>inline().onResult(result -> {}));
    for (long time : new long[] {2, 6}) {
      Sample sample = engine.publisher().claim();
      sample.time = time;
      sample.key = 7;
      sample.value = Long.MAX_VALUE;
      engine.publisher().publish(0, 0);
    }
    assertThatThrownBy(engine::close)
        .isInstanceOf(EngineFailedException.class)
        .cause()
        .isInstanceOf(AggregateOverflowException.class)
        .hasMessageContainingAll("w", "total", "7", "0");
  }

  @Test
  void shouldRefuseWrongLengths() {
    assertThat(refusal(sliding("w", -2_000, 1_000)))
        .isEqualTo("windows[w].size: PT-2S; expected more than 0");
    assertThat(refusal(sliding("w", 2_000, -1_000)))
        .isEqualTo("windows[w].slide: PT-1S; expected more than 0");
    assertThat(refusal(sliding("w", 20_000, 10_000).offset(Duration.ofSeconds(-10))))
        .isEqualTo(
            "windows[w].offset: PT-10S; expected less than the slide PT10S in either direction");
  }

  private static WindowDefinition<Sample> sliding(String name, long size, long slide) {
    return WindowDefinition.sliding(name, Duration.ofMillis(size), Duration.ofMillis(slide));
  }

  private static String refusal(WindowDefinition<Sample> definition) {
    try {
      definition.check(TimeUnit.MILLISECONDS);
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
    return "none";
  }
}
