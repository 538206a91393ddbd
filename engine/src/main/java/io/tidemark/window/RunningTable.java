package io.tidemark.window;

import io.tidemark.aggregate.RowCode;
import java.util.Arrays;

/**
 * The keys of sliding windows, each with a small number for as long as it is in any pane that goes
 * by numbers or in the running rows; and the running rows, at those numbers: the stacked state of
 * front, middle, fresh and carry, and the invertible one. One writer: the stage that runs the
 * windows.
 */
final class RunningTable {
  /** Where the states begin in a row. */
  final int front = 0;

  final int middle;
  final int fresh;
  final int carry;
  final int invertibleAt;

  /** The longs of a row. */
  final int width;

  private final RowCode invertible;
  private final StackPart stack;
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
    this.stack = stack;
    this.middle = front + stack.width();
    this.fresh = middle + stack.width();
    this.carry = fresh + stack.width();
    this.invertibleAt = carry + stack.width();
    this.width = invertibleAt + invertible.width();
  }

  /** The rows; a later {@link #numberOf} may replace the array. */
  long[] rows() {
    return rows;
  }

  /** The key's number, or -1. */
  int find(long key) {
    return keys.find(key);
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
    invertible.create(rows, at + invertibleAt);
    for (int part = front; part <= carry; part += stack.width()) {
      stack.clear(rows, at + part);
    }
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
   *
   * @param first the first pane in the running rows
   * @param last the last one
   */
  void sort(Panes panes, long first, long last) {
    order.clear();
    int kept = 0;
    for (int m = 0; m < memberCount; m++) {
      int number = members[m];
      int at = number * width;
      long arrival = Math.min(rows[at + front], Math.min(rows[at + middle], rows[at + fresh]));
      if (arrival != StackPart.NONE) {
        order.add(arrival, number);
      } else if (!isUsed(number, panes, first, last)) {
        keys.remove(number);
        continue;
      }
      members[kept++] = number;
    }
    memberCount = kept;
    order.sort();
  }

  /** Whether a pane that is not in the running rows has a row at this number. */
  private boolean isUsed(int number, Panes panes, long first, long last) {
    if (usedUpTo[number] >= panes.oldest().index) {
      return true;
    }
    for (int p = panes.end() - 1; p >= panes.begin(); p--) {
      Pane pane = panes.at(p);
      if ((pane.index < first || pane.index > last) && pane.rows.hasAt(number)) {
        usedUpTo[number] = pane.index;
        return true;
      }
    }
    return false;
  }

  /** Adds the fresh states to those of the middle, whose suffixes are to be made anew. */
  void freshToMiddle() {
    for (int m = 0; m < memberCount; m++) {
      int at = members[m] * width;
      stack.merge(rows, at + middle, rows, at + fresh);
      stack.clear(rows, at + fresh);
      stack.clear(rows, at + carry);
    }
  }

  /** Makes the middle the front, of which nothing is left, and the fresh states the middle. */
  void middleToFront() {
    for (int m = 0; m < memberCount; m++) {
      int at = members[m] * width;
      stack.copy(rows, at + middle, rows, at + front);
      stack.copy(rows, at + fresh, rows, at + middle);
      stack.clear(rows, at + fresh);
      stack.clear(rows, at + carry);
    }
  }
}
