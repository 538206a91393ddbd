package io.tidemark.scenario;

import static io.tidemark.time.WatermarkStrategy.monotonous;
import static io.tidemark.time.WatermarkStrategy.none;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What Flink's own tests say of idleness, V015 to V028. Here a partition is idle at the first tick
 * at which its last arrival is the timeout ago, while Flink counts from the first quiet tick on and
 * wants the timeout to be exceeded; so the tick differs, and nothing else. These do not apply:
 *
 * <ul>
 *   <li>V025, back pressure: what waits in a ring is no silence, which the tests of threads show
 *   <li>V027, a clock that can be paused: time is an input here
 *   <li>V028, the same clock around downstream work: the stage knows no time but that of arrivals
 * </ul>
 */
class FlinkIdlenessVectorsTest extends ScenarioTest {
  @Test
  void v015ShouldRefuseATimeoutOfNothing() {
    for (Duration timeout : List.of(Duration.ZERO, ofMillis(-1))) {
      assertThatThrownBy(() -> monotonous().idleness(timeout))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void v016ShouldBeginActive() {
    declared(10, 5).tick(0).expectIdle(0, false).tick(5).expectIdle(0, false);
  }

  /** Flink: at 11, and not at 10. */
  @Test
  void v017ShouldBeIdleWithoutEventsOnceTheTimeoutIsOver() {
    Scenario scenario = declared(10, 1).tick(0).tick(9).expectIdle(0, false);
    scenario.tick(10).expectIdle(0, true);
  }

  @Test
  void v018ShouldStayIdle() {
    Scenario scenario = declared(122, 1).tick(0).tick(122).expectIdle(0, true);
    scenario.tick(222).expectIdle(0, true).tick(1_000).expectIdle(0, true);
  }

  @Test
  void v019ShouldBeActiveWithAnEventAndIdleAgain() {
    Scenario scenario = declared(10, 1).tick(0).tick(11).expectIdle(0, true);
    scenario.now(12).at(1).expectIdle(0, false).tick(21).expectIdle(0, false);
    scenario.tick(22).expectIdle(0, true);
  }

  /** Flink: at 25. */
  @Test
  void v020ShouldBeIdleAtTheFirstTickAfterTheTimeout() {
    Scenario scenario = declared(10, 5).tick(0).now(4).at(4).tick(10).expectIdle(0, false);
    scenario.tick(14).expectIdle(0, false).tick(15).expectIdle(0, true);
  }

  /** Flink: at 20. */
  @Test
  void v021ShouldCountFromTheStartWithoutAnEvent() {
    Scenario scenario = declared(10, 5).tick(0).tick(5).expectIdle(0, false).tick(9);
    scenario.expectIdle(0, false).tick(10).expectIdle(0, true).expectWatermark("none");
  }

  /** Flink: at 120. */
  @Test
  void v022ShouldKeepTheWatermarkMeanwhile() {
    Scenario scenario = declared(60, 20).tick(0).now(5).at(5).tick(20).expectWatermark("4");
    scenario.tick(79).expectIdle(0, false).tick(80).expectIdle(0, true).expectWatermark("4");
  }

  /** Flink: idle at 25 and at 55. */
  @Test
  void v023ShouldGoOnAfterASilence() {
    Scenario scenario = declared(10, 5).tick(0).now(4).at(4).tick(5).expectWatermark("3");
    scenario.tick(15).expectIdle(0, true);
    scenario.now(33).at(33).expectIdle(0, false).tick(35).expectWatermark("32");
    scenario.tick(40).expectIdle(0, false).tick(45).expectIdle(0, true).expectWatermark("32");
  }

  /** Flink: a tick later where its clock reads 0 at the first one. */
  @Test
  void v024ShouldHaveNoSpecialTime() {
    for (long start = -6; start <= 6; start++) {
      Scenario scenario = declared(10, 5).tick(start).tick(start + 9).expectIdle(0, false);
      scenario.tick(start + 10).expectIdle(0, true);
    }
  }

  @Test
  void v026ShouldGoToTheLargestWhenTheSilentAndTheActiveOneAreIdle() {
    Scenario scenario = tumbling(10).watermarks(none()).idleness(100).periodic(10).partitions(2);
    scenario.tick(0).watermark(0, 42).watermark(0, 44).tick(90).expectWatermark("none");
    scenario.tick(100).expectIdle(0, true).expectIdle(1, true).expectWatermark("44");
  }

  /** One partition that is known from the start. */
  private Scenario declared(long timeout, long interval) {
    return tumbling(10).watermarks(monotonous()).idleness(timeout).periodic(interval).partitions(1);
  }
}
