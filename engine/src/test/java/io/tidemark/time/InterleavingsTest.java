package io.tidemark.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.counters.Counters;
import java.time.Duration;
import java.util.ArrayList;
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
  private static final int PARTITIONS = 3;
  private static final int SAYINGS = 3;
  private static final int ORDERS = 1_680;
  private static final long NONE = Long.MIN_VALUE;

  /** What a partition says: a lower case letter for an event further behind. */
  private static final List<String> LIVES =
      List.of("EEE", "EIe", "EIA", "eIE", "EIX", "eEX", "ELe", "eLE");

  /** The same, each idle in the end. */
  private static final List<String> TIRED_LIVES =
      List.of("EeI", "eEI", "EII", "IEI", "EAI", "eAI", "EWI", "WeI");

  private final int[][] orders = orders();

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
    Model model = new Model();
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

  /** The time of a partition's events: all differ, and lie in no order of the partitions. */
  private static long timestamp(char saying, int partition) {
    long[] late = {40, 10, 25};
    long[] early = {60, 90, 75};
    return saying == 'E' ? early[partition] : late[partition];
  }

  /** The watermark that something said justifies. */
  private static long justified(char saying, int partition) {
    return switch (saying) {
      case 'E', 'e' -> timestamp(saying, partition) - 1;
      case 'W' -> 50L + partition;
      default -> NONE;
    };
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

  private static List<String[]> choices(List<String> lives) {
    List<String[]> choices = new ArrayList<>();
    for (String a : lives) {
      for (String b : lives) {
        for (String c : lives) {
          choices.add(new String[] {a, b, c});
        }
      }
    }
    return choices;
  }

  private static int[][] orders() {
    List<int[]> found = new ArrayList<>();
    extend(new int[PARTITIONS * SAYINGS], 0, new int[PARTITIONS], found);
    return found.toArray(int[][]::new);
  }

  private static void extend(int[] order, int length, int[] said, List<int[]> found) {
    if (length == order.length) {
      found.add(order.clone());
      return;
    }
    for (int p = 0; p < PARTITIONS; p++) {
      if (said[p] < SAYINGS) {
        said[p]++;
        order[length] = p;
        extend(order, length + 1, said, found);
        said[p]--;
      }
    }
  }

  /** The rule in a few lines: who takes part, who of them is idle, and what each has reached. */
  private static final class Model {
    private final boolean[] there = {true, true, true};
    private final boolean[] ended = new boolean[PARTITIONS];
    private final boolean[] idle = new boolean[PARTITIONS];
    private final long[] reached = {NONE, NONE, NONE};
    private long merged = NONE;

    private long hear(char saying, int p) {
      switch (saying) {
        case 'E', 'e', 'W' -> {
          if (!ended[p]) {
            there[p] = true;
            idle[p] = false;
            reached[p] = Math.max(reached[p], justified(saying, p));
          }
        }
        case 'I' -> idle[p] = there[p];
        case 'A' -> idle[p] = false;
        default -> {
          there[p] = false;
          idle[p] = false;
          reached[p] = NONE;
          ended[p] |= saying == 'X';
        }
      }
      long smallest = Long.MAX_VALUE;
      long largest = NONE;
      for (int q = 0; q < PARTITIONS; q++) {
        if (there[q]) {
          largest = Math.max(largest, reached[q]);
          smallest = idle[q] ? smallest : Math.min(smallest, reached[q]);
        }
      }
      merged = Math.max(merged, smallest == Long.MAX_VALUE ? largest : smallest);
      return merged;
    }
  }
}
