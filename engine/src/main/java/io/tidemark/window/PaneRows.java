package io.tidemark.window;

import io.tidemark.aggregate.RowCode;
import java.util.Arrays;

/**
 * The rows of a pane of sliding windows, each the state and nothing else. A row is there when the
 * number of events in its state is not 0.
 *
 * <p>Where most keys are in most panes, a row lies at its key's number, which is the same in all
 * panes: the pane has neither keys nor an index, and panes go into the running rows by a walk
 * through both. Where a pane has few of many keys, its rows lie in a table of their own, each
 * behind its key. A pane begins as one or the other, and becomes a table when keys that it has not
 * would take most of its room. One writer: the stage that runs the windows.
 */
final class PaneRows {
  /** So many numbers may be nearly empty. */
  static final int FEW = 32;

  /** At least every so many numbers are to have a row. */
  static final int SPARSE = 8;

  private static final int SMALLEST = 16;

  /** Room grows by the n-th part more than is needed. */
  private static final int SLACK = 4;

  private static final int[] NO_INTS = {};
  private static final long[] NO_LONGS = {};

  private final int width;
  private final int countAt;
  private final KeyTable table;
  private final RowCode code;
  private boolean isNumbered;
  private long[] numbered = NO_LONGS;

  /** How many numbers there is room for, all of them with a state. */
  private int room;

  /** The numbers of the keys whose rows are in the table. */
  int[] numbers = NO_INTS;

  /** For each row, its key in the panes behind this one. */
  long[] suffixes = NO_LONGS;

  /**
   * A pane's rows.
   *
   * @param table empty; its rows have one long more than those here, the key
   * @param code {@linkplain RowCode#counted counts}
   */
  PaneRows(KeyTable table, RowCode code) {
    this.table = table;
    this.code = code;
    this.width = code.width();
    this.countAt = code.countAt();
  }

  /**
   * Begins a pane.
   *
   * @param keys how many numbers there are, where rows are to lie at them, else -1
   */
  void open(int keys) {
    isNumbered = keys >= 0;
    if (isNumbered) {
      reserve(keys);
    }
  }

  /** Forgets all rows and keeps the capacity; the table is cleared with the pane. */
  void clear() {
    if (isNumbered) {
      fill(0, numbered.length);
    }
  }

  /** Whether rows lie at their keys' numbers. */
  boolean isNumbered() {
    return isNumbered;
  }

  /** The table, where rows do not lie at their keys' numbers. */
  KeyTable table() {
    return table;
  }

  /** How many rows there are. */
  int size() {
    if (!isNumbered) {
      return table.size();
    }
    int size = 0;
    for (int at = countAt; at < numbered.length; at += width) {
      size += numbered[at] == 0 ? 0 : 1;
    }
    return size;
  }

  /** The rows; adding one may replace the array, and those of a table lie behind their keys. */
  long[] array() {
    return isNumbered ? numbered : table.rows();
  }

  /** How many places there are; some may be without a row where rows are numbered. */
  int places() {
    return isNumbered ? room : table.size();
  }

  /** From place to place in the array. */
  int stride() {
    return isNumbered ? width : width + 1;
  }

  /** The place of the row that begins here. */
  int place(int at) {
    return at / stride();
  }

  /** The number of the key whose row is at this place. */
  int number(int place) {
    return isNumbered ? place : numbers[place];
  }

  /** Where the key's row begins, or -1; {@code number} is the key's, or -1. */
  int find(long key, int number) {
    if (isNumbered) {
      return number >= 0 && hasAt(number) ? number * width : -1;
    }
    int at = table.find(key);
    return at < 0 ? -1 : at + 1;
  }

  /** Whether rows lie at numbers, and one at this number. */
  boolean hasAt(int number) {
    return isNumbered && number < room && numbered[number * width + countAt] != 0;
  }

  /** Whether room for a row at this number would leave too much without one. */
  boolean isTooSparseFor(int number) {
    return number >= FEW && number >= room && number / SPARSE > size();
  }

  /** Makes room for a row at this number, with the state of no event. */
  void makeRoomAt(int number) {
    reserve(number + 1);
  }

  /** Adds a row with the state of no event to the table, for a key that has none. */
  void addFor(long key, int number) {
    int place = table.size();
    int at = table.rowOf(key) + 1;
    code.create(table.rows(), at);
    if (place == numbers.length) {
      numbers = Arrays.copyOf(numbers, Math.max(SMALLEST, place * 2));
    }
    numbers[place] = number;
  }

  /** Moves all rows, and what is beside them, from their numbers to the table. */
  void toTable(RunningTable keys, int suffix) {
    long[] moved = new long[Math.multiplyExact(size(), suffix)];
    int place = 0;
    for (int number = 0; number < room; number++) {
      if (hasAt(number)) {
        addFor(keys.key(number), number);
        System.arraycopy(numbered, number * width, table.rows(), place * (width + 1) + 1, width);
        if ((number + 1) * suffix <= suffixes.length) {
          System.arraycopy(suffixes, number * suffix, moved, place * suffix, suffix);
        }
        place++;
      }
    }
    suffixes = moved;
    numbered = NO_LONGS;
    room = 0;
    isNumbered = false;
  }

  /**
   * Room for the suffixes that a pane has beside its rows once it is in the running ones.
   *
   * @param suffix the longs of a suffix
   */
  void makeRoomBeside(int suffix) {
    int places = places();
    if (suffixes.length < places * suffix) {
      suffixes =
          Arrays.copyOf(
              suffixes, Math.max(Math.multiplyExact(places, suffix), suffixes.length * 2));
    }
  }

  private void reserve(int count) {
    if (room < count) {
      int old = numbered.length;
      room = Math.max(SMALLEST, count + count / SLACK);
      numbered = Arrays.copyOf(numbered, Math.multiplyExact(room, width));
      fill(old, numbered.length);
    }
  }

  /** Writes rows that are not there, with the state of no event: one, then what there is again. */
  private void fill(int from, int to) {
    if (from == to) {
      return;
    }
    code.create(numbered, from);
    for (int done = width; done < to - from; done *= 2) {
      System.arraycopy(numbered, from, numbered, from + done, Math.min(done, to - from - done));
    }
  }
}
