package io.tidemark.window;

import io.tidemark.aggregate.RowCode;
import java.util.Arrays;

/**
 * The table of {@link RunningRows}: a row a key, with its invertible state and the stacked state of
 * front, middle, fresh and carry. Keys leave it one by one. One writer: the stage that runs the
 * windows.
 */
final class RunningTable {
  /** Where the invertible state begins in a row. */
  static final int INVERTIBLE = 1;

  /** Where the stacked states begin in a row. */
  final int front;

  final int middle;
  final int fresh;
  final int carry;

  private final RowCode invertible;
  private final StackPart stack;
  private final KeyTable table;

  /** Where the rows in use begin. */
  private int[] members = new int[16];

  private int memberCount;
  private final ArrivalOrder order = new ArrivalOrder();

  RunningTable(RowCode invertible, StackPart stack) {
    this.invertible = invertible;
    this.stack = stack;
    this.front = INVERTIBLE + invertible.width();
    this.middle = front + stack.width();
    this.fresh = middle + stack.width();
    this.carry = fresh + stack.width();
    this.table = new KeyTable(carry + stack.width());
  }

  /** The rows; a later {@link #rowOf} may replace the array. */
  long[] rows() {
    return table.rows();
  }

  /** How many keys {@link #sort} found. */
  int ordered() {
    return order.size();
  }

  /** Where the row of the key at this place of the order begins. */
  int row(int place) {
    return order.row(place);
  }

  /** Where the key's row begins. */
  int rowOf(long key) {
    int at = table.find(key);
    if (at < 0) {
      at = table.rowOf(key);
      long[] rows = table.rows();
      invertible.create(rows, at + INVERTIBLE);
      for (int part = front; part <= carry; part += stack.width()) {
        stack.clear(rows, at + part);
      }
      if (memberCount == members.length) {
        members = Arrays.copyOf(members, memberCount * 2);
      }
      members[memberCount++] = at;
    }
    return at;
  }

  /** Orders the keys by when they were first seen, and drops those that have left. */
  void sort() {
    order.clear();
    long[] rows = table.rows();
    int kept = 0;
    for (int m = 0; m < memberCount; m++) {
      int at = members[m];
      long arrival = Math.min(rows[at + front], Math.min(rows[at + middle], rows[at + fresh]));
      if (arrival == StackPart.NONE) {
        table.remove(at);
      } else {
        order.add(arrival, at);
        members[kept++] = at;
      }
    }
    memberCount = kept;
    order.sort();
  }

  /** Adds the fresh states to those of the middle, whose suffixes are to be made anew. */
  void freshToMiddle() {
    long[] rows = table.rows();
    for (int m = 0; m < memberCount; m++) {
      int at = members[m];
      stack.merge(rows, at + middle, rows, at + fresh);
      stack.clear(rows, at + fresh);
      stack.clear(rows, at + carry);
    }
  }

  /** Makes the middle the front, of which nothing is left, and the fresh states the middle. */
  void middleToFront() {
    long[] rows = table.rows();
    for (int m = 0; m < memberCount; m++) {
      int at = members[m];
      stack.copy(rows, at + middle, rows, at + front);
      stack.copy(rows, at + fresh, rows, at + middle);
      stack.clear(rows, at + fresh);
      stack.clear(rows, at + carry);
    }
  }
}
