package io.tidemark.time;

import java.util.ArrayList;
import java.util.List;

/**
 * Three partitions, each with three things to say; every order in which they can be heard, and what
 * is to come of it. What is said is a letter: E an event, e one further behind, I idle, A active, X
 * end, L leave, W a given watermark.
 */
final class Interleavings {
  static final int PARTITIONS = 3;
  static final int SAYINGS = 3;
  static final int ORDERS = 1_680;
  static final long NONE = Long.MIN_VALUE;

  private Interleavings() {}

  /** The time of a partition's events: all differ, and lie in no order of the partitions. */
  static long timestamp(char saying, int partition) {
    long[] late = {40, 10, 25};
    long[] early = {60, 90, 75};
    return saying == 'E' ? early[partition] : late[partition];
  }

  /** The watermark that something said justifies. */
  static long justified(char saying, int partition) {
    return switch (saying) {
      case 'E', 'e' -> timestamp(saying, partition) - 1;
      case 'W' -> 50L + partition;
      default -> NONE;
    };
  }

  /** Every choice of a life for each of the partitions. */
  static List<String[]> choices(List<String> lives) {
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

  /** Every order: whose turn it is. */
  static int[][] orders() {
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
  static final class Model {
    private final boolean[] there = {true, true, true};
    private final boolean[] ended = new boolean[PARTITIONS];
    private final boolean[] idle = new boolean[PARTITIONS];
    private final long[] reached = {NONE, NONE, NONE};
    private long merged = NONE;

    /** Returns the merged watermark after this was said. */
    long hear(char saying, int p) {
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
