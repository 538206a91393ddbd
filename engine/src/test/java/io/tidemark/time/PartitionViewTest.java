package io.tidemark.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.counters.Counters;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What other threads see of partitions. */
@Timeout(60)
class PartitionViewTest {
  private final TimeStage stage =
      new TimeStage(
          WatermarkStrategy.monotonous(),
          TimeUnit.MILLISECONDS,
          2,
          true,
          new Counters(1, List.of()));
  private final PartitionView view = stage.partitions();
  private final SlotBatch batch = new SlotBatch(0);

  /** Flink's example of several inputs: the slowest of three, 20 s and 5 s behind the others. */
  @Test
  void s051ShouldNameTheHolderAndHowFarItIsBehind() {
    event(2, 25_001);
    event(0, 30_001);
    event(1, 45_001);
    assertThat(view.holder()).isEqualTo(2);
    assertThat(view.watermark(2)).isEqualTo(stage.watermark()).isEqualTo(25_000);
    assertThat(view.watermark(1) - view.watermark(2)).isEqualTo(20_000);
    assertThat(view.watermark(0) - view.watermark(2)).isEqualTo(5_000);
  }

  @Test
  void s047ShouldTellHowFarEachPartitionLagsBehindTheOneAhead() {
    assertThat(view.lag(0)).as("nobody has a watermark").isZero();
    event(2, 25_001);
    assertThat(view.lag(1)).as("only others have one").isEqualTo(Long.MAX_VALUE);
    event(0, 30_001);
    event(1, 45_001);
    assertThat(List.of(view.lag(0), view.lag(1), view.lag(2)))
        .containsExactly(15_000L, 0L, 20_000L);
    say(SlotKind.IDLE, 1);
    assertThat(view.lag(1)).as("idle, ahead of all active ones").isZero();
    assertThat(view.lag(2)).as("behind those that still count").isEqualTo(5_000);
    say(SlotKind.END, 0);
    assertThat(view.lag(0)).isZero();
    assertThat(view.lag(-1) + view.lag(99)).isZero();
  }

  @Test
  void shouldNotWrapWhereWatermarksLieFurtherApartThanALong() {
    event(0, Long.MIN_VALUE / 2 - 10);
    event(1, Long.MAX_VALUE / 2 + 10);
    assertThat(view.lag(0)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shouldNameTheDeclaredPartitionThatHasSaidNothing() {
    event(0, 10);
    assertThat(view.holder()).isEqualTo(1);
    assertThat(view.watermark(1)).isEqualTo(TimeStage.NO_WATERMARK);
    assertThat(view.isActive(1)).isTrue();
  }

  @Test
  void shouldKnowIdleAndAbsentAndEndedPartitions() {
    event(0, 10);
    event(1, 20);
    say(SlotKind.IDLE, 0);
    assertThat(view.isIdle(0)).isTrue();
    assertThat(view.isActive(0)).isFalse();
    assertThat(view.watermark(0)).as("where it stood").isEqualTo(9);
    assertThat(view.holder()).isEqualTo(1);
    say(SlotKind.END, 1);
    assertThat(view.watermark(1)).isEqualTo(TimeStage.NO_WATERMARK);
    assertThat(view.isIdle(1) || view.isActive(1)).isFalse();
    assertThat(view.holder()).isEqualTo(PartitionView.NONE);
    for (int unknown : new int[] {-1, 3, view.limit(), Integer.MAX_VALUE}) {
      assertThat(view.watermark(unknown)).isEqualTo(TimeStage.NO_WATERMARK);
      assertThat(view.isIdle(unknown) || view.isActive(unknown)).isFalse();
    }
    event(1_000, 5);
    assertThat(view.watermark(1_000)).isEqualTo(4);
    assertThat(view.holder()).isEqualTo(1_000);
  }

  @Test
  void shouldTellTheEndOfTimeOfAPartition() {
    event(0, 10);
    batch.arrivalsNs[0] = TimeStage.END_OF_TIME;
    say(SlotKind.WATERMARK, 0);
    assertThat(view.watermark(0)).isEqualTo(TimeStage.END_OF_TIME);
    event(1, 20);
    assertThat(view.holder()).isEqualTo(1);
  }

  /**
   * One thread lets a partition rise, fall silent, wake and others join, so that arrays grow;
   * another reads. It must see each watermark it could have had, rising, and nothing else.
   */
  @Test
  void shouldNeverSeeWhatAPartitionNeverHad() throws Exception {
    int rounds = 200_000;
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService reader = Executors.newSingleThreadExecutor();
    try {
      Future<Long> last = reader.submit(reading(done));
      for (int time = 1; time <= rounds; time++) {
        event(0, time + 1L);
        if (time % 3 == 0) {
          say(SlotKind.IDLE, 0);
        }
        if (time % 1_000 == 0) {
          event(1 + time / 10, time + 1L);
        }
      }
      done.set(true);
      assertThat(last.get()).isEqualTo(rounds);
    } finally {
      reader.shutdownNow();
    }
  }

  private Callable<Long> reading(AtomicBoolean done) {
    return () -> {
      long last = TimeStage.NO_WATERMARK;
      boolean more = true;
      while (more) {
        more = !done.get();
        long seen = view.watermark(0);
        assertThat(seen).isGreaterThanOrEqualTo(last).isLessThan(TimeStage.END_OF_TIME);
        last = seen;
      }
      return last;
    };
  }

  private void event(int partition, long timestamp) {
    batch.timestamps[0] = timestamp;
    batch.arrivalsNs[0] = 0;
    say(SlotKind.EVENT, partition);
  }

  private void say(byte kind, int partition) {
    batch.size = 1;
    batch.kinds[0] = kind;
    batch.partitions[0] = partition;
    stage.judge(batch, null);
  }
}
