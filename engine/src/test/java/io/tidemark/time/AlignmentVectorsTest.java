package io.tidemark.time;

import static io.tidemark.time.WatermarkStrategy.monotonous;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.counters.Counters;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What Flink's own tests say of watermark alignment, V060 and V082 to V097, with a partition for a
 * split or a subtask; V087, V089, V092, V093, V095 and V096 are with the other tests of alignment,
 * {@link AlignmentTest}. Who waits is told by the watermarks as they are, which is Flink's with a
 * sample buffer of 0. So these do not apply, or not as they are:
 *
 * <ul>
 *   <li>V083, V085 and V086, larger buffers: there are no samples
 *   <li>V089, what a subtask reports does not fall when a split joins behind it: a partition that
 *       joins counts at once, as in the merged watermark (V034)
 *   <li>V090, stopping while waiting: a publisher that waits stops when the engine closes or fails,
 *       which the tests of threads show
 *   <li>V094, values that fall: a partition's watermark does not; that the smallest counts, however
 *       they rise, come and go, is tried at random
 * </ul>
 */
class AlignmentVectorsTest extends AlignmentStages {
  /** Held back, a partition is not silent; then its silence counts on. */
  @Test
  void v060ShouldNotBeIdleWhileHeldBack() {
    TimeStage stage =
        new TimeStage(
            monotonous().idleness(Duration.ofNanos(10)).emitEvery(Duration.ofNanos(1)),
            MILLISECONDS,
            2,
            true,
            new Counters(1, List.of()));
    stage.alignBy(List.of(WatermarkAlignment.ofAll(Duration.ofMillis(50))), MILLISECONDS);
    slot(stage, SlotKind.EVENT, 0, 101, 100);
    slot(stage, SlotKind.EVENT, 1, 11, 100);
    for (long time = 11; time <= 14; time++) {
      slot(stage, SlotKind.EVENT, 1, time, 100 + (time - 11) * 9);
      slot(stage, SlotKind.TICK, 0, 0, 101 + (time - 11) * 9);
      assertThat(stage.isIdle(0)).isFalse();
      assertThat(stage.watermark()).isEqualTo(time - 1);
    }
    slot(stage, SlotKind.EVENT, 1, 61, 136);
    assertThat(held(stage, 2)).isEmpty();
    slot(stage, SlotKind.EVENT, 1, 62, 142);
    slot(stage, SlotKind.TICK, 0, 0, 145);
    assertThat(stage.isIdle(0)).isFalse();
    slot(stage, SlotKind.TICK, 0, 0, 146);
    assertThat(stage.isIdle(0)).isTrue();
    assertThat(stage.watermark()).isEqualTo(61);
  }

  /** The latest value decides, at once. */
  @Test
  void v082ShouldGoByTheLatestWatermark() {
    TimeStage stage = stage(WatermarkAlignment.ofAll(Duration.ZERO));
    given(stage, 1, 12);
    given(stage, 0, 13);
    assertThat(held(stage, 2)).containsExactly(0);
    given(stage, 1, 41);
    assertThat(held(stage, 2)).containsExactly(1);
    given(stage, 0, 42);
    assertThat(held(stage, 2)).containsExactly(0);
  }

  /** Partition 1 stands for the limit that the coordinator announces; equal is fine. */
  @Test
  void v084ShouldPauseAndResumeOneSplitByItsLimit() {
    TimeStage stage = stage(WatermarkAlignment.ofAll(Duration.ZERO));
    given(stage, 1, 999);
    given(stage, 0, 1_000);
    assertThat(held(stage, 2)).containsExactly(0);
    given(stage, 1, 1_000);
    assertThat(held(stage, 2)).isEmpty();
    given(stage, 0, 2_000);
    assertThat(held(stage, 2)).containsExactly(0);
    given(stage, 1, 2_000);
    assertThat(held(stage, 2)).isEmpty();
    given(stage, 0, 3_000);
    assertThat(held(stage, 2)).containsExactly(0);
  }

  /** One that is active again without a watermark of its own counts with its old one. */
  @Test
  void v088ShouldWaitAgainForOneThatIsActiveAgain() {
    TimeStage stage = stage(WatermarkAlignment.ofAll(Duration.ofMillis(100)));
    given(stage, 0, 1);
    given(stage, 1, 102);
    assertThat(held(stage, 2)).containsExactly(1);
    control(stage, SlotKind.IDLE, 0, 0);
    assertThat(held(stage, 2)).isEmpty();
    control(stage, SlotKind.ACTIVE, 0, 0);
    assertThat(held(stage, 2)).containsExactly(1);
    given(stage, 0, 2);
    assertThat(held(stage, 2)).isEmpty();
  }

  @Test
  void v091ShouldAllowTheDriftAheadOfTheSmallest() {
    TimeStage stage = stage(WatermarkAlignment.ofAll(Duration.ofSeconds(1)));
    given(stage, 0, 42);
    given(stage, 1, 44);
    given(stage, 2, 1_042);
    assertThat(held(stage, 3)).isEmpty();
    given(stage, 2, 1_043);
    assertThat(held(stage, 3)).containsExactly(2);
    given(stage, 0, 5_000);
    assertThat(held(stage, 3)).as("the limit is 1,044 now").containsExactly(0);
    given(stage, 2, 1_044);
    assertThat(held(stage, 3)).containsExactly(0);
    given(stage, 2, 1_045);
    assertThat(held(stage, 3)).containsExactly(0, 2);
  }

  /**
   * As since Flink 2.3.1: one that is idle is not held back, and held back one that is idle is not.
   */
  @Test
  void v097ShouldNotHoldBackWhoIsIdle() {
    TimeStage stage = stage(WatermarkAlignment.ofAll(Duration.ofMillis(10)));
    given(stage, 1, 0);
    given(stage, 0, 100);
    control(stage, SlotKind.IDLE, 0, 0);
    assertThat(held(stage, 2)).isEmpty();
    control(stage, SlotKind.ACTIVE, 0, 0);
    assertThat(held(stage, 2)).containsExactly(0);
    control(stage, SlotKind.IDLE, 0, 0);
    given(stage, 1, 90);
    assertThat(held(stage, 2)).isEmpty();
    control(stage, SlotKind.ACTIVE, 0, 0);
    assertThat(held(stage, 2)).as("the limit is 100 now").isEmpty();
  }
}
