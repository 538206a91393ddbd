package io.tidemark.window;

import io.tidemark.aggregate.RowCode;
import java.util.Arrays;

/**
 * The keys of sliding windows, each with a small number for as long as it is in any pane that goes
 * by numbers or in the running rows; and at those numbers the running rows: a row of key, 0 and
 * invertible state, and the stacked states beside it. One writer: the stage that runs the windows.
 */
final class RunningTable {
  /** Where the state begins in a row: behind the key and the number of firings, which is 0. */
  static final int STATE = 2;

  /** The longs of a row. */
  final int width;

  final StackColumns columns;

  private final RowCode invertible;
  private final KeyTable keys = new KeyTable(1);
  private long[] rows = new long[0];

  /** For each number, up to which pane it is known to be in use. */
  private long[] usedUpTo = new long[0];

  /** The numbers in use. */
  private int[] members = new int[16];

  private int memberCount;
  private final ArrivalOrder order = new ArrivalOrder();

  RunningTable(RowCode invertible, StackPart stack) {
    this.invertible = invertible;
    this.columns = new StackColumns(stack);
    this.width = STATE + invertible.width();
  }

  /** The rows; a later {@link #numberOf} may replace the array. */
  long[] rows() {
    return rows;
  }

  /** The key's number, or -1. */
  int find(long key) {
    return keys.find(key);
  }

  /**
   * The numbers of several keys, up to the first that has none.
   *
   * @param numberOf takes the numbers, at the keys' places
   * @return the place of the first key without a number, or {@code to}
   */
  int findAll(long[] keysToFind, int from, int to, int[] numberOf) {
    return keys.findAll(keysToFind, from, to, numberOf);
  }

  /** How many numbers there are, unused ones among them. */
  int numbers() {
    return keys.size();
  }

  long key(int number) {
    return keys.rows()[number];
  }

  /** The key's number; it is given one if it has none. */
  int numberOf(long key) {
    int number = keys.find(key);
    return number < 0 ? add(key) : number;
  }

  private int add(long key) {
    int number = keys.rowOf(key);
    if (number >= usedUpTo.length) {
      int room = Math.max(number + 1, 8) * 2;
      usedUpTo = Arrays.copyOf(usedUpTo, room);
      rows = Arrays.copyOf(rows, Math.multiplyExact(room, width));
    }
    usedUpTo[number] = Long.MIN_VALUE;
    int at = number * width;
    rows[at] = key;
    rows[at + 1] = 0;
    invertible.create(rows, at + STATE);
    columns.add(number);
    if (memberCount == members.length) {
      members = Arrays.copyOf(members, memberCount * 2);
    }
    members[memberCount++] = number;
    return number;
  }

  /** How many keys {@link #sort} found. */
  int ordered() {
    return order.size();
  }

  /** The number of the key at this place of the order. */
  int ordered(int place) {
    return order.row(place);
  }

  /**
   * Orders the keys in the running rows by when they were first seen, and forgets those that are
   * neither there nor in any pane by their numbers.
   */
  void sort(Panes panes, TwoStacks held) {
    order.clear();
    int kept = 0;
    for (int m = 0; m < memberCount; m++) {
      int number = members[m];
      long arrival = columns.arrival(number);
      if (arrival != StackPart.NONE) {
        order.add(arrival, number);
      } else if (!isUsed(number, panes, held)) {
        keys.remove(number);
        continue;
      }
      members[kept++] = number;
    }
    memberCount = kept;
    order.sort();
  }

  /** Whether a pane that is not in the running rows has a row at this number. */
  private boolean isUsed(int number, Panes panes, TwoStacks held) {
    if (usedUpTo[number] >= panes.oldest().index) {
      return true;
    }
    for (int p = panes.end() - 1; p >= panes.begin(); p--) {
      Pane pane = panes.at(p);
      if (!held.holds(pane.index) && pane.rows.hasAt(number)) {
        usedUpTo[number] = pane.index;
        return true;
      }
    }
    return false;
  }
}
