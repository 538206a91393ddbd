package io.tidemark.window;

import io.tidemark.aggregate.RowCode;
import java.util.Arrays;

/**
 * The keys that a definition of sliding windows knows, in the order in which it first saw them, and
 * at their numbers the running rows: a row of key, 0 and invertible state, with the number of
 * events in it, and the stacked states beside it. One writer: the stage that runs the windows.
 */
final class RunningTable {
  /** Where the state begins in a row: behind the key and the number of firings, which is 0. */
  static final int STATE = 2;

  /** The longs of a row. */
  final int width;

  final StackColumns columns;

  private final RowCode invertible;
  private final int countAt;
  private final KeyNumbers numbers;
  private final Panes panes;

  /** How many numbers have a row, of no event where the key is not known. */
  private int size;

  private long[] rows = new long[0];

  /** For each number, whether the key is known, and up to which pane it is known to have a row. */
  private boolean[] isKnown = new boolean[0];

  private long[] usedUpTo = new long[0];

  /** The numbers of the keys that are known, in their order. */
  private int[] members = new int[16];

  private int memberCount;

  RunningTable(RowCode invertible, StackPart stack, KeyNumbers numbers, Panes panes) {
    this.invertible = invertible;
    this.columns = new StackColumns(stack);
    this.width = STATE + invertible.width();
    this.countAt = STATE + invertible.countAt();
    this.numbers = numbers;
    this.panes = panes;
  }

  /** The rows; a later {@link #know} may replace the array. */
  long[] rows() {
    return rows;
  }

  /** How many numbers have a row. */
  int size() {
    return size;
  }

  /** An event of the key with this number counts: it has its place from now on. */
  void know(int number) {
    if (number < size && isKnown[number]) {
      return;
    }
    while (size <= number) {
      addRow();
    }
    isKnown[number] = true;
    usedUpTo[number] = Long.MIN_VALUE;
    rows[number * width] = numbers.key(number);
    numbers.know(number);
    if (memberCount == members.length) {
      members = Arrays.copyOf(members, memberCount * 2);
    }
    members[memberCount++] = number;
  }

  private void addRow() {
    if (size == usedUpTo.length) {
      int room = Math.max(size, 8) * 2;
      usedUpTo = Arrays.copyOf(usedUpTo, room);
      isKnown = Arrays.copyOf(isKnown, room);
      rows = Arrays.copyOf(rows, Math.multiplyExact(room, width));
    }
    rows[size * width + 1] = 0;
    create(size);
    size++;
  }

  /** Writes the state of no event. */
  private void create(int number) {
    invertible.create(rows, number * width + STATE);
    columns.clear(number);
  }

  /** How many keys are known. */
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

  /** These rows are in a table from now on. */
  void noteUses(PaneRows moved) {
    if (panes.find(moved.index) != null) {
      for (int place = 0; place < moved.places(); place++) {
        noteUse(moved.numbers[place], moved.index);
      }
    }
  }

  /** A pane has a row of this key, and may have it in a table. */
  void noteUse(int number, long pane) {
    usedUpTo[number] = Math.max(usedUpTo[number], pane);
  }

  /**
   * Forgets the keys of which neither the running rows nor any pane has an event that still counts:
   * they get a place behind all others when they come again.
   *
   * @param closesAt no pane counts that closes before the watermark comes to this value
   */
  void forget(TwoStacks held, long closesAt) {
    int from = panes.placeClosingFrom(closesAt);
    int kept = 0;
    for (int m = 0; m < memberCount; m++) {
      int number = members[m];
      if (isIn(number) || isUsed(number, from, held)) {
        members[kept++] = number;
      } else {
        isKnown[number] = false;
        create(number);
        numbers.forget(number);
      }
    }
    memberCount = kept;
  }

  /** Whether a pane from this place on that is not in the running rows has a row of the key. */
  private boolean isUsed(int number, int from, TwoStacks held) {
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
