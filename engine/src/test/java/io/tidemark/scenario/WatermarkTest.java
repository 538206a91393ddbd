package io.tidemark.scenario;

import static io.tidemark.scenario.Times.MINUTE;
import static io.tidemark.scenario.Times.SECOND;
import static io.tidemark.scenario.Times.clock;
import static io.tidemark.time.WatermarkStrategy.boundedByKind;
import static io.tidemark.time.WatermarkStrategy.boundedOutOfOrderness;
import static io.tidemark.time.WatermarkStrategy.monotonous;
import static io.tidemark.time.WatermarkStrategy.none;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.time.WatermarkStrategy;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** How a partition's watermark follows its events. */
class WatermarkTest extends ScenarioTest {
  /** Each ring's order is checked where the rings are. */
  @Test
  void s020ShouldPutWatermarksBetweenEvents() {
    tumbling(10)
        .at(10)
        .expectWatermark("9")
        .at(20, 9)
        .expectWatermarks("9", "19", "19")
        .expectFirings("[10,20) k1 n=1 sum=1")
        .expectLate("k1 9@19");
  }

  @Test
  void s021ShouldShowTheWatermarkAfterEachEvent() {
    sequenceDiagram()
        .at("12:00:00", "12:00:08", "12:00:02", "12:00:15")
        .expectWatermarks("11:59:54.999", "12:00:02.999", "12:00:02.999", "12:00:09.999");
  }

  /** The default emits at each event. */
  @Test
  void s040ShouldEmitAWatermarkForEachEvent() {
    sequenceDiagram()
        .watermarks(boundedOutOfOrderness(ofMillis(5 * SECOND)).emitPerEvent())
        .at("12:00:00", "12:00:08", "12:00:02", "12:00:15")
        .expectWatermarks("11:59:54.999", "12:00:02.999", "12:00:02.999", "12:00:09.999");
  }

  @Test
  void s043ShouldReadATimestampAsItIs() {
    tumbling(10)
        .at(1_700_000_000_000L)
        .expectWatermark("1699999999999")
        .close()
        .expectFirings("[1700000000000,1700000000010) k1 n=1 sum=1");
  }

  @Test
  void s022ShouldShowNoWatermarkBeforeTheFirstTick() {
    sequenceDiagram().at("12:00:00").expectWatermark("11:59:54.999");
    sequenceDiagram()
        .periodic(200)
        .at("12:00:00")
        .expectWatermark("none")
        .tick(200)
        .expectWatermark("11:59:54.999");
  }

  @Test
  void s023ShouldKeepAnEventExactlyTheBoundBehindOnTime() {
    sequenceDiagram()
        .at("12:00:00", "12:00:08")
        .expectWatermark("12:00:02.999")
        .at("12:00:03")
        .expectCount(0, counters -> counters.behindWatermark)
        .at("12:00:02.999")
        .expectCount(1, counters -> counters.behindWatermark);
  }

  @Test
  void s024ShouldCountAnEventBehindTheWatermarkWhoseWindowIsOpen() {
    sequenceDiagram()
        .at("12:00:00", "12:00:08", "12:00:02")
        .expectWatermark("12:00:02.999")
        .expectCount(1, counters -> counters.behindWatermark)
        .expectWindowCount(3, window -> window.counted)
        .expectWindowCount(0, window -> window.lateDropped)
        .expectLate();
  }

  @Test
  void s026ShouldComposeAnyTimestampWithAnyStrategy() {
    List<ToLongFunction<Sample>> timestamps =
        List.of(sample -> sample.time, sample -> sample.value, sample -> sample.time - 30);
    List<Long> read = List.of(100L, 7L, 70L);
    List<WatermarkStrategy<Object>> strategies =
        List.of(boundedOutOfOrderness(ofMillis(5)), monotonous(), none());
    List<Long> behind = List.of(6L, 1L);

    for (int i = 0; i < timestamps.size(); i++) {
      ToLongFunction<Sample> timestamp = timestamps.get(i);
      for (int j = 0; j < strategies.size(); j++) {
        tumbling(10)
            .with(builder -> builder.timestamp(MILLISECONDS, timestamp))
            .watermarks(strategies.get(j))
            .event(0, 100, 1, 7)
            .expectWatermark(j == 2 ? "none" : "" + (read.get(i) - behind.get(j)));
      }
    }
  }

  @Test
  void s027ShouldLieTheBoundAndOneBehindTheLargestTimestamp() {
    sequenceDiagram().at("12:00:30").expectWatermark("12:00:24.999");
  }

  @Test
  void s028ShouldBeBehindOnlyBeyondTheBound() {
    sequenceDiagram()
        .at("12:00:30", "12:00:25")
        .expectCount(0, counters -> counters.behindWatermark)
        .at("12:00:24.999")
        .expectCount(1, counters -> counters.behindWatermark);
  }

  @Test
  void s029ShouldKeepEqualTimestampsOnTime() {
    tumbling(1)
        .watermarks(monotonous())
        .at(10, 10, 11)
        .expectFirings("[10,11) k1 n=2 sum=2")
        .expectCount(0, counters -> counters.behindWatermark)
        .expectCount(0, counters -> counters.monotonyViolations);
  }

  @Test
  void s030ShouldIgnoreALowerTimestampAndCountTheViolation() {
    tumbling(10)
        .watermarks(monotonous())
        .at(1, 2, 3, 1, 4)
        .expectWatermarks("0", "1", "2", "2", "3")
        .expectCount(1, counters -> counters.monotonyViolations);
  }

  /** Long.MIN_VALUE - 5001 wrapped would be 9223372036854770807. */
  @Test
  void s036ShouldNotWrapWhenTickedBeforeTheFirstEvent() {
    tumbling(10)
        .bound(5 * SECOND)
        .periodic(200)
        .partitions(1)
        .tick(0)
        .tick(1_000)
        .expectWatermarks("none", "none")
        .expectFirings();
  }

  /**
   * What the text's own generator would emit at a tick before the first event: no strategy does.
   */
  @Test
  void s036ShouldNotComeTo9223372036854770807ByAnyStrategy() {
    List<WatermarkStrategy<Object>> strategies =
        List.of(
            boundedOutOfOrderness(ofMillis(5 * SECOND)),
            monotonous(),
            none(),
            boundedByKind(sample -> 0, ofMillis(5 * SECOND), ofMillis(0)));
    for (WatermarkStrategy<Object> strategy : strategies) {
      for (int partitions = 0; partitions < 3; partitions++) {
        for (WatermarkStrategy<Object> emitting :
            List.of(strategy.idleness(ofMillis(300)), strategy.emitPeriodically(), strategy)) {
          tumbling(10)
              .watermarks(emitting)
              .partitions(partitions)
              .tick(0)
              .tick(200)
              .tick(1_000)
              .expectWatermarks("none", "none", "none")
              .expectFirings();
        }
      }
    }
    assertThat(Long.MIN_VALUE - 5 * SECOND - 1).isEqualTo(9223372036854770807L);
  }

  @Test
  void s036ShouldNotWrapForTheLowestTimestamps() {
    tumbling(10)
        .bound(5 * SECOND)
        .at(Long.MIN_VALUE + 20, Long.MIN_VALUE + 5_001, Long.MIN_VALUE + 5_002)
        .expectWatermarks("none", "none", "" + (Long.MIN_VALUE + 1))
        .close()
        .expectWindowCount(3, window -> window.counted);
  }

  @Test
  void s036ShouldNotWrapWithTheLargestBound() {
    tumbling(10)
        .bound(Long.MAX_VALUE)
        .at(-1, 0, 100)
        .expectWatermarks("none", "none", "" + (Long.MIN_VALUE + 100));
  }

  /** The promise itself stands in the Javadoc of Engine.watermark. */
  @Test
  void s092ShouldPromiseNoMoreEventsAtOrBelowTheWatermark() {
    tumbling(10)
        .at(5)
        .expectWatermark("4")
        .at(5)
        .expectCount(0, counters -> counters.behindWatermark)
        .at(4)
        .expectCount(1, counters -> counters.behindWatermark);
  }

  @Test
  void s093ShouldMoveTheWatermarkByTheBoundAndNeverByTheAllowedLateness() {
    tumbling(10).at(100).expectWatermark("99");
    tumbling(10).bound(30).at(100).expectWatermark("69");
    tumbling(10).lateness(30).at(100).expectWatermark("99");
  }

  @Test
  void s102ShouldFollowTheTableOfTenOClock() {
    tenOClock().expectWatermarks("09:59:29.999", "10:02:29.999", "10:02:29.999", "10:05:29.999");
  }

  @Test
  void s103ShouldNotFallAtTwoMinutesPastTen() {
    tumbling(5 * MINUTE)
        .bound(30 * SECOND)
        .showingClock()
        .at("10:00:00", "10:03:00")
        .expectWatermark("10:02:29.999")
        .at("10:02:00")
        .expectWatermark("10:02:29.999");
  }

  @Test
  void s105ShouldCountTheEventOfTwoMinutesPastTenAsBehindTheWatermark() {
    tenOClock()
        .expectCount(1, counters -> counters.behindWatermark)
        .expectWindowCount(4, window -> window.counted)
        .expectLate();
  }

  @Test
  void s151ShouldNotBreakItsPromiseForAnEventExactlyTheBoundBehind() {
    tumbling(5 * MINUTE)
        .bound(2 * MINUTE)
        .showingClock()
        .at("10:10:00")
        .expectWatermark("10:07:59.999")
        .at("10:08:00")
        .expectCount(0, counters -> counters.behindWatermark);
  }

  @Test
  void c05ShouldCountEveryEventMadeLateByOneFromTheFuture() {
    tumbling(1_000)
        .bound(500)
        .at(1_000, 2_000, 3_000, 3_600_000)
        .at(4_000, 5_000, 6_000, 7_000, 8_000, 9_000, 10_000, 11_000, 12_000, 13_000)
        .expectFirings(
            "[1000,2000) k1 n=1 sum=1", "[2000,3000) k1 n=1 sum=1", "[3000,4000) k1 n=1 sum=1")
        .expectWindowCount(10, window -> window.tooLate)
        .expectLate(
            "k1 4000@3599499",
            "k1 5000@3599499",
            "k1 6000@3599499",
            "k1 7000@3599499",
            "k1 8000@3599499",
            "k1 9000@3599499",
            "k1 10000@3599499",
            "k1 11000@3599499",
            "k1 12000@3599499",
            "k1 13000@3599499");
  }

  @Test
  void c36ShouldTakeMicrosecondsForMillisecondsWithoutAGuard() {
    tumbling(1_000)
        .at(1735689598000L, 1735689599000L, 1735689600000000L, 1735689601000L)
        .expectFirings(
            "[1735689598000,1735689599000) k1 n=1 sum=1",
            "[1735689599000,1735689600000) k1 n=1 sum=1")
        .expectLate("k1 1735689601000@1735689599999999");
  }

  @Test
  void c36ShouldFindAZeroLate() {
    tumbling(1_000)
        .at(1_000_000, 1_001_000, 0, 1_002_000)
        .close()
        .expectFirings(
            "[1000000,1001000) k1 n=1 sum=1",
            "[1001000,1002000) k1 n=1 sum=1",
            "[1002000,1003000) k1 n=1 sum=1")
        .expectLate("k1 0@1000999");
  }

  private Scenario sequenceDiagram() {
    return tumbling(5 * SECOND).bound(5 * SECOND).showingClock();
  }

  private Scenario tenOClock() {
    return tumbling(5 * MINUTE)
        .bound(30 * SECOND)
        .showingClock()
        .at(clock("10:00:00"), clock("10:03:00"), clock("10:02:00"), clock("10:06:00"));
  }
}
