package io.tidemark.time;

import static io.tidemark.time.WatermarkStrategy.boundedOutOfOrderness;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.counters.Counters;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** What partitions cost, counted in steps: it does not follow how many there are. */
class ManyPartitionsTest {
  private static final long MS = 1_000_000;

  /** Steps are the nodes of the tree that change, and the one at which the change ends. */
  @Test
  void s166ShouldMergeInTwoStepsAnEventHoweverManyPartitions() {
    for (int partitions : List.of(16, 256, 4_096)) {
      SplittableRandom random = new SplittableRandom(166);
      assertThat(steps(partitions, i -> random.nextInt(partitions), random))
          .as("%d partitions, seed 166", partitions)
          .isLessThan(3);
    }
  }

  /** In turn, each event is of the partition that is furthest behind. */
  @Test
  void s166ShouldMergeInLogarithmicStepsWhereEachEventMovesTheMinimum() {
    for (int partitions : List.of(16, 256, 4_096)) {
      SplittableRandom random = new SplittableRandom(166);
      assertThat(steps(partitions, i -> i % partitions, random))
          .as("%d partitions, seed 166", partitions)
          .isLessThanOrEqualTo(Integer.numberOfTrailingZeros(partitions) + 2);
    }
  }

  private static double steps(
      int partitions, IntUnaryOperator partitionOf, SplittableRandom random) {
    MinTree tree = new MinTree(partitions);
    for (int p = 0; p < partitions; p++) {
      tree.set(p, 0);
    }
    int events = 2_000;
    long steps = 0;
    for (int i = 1; i <= events; i++) {
      long[] before = tree.nodes().clone();
      int partition = partitionOf.applyAsInt(i);
      // A watermark never falls.
      tree.set(partition, Math.max(tree.at(partition), i * 10L + random.nextInt(20)));
      steps += changed(before, tree.nodes()) + 1;
    }
    return (double) steps / events;
  }

  private static int changed(long[] before, long[] after) {
    int changed = 0;
    for (int i = 1; i < after.length; i++) {
      changed += before[i] == after[i] ? 0 : 1;
    }
    return changed;
  }

  /**
   * 1,024 partitions, of which 1,000 say nothing: the watermark moves within the idleness and a
   * tick, and from then on no more ticks are run than the busy ones need, one in an idleness.
   */
  @Test
  void s166ShouldLeaveOutAThousandSilentPartitionsWithinIdlenessAndATick() {
    Counters counters = new Counters(1, List.of());
    WatermarkStrategy<Object> strategy =
        boundedOutOfOrderness(Duration.ZERO).idleness(Duration.ofSeconds(1));
    TimeStage stage = new TimeStage(strategy, MILLISECONDS, 1_024, true, counters);
    for (int ms = 0; ms < 100_000; ms++) {
      event(stage, 1_000 + ms % 24, ms, ms * MS);
      if (ms < 1_000) {
        assertThat(stage.watermark()).isEqualTo(TimeStage.NO_WATERMARK);
      } else if (ms >= 1_200) {
        assertThat(stage.watermark()).isEqualTo(ms - 24);
      }
    }
    assertThat(counters.ticks.value()).as("looks at all partitions").isBetween(1L, 110L);
  }

  private static void event(TimeStage stage, int partition, long timestamp, long arrivalNs) {
    SlotBatch batch = new SlotBatch(0);
    batch.size = 1;
    batch.kinds[0] = SlotKind.EVENT;
    batch.partitions[0] = partition;
    batch.timestamps[0] = timestamp;
    batch.arrivalsNs[0] = arrivalNs;
    stage.judge(batch, null);
  }
}
