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
 * would take most of its room.
 *
 * <p>Definitions that share panes have the same rows, and suffixes of their own. One writer: the
 * stage that runs the windows.
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

  /** The pane's. */
  long index;

  /** A small number, different from those of all other panes there are. */
  int slot;

  /** How many definitions have the pane. */
  int users;

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

  /** By definition: for each row, its key in the panes behind this one. */
  final long[][] suffixes;

  /**
   * No rows.
   *
   * @param code {@linkplain RowCode#counted counts}
   * @param definitions how many share panes
   */
  PaneRows(RowCode code, int definitions) {
    this.code = code;
    this.width = code.width();
    this.countAt = code.countAt();
    this.table = new KeyTable(1 + width);
    this.suffixes = new long[definitions][];
    Arrays.fill(suffixes, NO_LONGS);
  }

  /**
   * Begins a pane.
   *
   * @param pane its index
   * @param keys how many numbers there are, where rows are to lie at them, else -1
   */
  void open(long pane, int keys) {
    index = pane;
    isNumbered = keys >= 0;
    if (isNumbered) {
      reserve(keys);
    }
  }

  /** Forgets all rows and keeps the capacity. */
  void clear() {
    if (isNumbered) {
      fill(0, numbered.length);
    } else {
      table.clear();
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

  /** Where the key's row begins, with or without an event; there is room for it. */
  int at(long key, int number) {
    return isNumbered ? number * width : table.find(key) + 1;
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
  void toTable(KeyNumbers keys, int suffix) {
    int place = 0;
    for (int number = 0; number < room; number++) {
      if (hasAt(number)) {
        addFor(keys.key(number), number);
        System.arraycopy(numbered, number * width, table.rows(), place * (width + 1) + 1, width);
        // Places come before numbers, so that suffixes can move where they lie.
        for (long[] each : suffixes) {
          if ((number + 1) * suffix <= each.length) {
            System.arraycopy(each, number * suffix, each, place * suffix, suffix);
          }
        }
        place++;
      }
    }
    numbered = NO_LONGS;
    room = 0;
    isNumbered = false;
  }

  /**
   * Room for the suffixes that a pane has beside its rows once it is in the running ones.
   *
   * @param definition whose
   * @param suffix the longs of a suffix
   */
  void makeRoomBeside(int definition, int suffix) {
    int places = places();
    long[] old = suffixes[definition];
    if (old.length < places * suffix) {
      int length = Math.max(Math.multiplyExact(places, suffix), old.length * 2);
      suffixes[definition] = Arrays.copyOf(old, length);
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
