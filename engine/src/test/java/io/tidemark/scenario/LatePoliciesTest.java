package io.tidemark.scenario;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.counters.WindowCounters;
import io.tidemark.runtime.EngineFailedException;
import io.tidemark.window.LatePolicy;
import io.tidemark.window.TooLateException;
import io.tidemark.window.WindowDefinition;
import org.junit.jupiter.api.Test;

/** What becomes of events that are too late, by each policy (F35), and how that adds up. */
class LatePoliciesTest {
  private static final long SECOND = 1_000;
  private static final long MINUTE = 60 * SECOND;

  private static WindowDefinition<Sample> tumbling(long size) {
    return WindowDefinition.tumbling("w", ofMillis(size));
  }

  private static TriggerRun runLate(LatePolicy policy) {
    return TriggerRun.withLate(tumbling(10).late(policy)).event(5).watermark(19).event(3);
  }

  @Test
  void f35ShouldDropAndCount() {
    TriggerRun run = runLate(LatePolicy.DROP).expectLate();
    assertThat(run.counters().tooLate.value()).isEqualTo(1);
    assertThat(run.counters().lateDropped.value()).isEqualTo(1);
  }

  @Test
  void f35ShouldHandOutToTheSide() {
    TriggerRun run = runLate(LatePolicy.SIDE).expectLate("late k1 3 missed 1");
    assertThat(run.counters().lateToSide.value()).isEqualTo(1);
  }

  @Test
  void f35ShouldRefuseTheSideWithoutAHandler() {
    assertThatThrownBy(() -> TriggerRun.of(tumbling(10).late(LatePolicy.SIDE)))
        .hasMessage(
            "job triggers: windows[w].late: SIDE; expected onLate to be set in the engine's"
                + " options");
  }

  @Test
  void f35ShouldCountAtTheEarliestTimeThatIsNotLate() {
    TriggerRun run =
        runLate(LatePolicy.ADJUST)
            .expect("on-time 0 [0,10) k1 n=1 sum=1 final")
            .expectLate("late k1 3 adjusted to 20")
            .watermark(29)
            .expect("on-time 0 [20,30) k1 n=1 sum=1 final");
    WindowCounters counters = run.counters();
    assertThat(counters.counted.value()).isEqualTo(1);
    assertThat(counters.tooLate.value()).isEqualTo(1);
    assertThat(counters.lateAdjusted.value()).isEqualTo(1);
  }

  /** 00:10:00 arrives with others of 00:10:40, where the bound is 15 s: the watermark is there. */
  @Test
  void s101ShouldMoveALateRiderToTheEarliestBusThatIsStillThere() {
    long late = 10 * MINUTE;
    TriggerRun.withLate(tumbling(SECOND).late(LatePolicy.ADJUST))
        .watermark(late + 40 * SECOND - 15 * SECOND - 1)
        .event(late)
        .expectLate("late k1 600000 adjusted to 625000")
        .watermark(late + 26 * SECOND)
        .expect("on-time 0 [625000,626000) k1 n=1 sum=1 final");
  }

  /** The same with 15 s of allowed lateness instead. */
  @Test
  void s101ShouldMoveALateRiderToTheEarliestTimeWithinTheLateness() {
    long late = 10 * MINUTE;
    TriggerRun.withLate(
            tumbling(SECOND).allowedLateness(ofMillis(15 * SECOND)).late(LatePolicy.ADJUST))
        .watermark(late + 40 * SECOND - 1)
        .event(late)
        .expect("late 0 [625000,626000) k1 n=1 sum=1")
        .expectLate("late k1 600000 adjusted to 625000");
  }

  /** Without that policy nobody takes the next bus. */
  @Test
  void s101ShouldNeverMoveALateRiderOtherwise() {
    runLate(LatePolicy.SIDE)
        .watermark(100)
        .expect("on-time 0 [0,10) k1 n=1 sum=1 final")
        .expectLate("late k1 3 missed 1");
  }

  @Test
  void f35ShouldLeaveOutWhatFallsIntoAGapAtItsNewTime() {
    WindowDefinition<Sample> gaps =
        WindowDefinition.<Sample>sliding("w", ofMillis(5), ofMillis(10)).late(LatePolicy.ADJUST);
    TriggerRun run = TriggerRun.withLate(gaps).watermark(16).event(2).expectLate();
    assertThat(run.counters().unassigned.value()).isEqualTo(1);
    assertThat(run.counters().tooLate.value()).isZero();
    run.watermark(19).event(2).expectLate("late k1 2 adjusted to 20");
    assertThat(run.counters().lateAdjusted.value()).isEqualTo(1);
  }

  @Test
  void f35ShouldDropWhereNoTimeIsLeftToAdjustTo() {
    TriggerRun run =
        TriggerRun.withLate(tumbling(10).late(LatePolicy.ADJUST))
            .watermark(Long.MAX_VALUE - 1)
            .event(3)
            .expectLate();
    assertThat(run.counters().lateDropped.value()).isEqualTo(1);
  }

  @Test
  void f35ShouldStopTheEngineAndSayWhatItWas() {
    TriggerRun run = TriggerRun.of(tumbling(10).late(LatePolicy.FAIL)).watermark(19);
    assertThatThrownBy(() -> run.event(7, 3, 1))
        .satisfiesAnyOf(
            thrown -> assertThat(thrown).isInstanceOf(TooLateException.class),
            thrown -> assertThat(thrown).hasCauseInstanceOf(TooLateException.class));
    assertThat(run.engine().failure())
        .hasMessage("windows[w]: an event of key 7 with timestamp 3 is too late at watermark 19");
    assertThatThrownBy(() -> run.event(8)).isInstanceOf(EngineFailedException.class);
    assertThat(run.engine().counters().windows().get(0).lateFailed.value()).isEqualTo(1);
  }

  @Test
  void f34ShouldSayHowManyWindowsAPartlyLateEventMissed() {
    WindowDefinition<Sample> sliding = WindowDefinition.sliding("w", ofMillis(10), ofMillis(2));
    TriggerRun run =
        TriggerRun.withLate(sliding)
            .watermark(12)
            .event(8)
            .expectLate("partly late k1 8 missed 2 counted 3");
    assertThat(run.counters().partlyLate.value()).isEqualTo(1);
    run.event(1).expectLate("late k1 1 missed 5");
  }
}
