package io.tidemark.scenario;

import static io.tidemark.time.WatermarkStrategy.boundedOutOfOrderness;
import static io.tidemark.time.WatermarkStrategy.forGenerator;
import static io.tidemark.time.WatermarkStrategy.monotonous;
import static io.tidemark.time.WatermarkStrategy.none;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.time.WatermarkGenerator;
import io.tidemark.time.WatermarkOutput;
import io.tidemark.time.WatermarkStrategy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * What Flink's own tests say of its generators, V001 to V014. One does not apply:
 *
 * <ul>
 *   <li>V008, watermarks and statuses from an operator upstream: nothing is upstream of a publisher
 * </ul>
 */
class FlinkGeneratorVectorsTest extends ScenarioTest {
  /** A punctuated generator: it emits each event's timestamp. */
  static final WatermarkStrategy<Sample> PUNCTUATED =
      forGenerator(context -> new EmitsTimestamps());

  @Test
  void v001ShouldEmitNothingBeforeAnEvent() {
    bounded10().partitions(1).tick(0).tick(200).tick(400).expectWatermark("none");
  }

  @Test
  void v002ShouldLieTheBoundAndOneBehind() {
    bounded10().at(1337).tick(200).expectWatermark("1326");
  }

  @Test
  void v003ShouldFollowTheLargestTimestamp() {
    bounded10().at(12345, 12300, 12340, 12280).tick(200).expectWatermark("12334");
  }

  @Test
  void v004ShouldEmitTheSameAgain() {
    Scenario scenario = bounded10().at(723456).tick(200).expectWatermark("723445");
    scenario.tick(400).expectWatermark("723445");
  }

  @Test
  void v005ShouldLieOneBehindAscendingTimestamps() {
    Scenario scenario = tumbling(10).watermarks(monotonous()).periodic(200).partitions(1);
    scenario.tick(0).tick(200).expectWatermark("none");
    scenario.at(1337).tick(400).expectWatermark("1336");
    scenario.at(12345, 12340).tick(600).expectWatermark("12344");
  }

  @Test
  void v006ShouldRefuseANegativeBoundAndNone() {
    assertThatThrownBy(() -> boundedOutOfOrderness(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> boundedOutOfOrderness(null)).isInstanceOf(NullPointerException.class);
  }

  @Test
  void v007ShouldEmitAtTicksAndOnlyWhatIsLarger() {
    Scenario scenario = bounded10().tick(0).tick(199).expectWatermark("none");
    scenario.now(199).at(100).expectWatermark("none").tick(200).expectWatermark("89");
    scenario.at(100).tick(400).expectWatermark("89");
    scenario.at(50).tick(600).expectWatermark("89");
    scenario.at(200).expectWatermark("89").tick(800).expectWatermark("189");
  }

  @Test
  void v009ShouldEmitNothingUntilTheTick() {
    Scenario scenario = tumbling(10).watermarks(monotonous()).periodic(50).at(2);
    scenario.tick(49).expectWatermark("none").tick(50).expectWatermark("1");
    scenario.at(4).tick(99).expectWatermark("1").tick(100).expectWatermark("3");
  }

  @Test
  void v010ShouldEmitAPunctuatedWatermarkAfterItsOwnEvent() {
    tumbling(10).watermarks(PUNCTUATED).at(2, 4).expectWatermarks("2", "4").expectLate();
    tumbling(1).watermarks(PUNCTUATED).at(2, 2).expectLate("k1 2@2");
  }

  @Test
  void v011ShouldNotLetAWatermarkGoBack() {
    tumbling(10).watermarks(PUNCTUATED).at(4, 2).expectWatermarks("4", "4");
    Scenario periodic = tumbling(10).watermarks(monotonous()).periodic(50);
    periodic.at(4).tick(50).expectWatermark("3").at(2).tick(100).expectWatermark("3");
  }

  /** What Flink's batch mode does with any strategy, the strategy without watermarks does here. */
  @Test
  void v012ShouldEmitNothingBeforeTheEndOfInput() {
    tumbling(10)
        .watermarks(none())
        .at(2, 4)
        .tick(1_000)
        .expectWatermark("none")
        .close()
        .expectWatermark("end")
        .expectFirings("[0,10) k1 n=2 sum=2");
  }

  /** The ends of long are refused: one stands for none, the other's window does not fit. */
  @Test
  void v013ShouldTakeNegativeTimestampsAsTheyAre() {
    tumbling(1)
        .watermarks(none())
        .at(Long.MIN_VALUE, -1, 0, 1, 2, 3, Long.MAX_VALUE)
        .close()
        .expectFirings(
            "[-1,0) k1 n=1 sum=1",
            "[0,1) k1 n=1 sum=1",
            "[1,2) k1 n=1 sum=1",
            "[2,3) k1 n=1 sum=1",
            "[3,4) k1 n=1 sum=1")
        .expectRejected("-9223372036854775808 bad-timestamp", "9223372036854775807 bad-timestamp");
  }

  @Test
  void v014ShouldNotRegressAndTakeZeroForAnyOther() {
    tumbling(10)
        .watermarks(none())
        .tick(0)
        .watermark(0, 12)
        .watermark(0, 17)
        .watermark(0, 10)
        .watermark(0, 18)
        .watermark(0, 17)
        .watermark(0, 18)
        .expectWatermarks("none", "12", "17", "17", "18", "18", "18");
    tumbling(10).watermarks(none()).tick(0).watermark(0, 0).expectWatermark("0");
  }

  private Scenario bounded10() {
    return tumbling(10).bound(10).periodic(200);
  }

  private static final class EmitsTimestamps implements WatermarkGenerator<Sample> {
    @Override
    public void onEvent(Sample event, long timestamp, WatermarkOutput output) {
      output.emitWatermark(timestamp);
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      // It has said all at its events.
    }
  }
}
