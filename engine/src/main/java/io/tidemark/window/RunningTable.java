package io.tidemark.window;

import io.tidemark.aggregate.RowCode;
import java.util.Arrays;

/**
 * The keys of sliding windows, each with a small number for as long as it is in any pane, in the
 * order in which they were given them; and at those numbers the running rows: a row of key, 0 and
 * invertible state, with the number of events in it, and the stacked states beside it. One writer:
 * the stage that runs the windows.
 */
final class RunningTable {
  /** Where the state begins in a row: behind the key and the number of firings, which is 0. */
  static final int STATE = 2;

  /** The longs of a row. */
  final int width;

  final StackColumns columns;

  private final RowCode invertible;
  private final int countAt;
  private final KeyTable keys = new KeyTable(1);
  private long[] rows = new long[0];

  /** For each number, up to which pane it is known to be in use. */
  private long[] usedUpTo = new long[0];

  /** The numbers in use, in the order in which keys got theirs. */
  private int[] members = new int[16];

  private int memberCount;

  RunningTable(RowCode invertible, StackPart stack) {
    this.invertible = invertible;
    this.columns = new StackColumns(stack);
    this.width = STATE + invertible.width();
    this.countAt = STATE + invertible.countAt();
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

  /** How many keys have a number. */
  int members() {
    return memberCount;
  }

  /** The number of the key at this place of the order. */
  int member(int place) {
    return members[place];
  }

  /** Whether the running rows have an event of the key with this number. */
  boolean isIn(int number) {
    return rows[number * width + countAt] != 0;
  }

  /** The pane's rows are in a table from now on. */
  void noteUse(Pane pane) {
    int[] numbers = pane.rows.numbers;
    for (int place = 0; place < pane.rows.places(); place++) {
      noteUse(numbers[place], pane.index);
    }
  }

  /** A pane's table has a row of this key. */
  void noteUse(int number, long pane) {
    usedUpTo[number] = Math.max(usedUpTo[number], pane);
  }

  /**
   * Forgets the keys of which neither the running rows nor any pane has an event that still counts:
   * they get another number, and a place behind all others, when they come again.
   *
   * @param closesAt no pane counts that closes before the watermark comes to this value
   */
  void forget(Panes panes, TwoStacks held, long closesAt) {
    int from = panes.placeClosingFrom(closesAt);
    int kept = 0;
    for (int m = 0; m < memberCount; m++) {
      int number = members[m];
      if (isIn(number) || isUsed(number, panes, from, held)) {
        members[kept++] = number;
      } else {
        keys.remove(number);
      }
    }
    memberCount = kept;
  }

  /** Whether a pane from this place on that is not in the running rows has a row of the key. */
  private boolean isUsed(int number, Panes panes, int from, TwoStacks held) {
    if (from < panes.end() && usedUpTo[number] >= panes.at(from).index) {
      return true;
    }
    // Panes with tables of their own have noted their uses.
    for (int p = panes.end() - 1; p >= from; p--) {
      Pane pane = panes.at(p);
      if (!held.holds(pane.index) && pane.rows.hasAt(number)) {
        usedUpTo[number] = pane.index;
        return true;
      }
    }
    return false;
  }
}
