package io.tidemark.scenario;

import static io.tidemark.scenario.FlinkGeneratorVectorsTest.PUNCTUATED;
import static io.tidemark.time.WatermarkStrategy.forGenerator;
import static io.tidemark.time.WatermarkStrategy.monotonous;
import static io.tidemark.time.WatermarkStrategy.none;
import static java.time.Duration.ofMillis;

import io.tidemark.time.WatermarkGenerator;
import io.tidemark.time.WatermarkOutput;
import org.junit.jupiter.api.Test;

/**
 * What Flink's own tests say of several splits in a source, V029 to V060, with a partition for a
 * split. An output that reports at once is one of a job that emits per event, a deferred one that
 * of a periodic job. V061 to V081: {@link FlinkChannelVectorsTest}; V060 and V082 to V097,
 * alignment: {@code io.tidemark.time.AlignmentVectorsTest}. These do not apply:
 *
 * <ul>
 *   <li>V037, deferred and immediate reports at once: all partitions of a job emit alike
 *   <li>V048, a reader's main output beside its splits: a publisher has partitions only
 *   <li>V051, idleness of the main output: the same
 * </ul>
 */
class FlinkMergingVectorsTest extends ScenarioTest {
  private static final int A = 0;
  private static final int B = 1;
  private static final int C = 2;

  @Test
  void v029ShouldReportOnePartition() {
    given(1).watermark(A, 0).expectWatermark("0").expectIdle(A, false);
    given(1).idle(A).expectIdle(A, true).expectWatermark("none");
    given(1).idle(A).watermark(A, 0).expectIdle(A, false).expectWatermark("0");
  }

  @Test
  void v030ShouldTakeTheMinimumWithoutTheIdleOnes() {
    given(3).watermark(A, 2).watermark(B, 5).expectWatermark("none").idle(C).expectWatermark("2");
  }

  @Test
  void v031ShouldAdvanceWhenTheSlowestBecomesIdle() {
    given(2).watermark(A, 2).watermark(B, 5).expectWatermark("2").idle(A).expectWatermark("5");
  }

  @Test
  void v032ShouldGoToTheLargestWhenAllAreIdle() {
    given(2)
        .watermark(A, 5)
        .watermark(B, 2)
        .expectWatermark("2")
        .idle(A)
        .expectWatermark("2")
        .idle(B)
        .expectWatermark("5");
  }

  @Test
  void v033ShouldGoToTheLargestAtTheTickAtWhichAllAreIdle() {
    periodic(2)
        .watermark(A, 5)
        .idle(A)
        .watermark(B, 2)
        .idle(B)
        .expectWatermark("none")
        .tick(10)
        .expectWatermark("5");
  }

  @Test
  void v034ShouldBeHeldByAPartitionThatComesBackOlder() {
    given(2)
        .watermark(A, 2)
        .watermark(B, 5)
        .idle(A)
        .expectWatermark("5")
        .watermark(A, 3)
        .watermark(B, 6)
        .expectWatermark("5")
        .watermark(A, 6)
        .expectWatermark("6");
  }

  @Test
  void v035ShouldSayNothingWithoutPartitionsOrWithASilentOne() {
    periodic(0).tick(10).tick(20).expectWatermark("none");
    periodic(1).tick(10).tick(20).expectWatermark("none").expectIdle(A, false);
  }

  @Test
  void v036ShouldWaitForTheTick() {
    periodic(2)
        .watermark(A, 0)
        .watermark(B, 1)
        .expectWatermark("none")
        .tick(10)
        .expectWatermark("0");
  }

  @Test
  void v038ShouldNotRegressBetweenTwoTicks() {
    Scenario scenario = periodic(1).watermark(A, 5).tick(10).expectWatermark("5");
    scenario.watermark(A, 2).expectWatermark("5").tick(20).expectWatermark("5");
    periodic(1).watermark(A, 5).watermark(A, 2).expectWatermark("none");
  }

  @Test
  void v039ShouldNotBeHeldByOneThatLeft() {
    given(2).watermark(A, 100).leave(A).watermark(B, 110).expectWatermark("110");
  }

  /** Flink: with the next update. */
  @Test
  void v040ShouldAdvanceWhenTheSlowestLeaves() {
    given(2)
        .watermark(A, 100)
        .watermark(B, 110)
        .expectWatermark("100")
        .leave(A)
        .expectWatermark("110");
  }

  @Test
  void v041ShouldNotGoBackWhenTheFastestLeaves() {
    given(1).watermark(A, 2).expectWatermark("2").leave(A).watermark(B, 1).expectWatermark("2");
  }

  @Test
  void v042ShouldBeHeldByAPartitionThatJoins() {
    given(1)
        .watermark(A, 100)
        .watermark(B, Long.MIN_VALUE)
        .watermark(A, 200)
        .expectWatermark("100")
        .watermark(B, 50)
        .expectWatermark("100")
        .watermark(B, 150)
        .expectWatermark("150");
  }

  @Test
  void v043ShouldStayWhenNoneIsLeft() {
    Scenario scenario = periodic(1).watermark(A, 5).tick(10).expectWatermark("5").leave(A);
    scenario.tick(20).expectWatermark("5");
  }

  @Test
  void v044ShouldStartAgainWithAnotherOne() {
    given(1)
        .watermark(A, 5)
        .idle(A)
        .leave(A)
        .watermark(B, 3)
        .expectWatermark("5")
        .watermark(B, 6)
        .expectWatermark("6");
  }

  @Test
  void v045ShouldStayUntilThePartitionThatIsBackIsFurther() {
    given(2)
        .watermark(A, 5)
        .watermark(B, 2)
        .idle(A)
        .idle(B)
        .expectWatermark("5")
        .active(A)
        .expectIdle(A, false)
        .watermark(A, 5)
        .expectWatermark("5")
        .watermark(A, 6)
        .expectWatermark("6");
  }

  @Test
  void v046ShouldStayWhileThePartitionThatIsBackIsOlder() {
    Scenario scenario = periodic(2).watermark(A, 5).watermark(B, 2).idle(A).idle(B).tick(10);
    scenario.expectWatermark("5").watermark(A, 3).tick(20).expectWatermark("5");
    scenario.expectIdle(A, false);
  }

  @Test
  void v047ShouldFollowTheSlowestAndForgetOneThatLeft() {
    Scenario scenario = ascending(2).on(A, 100).tick(5).expectWatermark("none");
    scenario.on(B, 50).tick(10).expectWatermark("49").on(B, 120).tick(15).expectWatermark("99");
    scenario.leave(B).tick(20).expectWatermark("99").on(A, 200).tick(25).expectWatermark("199");
  }

  /** Flink: 200 with the next update. */
  @Test
  void v049ShouldFollowPunctuatedWatermarksOfEachPartition() {
    tumbling(10)
        .watermarks(PUNCTUATED)
        .partitions(2)
        .on(A, 100)
        .on(B, 200)
        .expectWatermark("100")
        .on(A, 150)
        .expectWatermark("150")
        .leave(A)
        .on(B, 200)
        .expectWatermark("200");
  }

  @Test
  void v050ShouldBeHeldByADeclaredPartitionFromTheStart() {
    Scenario two = tumbling(10).watermarks(PUNCTUATED).partitions(2).on(A, 100, 200, 300);
    two.expectWatermark("none").on(B, 150).expectWatermark("150").on(B, 400).expectWatermark("300");
    Scenario recovered = tumbling(10).watermarks(PUNCTUATED).partitions(2).on(A, 1042, 1044);
    recovered.expectWatermark("none").on(B, 42).expectWatermark("42");
  }

  @Test
  void v052ShouldBeActiveWithAWatermarkThatDoesNotAdvance() {
    given(1)
        .watermark(A, 17)
        .idle(A)
        .watermark(A, 10)
        .expectIdle(A, false)
        .expectWatermark("17")
        .idle(A)
        .watermark(A, 100)
        .expectWatermark("100");
  }

  @Test
  void v053ShouldBeActiveWithAnEventThatDoesNotAdvance() {
    tumbling(10)
        .watermarks(PUNCTUATED)
        .partitions(2)
        .on(A, 200)
        .on(B, 100)
        .idle(A)
        .idle(B)
        .expectWatermark("200")
        .on(A, 150)
        .expectIdle(A, false)
        .expectWatermark("200");
  }

  /** Flink: idle at the fourth tick. */
  @Test
  void v054ShouldNotAdvanceWithAnOlderEventAfterASilence() {
    Scenario scenario = tumbling(10).watermarks(monotonous()).periodic(200).idleness(300);
    scenario.at(100).tick(200).expectWatermark("99").tick(400).expectIdle(0, true);
    scenario.at(90).tick(600).expectWatermark("99").at(101).tick(800).expectWatermark("100");
  }

  /** Flink: the silent one is idle at the fourth tick, 102. */
  @Test
  void v055ShouldJumpWhenTheSilentOneIsIdleAndBeHeldWhenItIsBack() {
    Scenario scenario = ascending(2).idleness(10).tick(0).on(A, 100);
    scenario.tick(5).expectWatermark("none").now(5).on(A, 101);
    scenario.tick(10).expectIdle(B, true).expectWatermark("100").now(10).on(A, 102);
    scenario.tick(15).expectWatermark("101").now(15).on(A, 103);
    scenario.on(B, 50).expectLate("k1 50@101").tick(20).expectWatermark("101");
    scenario.on(A, 105).on(B, 200).tick(25).expectWatermark("104");
  }

  /** Flink: idle at the third tick. */
  @Test
  void v056ShouldNotAdvanceBeforeThePartitionIsFurther() {
    Scenario scenario = tumbling(10).watermarks(monotonous()).periodic(11).idleness(10);
    scenario.at(100).tick(11).expectWatermark("99").expectIdle(A, true);
    scenario.at(50).tick(22).expectWatermark("99").at(101).tick(33).expectWatermark("100");
  }

  @Test
  void v057ShouldWaitForNobodyWithoutPartitions() {
    Scenario scenario = ascending(0).idleness(10).tick(0).tick(11).tick(22).expectWatermark("none");
    scenario.on(A, 5).tick(33).expectWatermark("4");
    ascending(0).tick(0).tick(22).on(A, 5).tick(33).expectWatermark("4");
  }

  @Test
  void v058ShouldNotBeIdleWhileEventsComeThoughNoWatermarkDoes() {
    Scenario scenario =
        tumbling(10).watermarks(forGenerator(context -> new SaysNothing()).idleness(ofMillis(300)));
    for (long now = 0; now <= 2_000; now += 250) {
      scenario.now(now).at(now).tick(now).expectIdle(A, false);
    }
    scenario.expectWatermark("none");
  }

  @Test
  void v059ShouldKeepTheWatermarkOfAPartitionThatLeft() {
    Scenario scenario = ascending(1).idleness(10).on(A, 100).tick(5).expectWatermark("99");
    scenario.leave(A).tick(10).tick(100).expectWatermark("99").expectIdle(A, false);
  }

  /** So many partitions, and a job that moves by given watermarks only; the clock has started. */
  private Scenario given(int partitions) {
    return tumbling(10).watermarks(none()).partitions(partitions).tick(0);
  }

  /** The same at ticks of 10 ms. */
  private Scenario periodic(int partitions) {
    return tumbling(10).watermarks(none()).partitions(partitions).periodic(10).tick(0);
  }

  private Scenario ascending(int partitions) {
    return tumbling(10).watermarks(monotonous()).periodic(5).partitions(partitions);
  }

  private static final class SaysNothing implements WatermarkGenerator<Sample> {
    @Override
    public void onEvent(Sample event, long timestamp, WatermarkOutput output) {
      // Nothing.
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      // Nothing.
    }
  }
}
