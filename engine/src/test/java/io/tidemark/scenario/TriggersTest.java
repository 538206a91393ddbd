package io.tidemark.scenario;

import static io.tidemark.window.AccumulationMode.DISCARDING;
import static io.tidemark.window.AccumulationMode.RETRACTING;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.window.EarlyFiring;
import io.tidemark.window.LatePolicy;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * When windows fire other than by default. V numbers are those of Flink's behaviour; where a window
 * has not changed since it fired last, Flink's ContinuousEventTimeTrigger fires again and the
 * engine does not.
 */
class TriggersTest {
  private static WindowDefinition<Sample> tumbling(long size) {
    return WindowDefinition.tumbling("w", ofMillis(size));
  }

  private static WindowDefinition<Sample> sessions(long gap) {
    return WindowDefinition.session("w", ofMillis(gap));
  }

  private static EarlyFiring everyEventTime(long ms) {
    return EarlyFiring.everyEventTime(ofMillis(ms));
  }

  private static EarlyFiring everyProcessingTime(long ms) {
    return EarlyFiring.everyProcessingTime(ofMillis(ms));
  }

  @Test
  void v119ShouldFireWhenTheWatermarkReachesAMultipleAndSomethingHasChanged() {
    TriggerRun.of(tumbling(100).early(everyEventTime(10)))
        .event(15)
        .watermark(15)
        .expect()
        .watermark(20)
        .expect("early 0 [0,100) k1 n=1 sum=1")
        .watermark(25)
        .event(21)
        .watermark(35)
        .expect("early 1 [0,100) k1 n=2 sum=2")
        .watermark(98)
        .expect()
        .watermark(99)
        .expect("on-time 2 [0,100) k1 n=2 sum=2 final");
  }

  @Test
  void v120ShouldCountMultiplesDownwardsBeforeTheEpoch() {
    // Flink's division rounds to zero there: it fires at the end only.
    TriggerRun.of(tumbling(100).early(everyEventTime(10)))
        .event(-15)
        .watermark(-11)
        .expect()
        .watermark(-10)
        .expect("early 0 [-100,0) k1 n=1 sum=1")
        .watermark(-1)
        .expect("on-time 1 [-100,0) k1 n=1 sum=1 final");
  }

  @Test
  void v121ShouldFireOnceForWhatHasPassedAsSoonAsTheWatermarkMoves() {
    TriggerRun.of(tumbling(100).early(everyEventTime(10)))
        .watermark(50)
        .event(15)
        .expect()
        .watermark(51)
        .expect("early 0 [0,100) k1 n=1 sum=1")
        .event(16)
        .watermark(52)
        .expect()
        .watermark(60)
        .expect("early 1 [0,100) k1 n=2 sum=2")
        .watermark(99)
        .expect("on-time 2 [0,100) k1 n=2 sum=2 final");
  }

  @Test
  void v122ShouldFireAtOncePastTheEndWithinTheLateness() {
    TriggerRun.of(tumbling(100).early(everyEventTime(10)).allowedLateness(ofMillis(50)))
        .event(95)
        .watermark(99)
        .expect("on-time 0 [0,100) k1 n=1 sum=1")
        .watermark(110)
        .event(96)
        .expect("late 1 [0,100) k1 n=2 sum=2")
        .watermark(149)
        .expect();
  }

  @Test
  void v125ShouldFireForANumberOfEventsAndForTheRestAtTheEnd() {
    // Flink's CountTrigger alone loses the rest.
    TriggerRun.of(tumbling(10).early(EarlyFiring.everyEvents(2)).mode(DISCARDING))
        .event(1, 1, 1)
        .expect()
        .event(1, 2, 2)
        .expect("early 0 [0,10) k1 n=2 sum=3")
        .event(1, 3, 4)
        .watermark(9)
        .expect("on-time 1 [0,10) k1 n=1 sum=4 final");
  }

  @Test
  void v131ShouldHaveWhatIsNewOnlyWhereFiringsDiscard() {
    TriggerRun run =
        TriggerRun.withLate(tumbling(10).mode(DISCARDING).allowedLateness(ofMillis(5)))
            .event(1, 1, 1)
            .watermark(9)
            .expect("on-time 0 [0,10) k1 n=1 sum=1")
            .event(1, 2, 2)
            .expect("late 1 [0,10) k1 n=1 sum=2")
            .watermark(13)
            .event(1, 3, 3)
            .expect("late 2 [0,10) k1 n=1 sum=3")
            .watermark(14)
            .event(1, 4, 4)
            .expect()
            .expectLate("late k1 4 missed 1");
    assertThat(run.counters().liveRows()).isZero();
  }

  @Test
  void v133ShouldDiscardWithinTheLateness() {
    TriggerRun.withLate(tumbling(2000).mode(DISCARDING).allowedLateness(ofMillis(500)))
        .event(500)
        .watermark(1500)
        .event(1300)
        .watermark(2300)
        .expect("on-time 0 [0,2000) k1 n=2 sum=2")
        .event(1997)
        .expect("late 1 [0,2000) k1 n=1 sum=1")
        .watermark(6000)
        .event(1998)
        .expectLate("late k1 1998 missed 1")
        .expect();
  }

  @Test
  void s157ShouldNumberTheFiringsOfOneWindow() {
    TriggerRun.of(tumbling(10).early(EarlyFiring.everyEvents(2)).allowedLateness(ofMillis(5)))
        .event(1)
        .event(2)
        .event(3)
        .watermark(9)
        .event(4)
        .event(5)
        .expect(
            "early 0 [0,10) k1 n=2 sum=2",
            "on-time 1 [0,10) k1 n=3 sum=3",
            "late 2 [0,10) k1 n=4 sum=4",
            "late 3 [0,10) k1 n=5 sum=5");
  }

  @Test
  void f28ShouldFireByProcessingTimeBeforeWhatArrivesThen() {
    TriggerRun.of(tumbling(1000).early(everyProcessingTime(100)))
        .now(50)
        .event(1)
        .now(99)
        .event(2)
        .expect()
        .now(100)
        .event(3)
        .expect("early 0 [0,1000) k1 n=2 sum=2")
        .tick(199)
        .expect()
        .tick(250)
        .expect("early 1 [0,1000) k1 n=3 sum=3")
        .tick(300)
        .expect()
        .watermark(999)
        .expect("on-time 2 [0,1000) k1 n=3 sum=3 final");
  }

  @Test
  void f28ShouldFireByEventTimeOrCountWhicheverComesFirst() {
    TriggerRun.of(tumbling(100).early(everyEventTime(10).or(EarlyFiring.everyEvents(3))))
        .event(1)
        .event(2)
        .event(3)
        .expect("early 0 [0,100) k1 n=3 sum=3")
        .watermark(10)
        .expect()
        .event(11)
        .event(12)
        .watermark(20)
        .expect("early 1 [0,100) k1 n=5 sum=5")
        // Counted from the last firing, whatever that came of.
        .event(21)
        .event(22)
        .expect()
        .event(23)
        .expect("early 2 [0,100) k1 n=8 sum=8")
        .event(24)
        .watermark(99)
        .expect("early 3 [0,100) k1 n=9 sum=9", "on-time 4 [0,100) k1 n=9 sum=9 final");
  }

  @Test
  void f28ShouldFireByBothTimesAndCountWhicheverComesFirst() {
    TriggerRun.of(
            tumbling(1000)
                .early(
                    everyProcessingTime(100)
                        .or(EarlyFiring.everyEvents(3))
                        .or(everyEventTime(500))))
        .now(50)
        .event(1)
        .event(2)
        .tick(100)
        .expect("early 0 [0,1000) k1 n=2 sum=2")
        .event(3)
        .event(4)
        .event(5)
        .expect("early 1 [0,1000) k1 n=5 sum=5")
        .tick(200)
        .expect()
        .event(6)
        .watermark(500)
        .expect("early 2 [0,1000) k1 n=6 sum=6")
        .tick(300)
        .expect()
        .watermark(999)
        .expect("on-time 3 [0,1000) k1 n=6 sum=6 final");
  }

  @Test
  void f28ShouldFireSessionsByEventTimeOrCountWhicheverComesFirst() {
    TriggerRun.of(sessions(10).early(EarlyFiring.everyEvents(3).or(everyEventTime(5))))
        .event(1)
        .event(2)
        .watermark(5)
        .expect("early 0 [1,12) k1 n=2 sum=2")
        .event(3)
        .event(4)
        .expect()
        .event(6)
        .expect("early 0 [1,16) k1 n=5 sum=5")
        .watermark(10)
        .expect()
        .watermark(15)
        .expect("on-time 1 [1,16) k1 n=5 sum=5 final");
  }

  @Test
  void f29ShouldFireOnceATickForLateEvents() {
    TriggerRun.of(tumbling(10).coalesceLate().allowedLateness(ofMillis(20)))
        .event(1)
        .watermark(15)
        .expect("on-time 0 [0,10) k1 n=1 sum=1")
        .event(2)
        .event(3)
        .expect()
        .tick(200)
        .expect("late 1 [0,10) k1 n=3 sum=3")
        .tick(400)
        .expect()
        .event(4)
        .watermark(29)
        .expect("late 2 [0,10) k1 n=4 sum=4 final");
  }

  @Test
  void f30ShouldTakeBackEachFiringBeforeTheNextOne() {
    TriggerRun.of(
            tumbling(10)
                .early(EarlyFiring.everyEvents(2))
                .mode(RETRACTING)
                .allowedLateness(ofMillis(5)))
        .event(1, 1, 5)
        .event(1, 2, 6)
        .expect("early 0 [0,10) k1 n=2 sum=11")
        .event(1, 3, 7)
        .watermark(9)
        .expect("early 0 [0,10) k1 n=2 sum=11 back", "on-time 1 [0,10) k1 n=3 sum=18")
        .event(1, 4, 8)
        .expect("on-time 1 [0,10) k1 n=3 sum=18 back", "late 2 [0,10) k1 n=4 sum=26");
  }

  @Test
  void f30ShouldTakeBackSessionsThatWereSwallowed() {
    TriggerRun run =
        TriggerRun.of(sessions(10).mode(RETRACTING).allowedLateness(ofMillis(20)))
            .event(1, 0, 1)
            .event(1, 15, 2)
            .watermark(24)
            .expect("on-time 0 [0,10) k1 n=1 sum=1", "on-time 0 [15,25) k1 n=1 sum=2")
            .event(1, 8, 4)
            .expect(
                "on-time 0 [15,25) k1 n=1 sum=2 back",
                "on-time 0 [0,10) k1 n=1 sum=1 back",
                "late 0 [0,25) k1 n=3 sum=7");
    assertThat(run.counters().retractions.value()).isEqualTo(2);
  }

  /** 10:00 and 10:05:00.001, gap 5 minutes; both have fired when 10:03 comes. */
  @Test
  void s149ShouldTakeBackTheTwoSessionsThatALateEventMakesOne() {
    long ten = Times.clock("10:00:00");
    long five = Times.clock("10:05:00.001");
    String first = "on-time 0 [%d,%d) k1 n=1 sum=1".formatted(ten, ten + 5 * Times.MINUTE);
    String second = "on-time 0 [%d,%d) k1 n=1 sum=1".formatted(five, five + 5 * Times.MINUTE);
    TriggerRun.of(
            sessions(5 * Times.MINUTE)
                .mode(RETRACTING)
                .allowedLateness(ofMillis(20 * Times.MINUTE)))
        .event(ten)
        .event(five)
        .watermark(five + 5 * Times.MINUTE)
        .expect(first, second)
        .event(Times.clock("10:03:00"))
        .expect(
            second + " back",
            first + " back",
            "late 0 [%d,%d) k1 n=3 sum=3".formatted(ten, five + 5 * Times.MINUTE));
  }

  @Test
  void f30ShouldTakeBackASessionAsSoonAsItGrows() {
    TriggerRun.of(sessions(10).early(EarlyFiring.everyEvents(1)).mode(RETRACTING))
        .event(1, 0, 1)
        .event(1, 3, 2)
        .watermark(12)
        .expect(
            "early 0 [0,10) k1 n=1 sum=1",
            "early 0 [0,10) k1 n=1 sum=1 back",
            "early 0 [0,13) k1 n=2 sum=3",
            "early 0 [0,13) k1 n=2 sum=3 back",
            "on-time 1 [0,13) k1 n=2 sum=3 final");
  }

  @Test
  void f31ShouldFireOnceWhenTheWindowCloses() {
    TriggerRun.withLate(tumbling(10).finalOnly().allowedLateness(ofMillis(5)))
        .event(1)
        .watermark(9)
        .event(2)
        .watermark(13)
        .expect()
        .watermark(14)
        .expect("on-time 0 [0,10) k1 n=2 sum=2 final")
        .event(3)
        .expectLate("late k1 3 missed 1")
        .close()
        .expect();
  }

  @Test
  void f31ShouldFireSessionsOnceWhenTheyClose() {
    TriggerRun.of(sessions(10).finalOnly().allowedLateness(ofMillis(5)))
        .event(0)
        .watermark(13)
        .event(8)
        .watermark(14)
        .expect()
        .watermark(21)
        .expect()
        .watermark(22)
        .expect("on-time 0 [0,18) k1 n=2 sum=2 final");
  }

  @Test
  void f31ShouldFireWhenTimeEndsWhereLatenessHasNoEnd() {
    WindowDefinition<Sample> endless =
        tumbling(10).finalOnly().allowedLateness(Duration.ofMillis(Long.MAX_VALUE));
    TriggerRun.of(endless)
        .event(1)
        .watermark(1_000_000)
        .expect()
        .close()
        .expect("on-time 0 [0,10) k1 n=1 sum=1 final");
  }

  @Test
  void shouldSayThatAFiringIsFinalWhereNoOtherCanCome() {
    TriggerRun.of(tumbling(10).allowedLateness(ofMillis(5)))
        .event(1)
        .event(15)
        .watermark(9)
        .expect("on-time 0 [0,10) k1 n=1 sum=1")
        .close()
        .expect("on-time 0 [10,20) k1 n=1 sum=1 final");
  }

  @Test
  void v149ShouldDiscardInSessionsThatGrow() {
    TriggerRun.of(sessions(10).mode(DISCARDING).allowedLateness(ofMillis(5)))
        .event(1, 0, 1)
        .watermark(9)
        .expect("on-time 0 [0,10) k1 n=1 sum=1")
        .event(1, 3, 2)
        .expect()
        .watermark(13)
        .expect("on-time 0 [0,13) k1 n=1 sum=2");
  }

  @Test
  void v150ShouldHaveOnlyTheBridgeWhereFiringsDiscard() {
    TriggerRun.of(sessions(10).mode(DISCARDING).allowedLateness(ofMillis(20)))
        .event(1, 0, 1)
        .event(1, 15, 2)
        .watermark(24)
        .expect("on-time 0 [0,10) k1 n=1 sum=1", "on-time 0 [15,25) k1 n=1 sum=2")
        .event(1, 8, 3)
        .expect("late 0 [0,25) k1 n=1 sum=3");
  }

  @Test
  void v155ShouldAddUpTheCountsOfSessionsThatMerge() {
    WindowDefinition<Sample> counted =
        sessions(3000).early(EarlyFiring.everyEvents(4)).mode(DISCARDING);
    TriggerRun.of(counted)
        .event(2, 0, 1)
        .event(2, 1000, 2)
        .event(2, 2500, 3)
        .event(2, 3500, 4)
        .expect("early 0 [0,6500) k2 n=4 sum=10")
        .event(1, 10, 1)
        .event(1, 1000, 2)
        .event(1, 2500, 3)
        .event(1, 6000, 4)
        .event(1, 6500, 5)
        .event(1, 7000, 6)
        .expect()
        .event(1, 4500, 1)
        .expect("early 0 [10,10000) k1 n=7 sum=22");
  }

  @Test
  void v156ShouldFireSessionsEarlyByEventTime() {
    TriggerRun.of(sessions(3000).early(everyEventTime(2000)))
        .event(1, 1500, 1)
        .event(2, 0, 1)
        .event(2, 2500, 3)
        .event(2, 1000, 2)
        .watermark(2500)
        .expect("early 0 [1500,4500) k1 n=1 sum=1", "early 0 [0,5500) k2 n=3 sum=6")
        .event(2, 4000, 5)
        .watermark(3000)
        .expect()
        .event(1, 4000, 2)
        .event(2, 3500, 4)
        .watermark(4000)
        .expect("early 0 [0,7000) k2 n=5 sum=15", "early 0 [1500,7000) k1 n=2 sum=3");
  }

  /** Settings hold in whatever order they are made. */
  @Test
  void shouldKeepTriggersAndPolicyWhereBoundariesAreChosenAfterThem() {
    WindowDefinition<Sample> late =
        tumbling(10).early(EarlyFiring.everyEvents(2)).late(LatePolicy.DROP).endInclusive();
    TriggerRun run =
        TriggerRun.withLate(late)
            .event(10)
            .event(1)
            .expect("early 0 [0,10) k1 n=2 sum=2")
            .watermark(10)
            .expect("on-time 1 [0,10) k1 n=2 sum=2 final")
            .event(10);
    assertThat(run.counters().lateDropped.value()).isEqualTo(1);
    assertThat(run.counters().lateToSide.value()).isZero();
  }

  @Test
  void shouldRefuseWhatMakesNoSense() {
    assertThatThrownBy(() -> tumbling(10).early(everyEventTime(0)).check(TimeUnit.MILLISECONDS))
        .hasMessage("windows[w].early: PT0S; expected more than 0");
    assertThatThrownBy(
            () -> tumbling(10).early(EarlyFiring.everyEvents(0)).check(TimeUnit.MILLISECONDS))
        .hasMessage("windows[w].early: 0 events; expected at least 1");
    assertThatThrownBy(() -> everyEventTime(2).or(everyEventTime(3)))
        .hasMessage("early firing: every PT0.002S and every PT0.003S by event time; expected one");
    assertThatThrownBy(() -> EarlyFiring.everyEvents(1).or(EarlyFiring.everyEvents(2)))
        .hasMessage("early firing: every 1 and every 2 by events; expected one");
    assertThatThrownBy(
            () -> tumbling(10).early(everyEventTime(1)).finalOnly().check(TimeUnit.MILLISECONDS))
        .hasMessageStartingWith("windows[w].finalOnly: with early, late or further firings");
  }
}
