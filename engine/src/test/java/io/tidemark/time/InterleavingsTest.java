package io.tidemark.time;

import static io.tidemark.time.Interleavings.NONE;
import static io.tidemark.time.Interleavings.ORDERS;
import static io.tidemark.time.Interleavings.PARTITIONS;
import static io.tidemark.time.Interleavings.SAYINGS;
import static io.tidemark.time.Interleavings.choices;
import static io.tidemark.time.Interleavings.justified;
import static io.tidemark.time.Interleavings.timestamp;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.counters.Counters;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * R15: three partitions, each with three things to say, in every order in which they can be heard.
 * There are 1,680 orders for each choice of what is said, so 860,160 with eight lives a partition
 * may lead; and as many again where all partitions end idle, of other lives.
 */
class InterleavingsTest {
  /** What a partition says: a lower case letter for an event further behind. */
  private static final List<String> LIVES =
      List.of("EEE", "EIe", "EIA", "eIE", "EIX", "eEX", "ELe", "eLE");

  /** The same, each idle in the end. */
  private static final List<String> TIRED_LIVES =
      List.of("EeI", "eEI", "EII", "IEI", "EAI", "eAI", "EWI", "WeI");

  private final int[][] orders = Interleavings.orders();

  @Test
  void shouldKnowAllOrders() {
    assertThat(orders).hasNumberOfRows(ORDERS);
    assertThat(Arrays.stream(orders).map(Arrays::toString).distinct()).hasSize(ORDERS);
  }

  @Test
  void shouldDoAsTheModelDoesInEveryOrder() {
    int checked = 0;
    for (String[] lives : choices(LIVES)) {
      for (int[] order : orders) {
        compare(lives, order);
        checked++;
      }
    }
    assertThat(checked).isEqualTo(8 * 8 * 8 * ORDERS);
  }

  /** The end is the largest watermark there has been, whoever went idle first. */
  @Test
  void shouldGoToTheLargestInEveryOrderWhereAllEndIdle() {
    for (String[] lives : choices(TIRED_LIVES)) {
      long largest = NONE;
      for (int p = 0; p < PARTITIONS; p++) {
        for (int n = 0; n < SAYINGS; n++) {
          largest = Math.max(largest, justified(lives[p].charAt(n), p));
        }
      }
      for (int[] order : orders) {
        check(compare(lives, order), largest, lives, order);
      }
    }
  }

  /** Where none is ever idle and none goes, the end is what the slowest has reached. */
  @Test
  void shouldGoToTheSlowestInEveryOrderWhereAllStayActive() {
    for (String[] lives : choices(List.of("EEE", "eEe", "EAe", "eeA", "eAA", "WeA"))) {
      long slowest = Long.MAX_VALUE;
      for (int p = 0; p < PARTITIONS; p++) {
        long reached = NONE;
        for (int n = 0; n < SAYINGS; n++) {
          reached = Math.max(reached, justified(lives[p].charAt(n), p));
        }
        slowest = Math.min(slowest, reached);
      }
      for (int[] order : orders) {
        check(compare(lives, order), slowest, lives, order);
      }
    }
  }

  /** Plays the lives in this order; the stage and the model agree after each thing said. */
  private static long compare(String[] lives, int[] order) {
    TimeStage stage =
        new TimeStage(
            WatermarkStrategy.boundedOutOfOrderness(Duration.ZERO),
            TimeUnit.MILLISECONDS,
            PARTITIONS,
            true,
            new Counters(1, List.of()));
    SlotBatch batch = new SlotBatch(0);
    Interleavings.Model model = new Interleavings.Model();
    int[] said = new int[PARTITIONS];
    for (int partition : order) {
      char saying = lives[partition].charAt(said[partition]++);
      write(saying, partition, batch);
      stage.judge(batch, null);
      check(stage.watermark(), model.hear(saying, partition), lives, order);
    }
    return stage.watermark();
  }

  private static void check(long actual, long expected, String[] lives, int[] order) {
    if (actual != expected) {
      assertThat(actual)
          .as("%s in order %s", Arrays.toString(lives), Arrays.toString(order))
          .isEqualTo(expected);
    }
  }

  private static void write(char saying, int partition, SlotBatch batch) {
    batch.size = 1;
    batch.partitions[0] = partition;
    batch.arrivalsNs[0] = 0;
    batch.kinds[0] =
        switch (saying) {
          case 'E', 'e' -> SlotKind.EVENT;
          case 'I' -> SlotKind.IDLE;
          case 'A' -> SlotKind.ACTIVE;
          case 'X' -> SlotKind.END;
          case 'L' -> SlotKind.LEAVE;
          case 'W' -> SlotKind.WATERMARK;
          default -> throw new IllegalArgumentException("saying " + saying);
        };
    if (saying == 'W') {
      batch.arrivalsNs[0] = justified(saying, partition);
    } else {
      batch.timestamps[0] = timestamp(saying, partition);
    }
  }
}
