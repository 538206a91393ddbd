package io.tidemark.scenario;

import static io.tidemark.scenario.Times.MINUTE;
import static io.tidemark.scenario.Times.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Publisher;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of events behind the watermark. */
class LatenessTest extends ScenarioTest {
  @Test
  void s016ShouldRouteAndCountEveryEventBehindTheWatermark() {
    tumbling(10)
        .at(100, 99, 50, 0, -1, -1_000_000, Long.MIN_VALUE + 20)
        .expectCount(6, counters -> counters.behindWatermark)
        .expectWindowCount(6, window -> window.tooLate)
        .expectLate(
            "k1 99@99",
            "k1 50@99",
            "k1 0@99",
            "k1 -1@99",
            "k1 -1000000@99",
            "k1 -9223372036854775788@99");
  }

  @Test
  void s060ShouldDropLateEventsAndTellOnce() {
    try (LogCapture log = new LogCapture()) {
      tumbling(10)
          .droppingLate()
          .at(20, 5)
          .expectWindowCount(1, window -> window.lateDropped)
          .at(6, 7)
          .expectWindowCount(3, window -> window.lateDropped);
      // The scenario runs in two layouts, and once more with periodic emission.
      assertThat(log.messages()).hasSize(3).allSatisfy(told -> assertThat(told).contains("5"));
    }
  }

  @Test
  void s061ShouldFireFiveSecondsAndCloseTwoMinutesPastTheEnd() {
    Scenario scenario = fiveMinutes().bound(5 * SECOND).at("12:01:00");
    scenario.move("12:05:04.999").expectFirings();
    scenario.move("12:05:05").expectFirings("[12:00:00,12:05:00) k1 n=1 sum=1");
    scenario.move("12:07:04.999").at("12:04:00").expectLate();
    scenario.move("12:07:05").at("12:04:00").expectLate("k1 12:04:00@12:06:59.999");
    scenario.expectFirings(
        "[12:00:00,12:05:00) k1 n=1 sum=1", "[12:00:00,12:05:00) k1 n=2 sum=2 late r1");
  }

  @Test
  void s064ShouldHandOutTheLateEventItselfWithWatermarkAndLateness() {
    List<String> late = new ArrayList<>();
    Engine<Sample> engine =
        tumbling(10)
            .engine(
                EngineOptions.<Sample>inline()
                    .onLate(
                        l ->
                            late.add(
                                "%s %d: v%d of key %d at %d, watermark %d, late by %d"
                                    .formatted(
                                        l.window(),
                                        l.windowIndex(),
                                        l.event().value,
                                        l.key(),
                                        l.timestamp(),
                                        l.watermark(),
                                        l.lateness()))));
    publish(engine, 100, 7);
    publish(engine, 42, 8);

    assertThat(late).containsExactly("10 0: v8 of key 3 at 42, watermark 99, late by 57");
  }

  /** Tumbling 10, allowed lateness 5: the window's last moment is 9. */
  @Test
  void s067ShouldCompareTheWatermarkWithTheEndOfTheWindow() {
    for (long watermark = 6; watermark <= 16; watermark++) {
      Scenario scenario =
          tumbling(10).lateness(5).filteringNegativeValues().move(watermark + 1).at(5);
      if (watermark < 9) {
        scenario.expectFirings().expectLate();
      } else if (watermark < 9 + 5) {
        scenario.expectFirings("[0,10) k1 n=1 sum=1 late").expectLate();
      } else {
        scenario.expectFirings().expectLate("k1 5@" + watermark);
      }
    }
  }

  @Test
  void s068ShouldFireLateUpToTheMillisecondBeforeTheWindowCloses() {
    Scenario scenario = fiveMinutes().at("12:01:00").move("12:05:00");
    scenario.expectWatermark("12:04:59.999").at("12:02:00");
    scenario.move("12:06:59.999").expectWatermark("12:06:59.998").at("12:03:00");
    scenario.move("12:07:00").expectWatermark("12:06:59.999").at("12:04:00");
    scenario
        .expectFirings(
            "[12:00:00,12:05:00) k1 n=1 sum=1",
            "[12:00:00,12:05:00) k1 n=2 sum=2 late r1",
            "[12:00:00,12:05:00) k1 n=3 sum=3 late r2")
        .expectLate("k1 12:04:00@12:06:59.999");
  }

  @Test
  void s101ShouldNotPutALateEventIntoTheNextWindow() {
    tumbling(10)
        .at(5, 12, 7)
        .close()
        .expectFirings("[0,10) k1 n=1 sum=1", "[10,20) k1 n=1 sum=1")
        .expectLate("k1 7@11");
  }

  /** Half an hour of grace: to 29:59.998 past the end, not to 29:59.999. */
  @Test
  void s134ShouldTakeLateEventsUpToTheMillisecondBeforeHalfAnHour() {
    Scenario scenario = tumbling(5 * MINUTE).lateness(30 * MINUTE);
    scenario.filteringNegativeValues().showingClock().at("12:01:00");
    scenario.move("12:34:59.999").expectWatermark("12:34:59.998").at("12:04:00").expectLate();
    scenario.move("12:35:00").expectWatermark("12:34:59.999").at("12:04:00");
    scenario
        .expectFirings(
            "[12:00:00,12:05:00) k1 n=1 sum=1", "[12:00:00,12:05:00) k1 n=2 sum=2 late r1")
        .expectLate("k1 12:04:00@12:34:59.999");
  }

  @Test
  void s155ShouldBeLateOnlyOnceTheWindowHasFired() {
    tumbling(10).at(5, 9).expectWatermark("8").at(7).expectLate();
    tumbling(10).at(5, 10).expectWatermark("9").at(7).expectLate("k1 7@9");
  }

  @Test
  void s156ShouldCountWhatItDrops() {
    try (LogCapture log = new LogCapture()) {
      tumbling(10)
          .droppingLate()
          .at(20, 1, 2, 3)
          .close()
          .expectFirings("[20,30) k1 n=1 sum=1")
          .expectWindowCount(3, window -> window.tooLate)
          .expectWindowCount(3, window -> window.lateDropped);
      assertThat(log.messages()).isNotEmpty();
    }
  }

  @Test
  void s157ShouldFireAgainForEachLateEventWithTheNextRevision() {
    tumbling(10)
        .lateness(10)
        .at(5, 15, 6, 7, 8)
        .expectFirings(
            "[0,10) k1 n=1 sum=1",
            "[0,10) k1 n=2 sum=2 late r1",
            "[0,10) k1 n=3 sum=3 late r2",
            "[0,10) k1 n=4 sum=4 late r3");
  }

  @Test
  void s159ShouldFireAtTwelvePastAndGoToTheSideFromSeventeenPast() {
    Scenario scenario =
        tumbling(10 * MINUTE)
            .bound(2 * MINUTE)
            .lateness(5 * MINUTE)
            .filteringNegativeValues()
            .showingClock()
            .at("10:05:00");
    scenario.move("10:11:59.999").expectFirings();
    scenario.move("10:12:00").expectFirings("[10:00:00,10:10:00) k1 n=1 sum=1");
    scenario.move("10:16:59.999").at("10:09:00").expectLate();
    scenario.move("10:17:00").at("10:09:00").expectLate("k1 10:09:00@10:14:59.999");
  }

  @Test
  void c06ShouldTakeTheBoundOffOnce() {
    tumbling(10)
        .bound(5)
        .at(18)
        .expectWatermark("12")
        .at(13, 9)
        .expectWindowCount(2, window -> window.counted)
        .expectLate("k1 9@12");
  }

  @Test
  void c07ShouldNotTakeBehindTheWatermarkForLate() {
    tumbling(10)
        .at(17)
        .expectWatermark("16")
        .at(12, 20)
        .expectFirings("[10,20) k1 n=2 sum=2")
        .at(19, 9)
        .expectLate("k1 19@19", "k1 9@19");
  }

  @Test
  void c08ShouldCountEqualTimestampsWithBoundZero() {
    tumbling(1)
        .at(1000, 1000)
        .expectWatermark("999")
        .at(1001)
        .expectFirings("[1000,1001) k1 n=2 sum=2")
        .expectLate();
  }

  @Test
  void c17ShouldFireAgainWithTheTotalForEachLateEvent() {
    tumbling(10)
        .lateness(5)
        .event(0, 1, 1, 10)
        .event(0, 11, 1, 20)
        .expectWatermark("10")
        .event(0, 5, 1, 1)
        .event(0, 6, 1, 2)
        .event(0, 14, 1, 4)
        .event(0, 15, 1, 8)
        .expectWatermark("14")
        .event(0, 7, 1, 100)
        .expectFirings(
            "[0,10) k1 n=1 sum=10", "[0,10) k1 n=2 sum=11 late r1", "[0,10) k1 n=3 sum=13 late r2")
        .expectLate("k1 7@14");
  }

  @Test
  void c18ShouldFireAtTheEndLessOne() {
    tumbling(10).at(9).expectWatermark("8").expectFirings();
    tumbling(10).at(9, 10).expectFirings("[0,10) k1 n=1 sum=1");
  }

  @Test
  void c18ShouldCloseAtTheEndLessOneAndTheLateness() {
    tumbling(10)
        .lateness(5)
        .at(5, 14)
        .expectWatermark("13")
        .at(6)
        .expectFirings("[0,10) k1 n=1 sum=1", "[0,10) k1 n=2 sum=2 late r1")
        .expectLate();
    tumbling(10).lateness(5).at(5, 15).expectWatermark("14").at(6).expectLate("k1 6@14");
  }

  @Test
  void c18ShouldKeepWindowsForEverWithTheLargestLateness() {
    tumbling(10)
        .lateness(Long.MAX_VALUE)
        .at(5, 1000, 6)
        .expectFirings("[0,10) k1 n=1 sum=1", "[0,10) k1 n=2 sum=2 late r1")
        .expectWindowCount(2, window -> window.liveWindows())
        .expectLate();
  }

  private Scenario fiveMinutes() {
    return tumbling(5 * MINUTE).lateness(2 * MINUTE).filteringNegativeValues().showingClock();
  }

  private static void publish(Engine<Sample> engine, long time, long value) {
    Publisher<Sample> publisher = engine.publisher();
    Sample sample = publisher.claim();
    sample.time = time;
    sample.key = 3;
    sample.value = value;
    publisher.publish(0, 0);
  }
}
