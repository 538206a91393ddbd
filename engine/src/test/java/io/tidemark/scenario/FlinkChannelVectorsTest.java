package io.tidemark.scenario;

import static io.tidemark.time.WatermarkStrategy.none;

import org.junit.jupiter.api.Test;

/**
 * What Flink's own tests say of the channels of an operator, V061 to V079, and of its two inputs,
 * V080 and V081, with a partition for a channel. Flink's two inputs merge as splits do, and so as
 * partitions do. Its channels do so, too, but for one that resumes: it is left out until it has
 * caught up, while a partition counts at once. Four vectors hang on that, and do not apply:
 *
 * <ul>
 *   <li>V063, a watermark on an idle channel is lost: here it ends the idleness, as V034 says
 *   <li>V074, a channel goes on beside one that resumed behind it: here it is held, V034
 *   <li>V078, the only aligned channel counts beside one that has said nothing yet: here it is held
 *   <li>V079, a channel that resumes ahead counts beside one that resumed behind: here it is held
 * </ul>
 */
class FlinkChannelVectorsTest extends ScenarioTest {
  @Test
  void v061ShouldFollowOneChannelAndNeverGoBack() {
    channels(1).watermark(0, 0).expectWatermark("0").watermark(0, 25).expectWatermark("25");
    channels(1)
        .watermark(0, 25)
        .watermark(0, 25)
        .watermark(0, 18)
        .expectWatermark("25")
        .watermark(0, 42)
        .expectWatermark("42");
  }

  @Test
  void v062ShouldToggleOneChannel() {
    channels(1)
        .active(0)
        .expectIdle(0, false)
        .idle(0)
        .idle(0)
        .expectIdle(0, true)
        .active(0)
        .expectIdle(0, false)
        .expectWatermark("none");
  }

  @Test
  void v064ShouldWaitForAllChannels() {
    channels(3)
        .watermark(0, 0)
        .watermark(1, 0)
        .expectWatermark("none")
        .watermark(2, 0)
        .expectWatermark("0");
  }

  @Test
  void v065ShouldFollowTheSlowestOfThree() {
    Scenario scenario = channels(3).watermark(0, 0).watermark(1, 0).watermark(2, 0);
    scenario.watermark(0, 12).watermark(2, 8).watermark(2, 10).expectWatermark("0");
    scenario.watermark(1, 15).expectWatermark("10").watermark(2, 17).expectWatermark("12");
    scenario.watermark(0, 20).expectWatermark("15");
  }

  @Test
  void v066ShouldNotHeedLowerWatermarks() {
    Scenario scenario = channels(3).watermark(0, 25).watermark(1, 10).watermark(2, 17);
    scenario.expectWatermark("10");
    scenario.watermark(0, 12).watermark(1, 8).watermark(2, 15).expectWatermark("10");
    scenario.watermark(1, 30).expectWatermark("17");
  }

  @Test
  void v067ShouldToggleTwoChannels() {
    Scenario scenario = channels(2).active(0).active(1).idle(1).idle(0).idle(0).idle(1);
    scenario.expectIdle(0, true).expectIdle(1, true).active(1).expectIdle(1, false);
    scenario.expectIdle(0, true).active(0).expectIdle(0, false).expectWatermark("none");
  }

  @Test
  void v068ShouldLeaveOutAnIdleChannel() {
    channels(3)
        .watermark(0, 15)
        .watermark(1, 10)
        .expectWatermark("none")
        .idle(2)
        .expectWatermark("10")
        .watermark(1, 18)
        .expectWatermark("15")
        .watermark(0, 20)
        .expectWatermark("18");
  }

  @Test
  void v069ShouldAdvanceAsChannelsBecomeIdle() {
    channels(3)
        .watermark(0, 25)
        .watermark(1, 10)
        .watermark(2, 17)
        .expectWatermark("10")
        .idle(1)
        .expectWatermark("17")
        .idle(2)
        .expectWatermark("25");
  }

  @Test
  void v070ShouldGoToTheLargestWhateverTheOrder() {
    Scenario upwards = channels(3).watermark(0, 10).watermark(1, 5).watermark(2, 3);
    upwards.expectWatermark("3").idle(0).idle(1).expectWatermark("3").idle(2).expectWatermark("10");
    Scenario downwards = channels(3).watermark(0, 10).watermark(1, 5).watermark(2, 3);
    downwards.idle(2).expectWatermark("5").idle(1).expectWatermark("10").idle(0);
    downwards.expectWatermark("10");
  }

  @Test
  void v071ShouldCountAChannelThatHasCaughtUp() {
    Scenario scenario = channels(3).watermark(0, 10).watermark(1, 7).watermark(2, 3);
    scenario.expectWatermark("3").idle(2).expectWatermark("7").active(2).expectWatermark("7");
    scenario.watermark(2, 5).watermark(2, 9).expectWatermark("7");
    scenario.watermark(1, 12).expectWatermark("9");
  }

  @Test
  void v072ShouldStayWhenOnlyOneThatHasSaidNothingIsActive() {
    Scenario scenario = channels(3).watermark(0, 10).watermark(1, 7).idle(2).expectWatermark("7");
    scenario.active(2).idle(0).idle(1).expectWatermark("7");
  }

  @Test
  void v073ShouldStayWhenOneThatIsBehindIsIdleAgain() {
    Scenario scenario = channels(2).watermark(0, 7).watermark(1, 10).expectWatermark("7");
    scenario.idle(0).expectWatermark("10").active(0).watermark(0, 9).expectWatermark("10");
    scenario.idle(0).expectWatermark("10");
  }

  @Test
  void v075ShouldGoOnAfterAllWereIdle() {
    Scenario scenario = channels(2).watermark(0, 10).watermark(1, 5).expectWatermark("5").idle(0);
    scenario.expectWatermark("5").idle(1).expectWatermark("10").active(1);
    scenario.watermark(1, 7).watermark(1, 9).watermark(1, 10).expectWatermark("10");
    scenario.watermark(1, 11).expectWatermark("11").active(0).watermark(0, 12);
    scenario.expectWatermark("11").watermark(1, 15).expectWatermark("12");
  }

  @Test
  void v076ShouldBeginAfterAllWereIdleWithoutAWatermark() {
    Scenario scenario = channels(2).idle(0).idle(1).expectWatermark("none").active(0);
    scenario.watermark(0, 3).expectWatermark("3");
  }

  /** As Flink does after 2.3; 2.3 stays at 70. */
  @Test
  void v077ShouldGoToTheLargestThoughTheLastIsBehind() {
    Scenario scenario = channels(3).watermark(0, 100).watermark(1, 50).watermark(2, 70);
    scenario.expectWatermark("50").idle(1).expectWatermark("70").active(1).watermark(1, 60);
    scenario.idle(0).idle(2).expectWatermark("70").idle(1).expectWatermark("100");
  }

  @Test
  void v080ShouldMergeTwoInputs() {
    Scenario scenario = channels(2).watermark(0, 5).expectWatermark("none").watermark(1, 3);
    scenario.expectWatermark("3").idle(0).expectWatermark("3").idle(1).expectWatermark("5");
    scenario.active(0).expectWatermark("5").watermark(0, 6).expectWatermark("6");
    scenario.watermark(1, 4).expectIdle(1, false).watermark(1, 9).expectWatermark("6");
  }

  @Test
  void v081ShouldEndIdlenessByAWatermarkAlone() {
    Scenario scenario = channels(2).watermark(0, 5).watermark(1, 3).expectWatermark("3").idle(1);
    scenario.expectWatermark("5").idle(0).expectWatermark("5").watermark(1, 4);
    scenario.expectIdle(1, false).expectWatermark("5").watermark(1, 6).expectWatermark("6");
    scenario.watermark(0, 7).expectWatermark("6");
  }

  /** So many partitions that move by given watermarks only; the clock has started. */
  private Scenario channels(int count) {
    return tumbling(10).watermarks(none()).partitions(count).tick(0);
  }
}
