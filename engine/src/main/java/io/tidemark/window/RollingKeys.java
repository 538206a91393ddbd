package io.tidemark.window;

import io.tidemark.aggregate.RowCode;

/**
 * The keys of rolling windows: for each its last instant, and the window that ends with the last
 * instant that has fired, as two stacks of instants (see {@link CountRows}).
 *
 * <pre>
 *   first          |-- front ---|--- behind ---| last fired      newest
 *   |   |    |     |   |    |   |   |   |   |  |     |    |       |
 *                   suffixes     all in one state
 * </pre>
 *
 * <p>One writer: the stage that runs the windows.
 */
final class RollingKeys {
  private static final int NEWEST = 1;

  /** The last instant that is in the window; 0 where none is. */
  private static final int LAST = 2;

  /** The first instant that is in the window. */
  private static final int FIRST = 3;

  /** How many instants from there on are the front. */
  private static final int FRONT_COUNT = 4;

  private static final int BEHIND_COUNT = 5;
  private static final int BEHIND = 6;

  private final RowCode code;
  private final RollingRows instants;
  private final int stateAt;
  private final int suffixAt;
  private final long range;
  private final KeyTable table;

  RollingKeys(RowCode code, RollingRows instants, int stateAt, long range) {
    this.code = code;
    this.instants = instants;
    this.stateAt = stateAt;
    this.suffixAt = stateAt + code.width();
    this.range = range;
    this.table = new KeyTable(BEHIND + code.width());
  }

  /** Where the key's row begins, or -1. */
  int find(long key) {
    return table.find(key);
  }

  /** Adds the row of a key that has none. */
  int add(long key) {
    int at = table.rowOf(key);
    set(at, NEWEST, 0);
    empty(at);
    return at;
  }

  /** Forgets a key that has no instants left. */
  void remove(int at) {
    table.remove(at);
  }

  int newest(int at) {
    return get(at, NEWEST);
  }

  void setNewest(int at, int instant) {
    set(at, NEWEST, instant);
  }

  /** The last instant that has fired and is held, or 0. */
  int last(int at) {
    return get(at, LAST);
  }

  /** Moves the window on to this instant, the next one. */
  void enter(int at, int instant) {
    if (last(at) == 0) {
      set(at, FIRST, instant);
    }
    set(at, LAST, instant);
    addBehind(at, instant);
    long before = instants.timestamp(instant) - range;
    while (instants.timestamp(get(at, FIRST)) <= before) {
      leave(at);
    }
  }

  /** Takes the window back to before this instant: to what the next one's window has of it. */
  void rewind(int at, int instant) {
    empty(at);
    long before = instants.timestamp(instant) - range;
    int first = instant;
    for (int earlier = instants.before(instant);
        earlier != 0 && instants.timestamp(earlier) > before;
        earlier = instants.before(earlier)) {
      first = earlier;
    }
    set(at, FIRST, first);
    for (int next = first; next != instant; next = instants.after(next)) {
      set(at, LAST, next);
      addBehind(at, next);
    }
  }

  /** An instant, the first of its key, is to be forgotten. */
  void forget(int at, int instant) {
    if (last(at) == 0 || get(at, FIRST) != instant) {
      return;
    }
    if (last(at) == instant) {
      empty(at);
    } else {
      leave(at);
    }
  }

  /** Writes the state of the window. */
  void copy(int at, long[] row, int rowStateAt) {
    if (get(at, FRONT_COUNT) == 0) {
      code.create(row, rowStateAt);
    } else {
      int first = instants.at(get(at, FIRST)) + suffixAt;
      System.arraycopy(instants.array(), first, row, rowStateAt, code.width());
    }
    code.merge(row, rowStateAt, table.rows(), at + BEHIND);
  }

  private void addBehind(int at, int instant) {
    code.merge(table.rows(), at + BEHIND, instants.array(), instants.at(instant) + stateAt);
    set(at, BEHIND_COUNT, get(at, BEHIND_COUNT) + 1);
  }

  /** Takes the first instant out; it is not the last one. */
  private void leave(int at) {
    if (get(at, FRONT_COUNT) == 0) {
      behindToFront(at);
    }
    set(at, FRONT_COUNT, get(at, FRONT_COUNT) - 1);
    set(at, FIRST, instants.after(get(at, FIRST)));
  }

  private void behindToFront(int at) {
    long[] rows = instants.array();
    int width = code.width();
    int instant = last(at);
    int later = 0;
    for (int n = get(at, BEHIND_COUNT); n > 0; n--) {
      int row = instants.at(instant);
      System.arraycopy(rows, row + stateAt, rows, row + suffixAt, width);
      if (later != 0) {
        code.merge(rows, row + suffixAt, rows, instants.at(later) + suffixAt);
      }
      later = instant;
      instant = instants.before(instant);
    }
    set(at, FRONT_COUNT, get(at, BEHIND_COUNT));
    set(at, BEHIND_COUNT, 0);
    code.create(table.rows(), at + BEHIND);
  }

  private void empty(int at) {
    set(at, LAST, 0);
    set(at, FIRST, 0);
    set(at, FRONT_COUNT, 0);
    set(at, BEHIND_COUNT, 0);
    code.create(table.rows(), at + BEHIND);
  }

  private int get(int at, int field) {
    return (int) table.rows()[at + field];
  }

  private void set(int at, int field, int value) {
    table.rows()[at + field] = value;
  }
}
