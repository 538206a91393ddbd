package io.tidemark.process;

import io.tidemark.counters.ProcessCounters;
import io.tidemark.time.Durations;
import io.tidemark.window.KeyTable;

/**
 * A row of fields for each key that has state, and when it expires.
 *
 * <p>A row is its key, the fields, and where state expires the deadline and the time of the timer
 * that waits for it. Using a row only moves its deadline: the timer, one a row, finds that when it
 * fires, and waits again. So expiring costs a timer a row and TTL, and rows are freed without any
 * event. The table shrinks to what is live once few keys have been for long. One writer: the stage
 * that runs the processes.
 */
final class KeyedState {
  /** Where a row's fields begin. */
  static final int FIELDS_AT = 1;

  /** No smaller table is worth replacing. */
  private static final int SMALL = 1024;

  /** The end of time, at which nothing expires. */
  private static final long END_OF_TIME = Long.MAX_VALUE;

  private final int fields;
  private final ProcessCounters counters;

  /** How long a row is kept after its last use; 0: for ever. */
  private final long ttl;

  private final Timers deadlines;
  private KeyTable table;
  private int live;

  /** How many rows began since an eighth of the table was last in use. */
  private int sinceCrowd;

  /**
   * No state.
   *
   * @param fields the longs of a key's state
   * @param ttl how long a row is kept after its last use; 0: for ever
   */
  KeyedState(int fields, long ttl, ProcessCounters counters) {
    this.fields = fields;
    this.ttl = ttl;
    this.counters = counters;
    this.deadlines = ttl > 0 ? new Timers() : null;
    this.table = newTable();
  }

  /** Copies the fields of the key's row; returns false where it has none. */
  boolean read(long key, long[] to) {
    int at = table.find(key);
    if (at < 0) {
      return false;
    }
    System.arraycopy(table.rows(), at + FIELDS_AT, to, 0, fields);
    return true;
  }

  /**
   * Writes the key's row, which begins here if it has none.
   *
   * @param usedAt the time of this use, in the time by which state expires
   */
  void write(long key, long[] from, long usedAt) {
    int at = table.find(key);
    if (at < 0) {
      at = table.rowOf(key);
      live++;
      sinceCrowd = live > table.size() >> 3 ? 0 : sinceCrowd + 1;
      counters.openedKeys.increment();
      if (ttl > 0) {
        arm(at, Durations.saturatedAdd(usedAt, ttl));
      }
    } else if (ttl > 0) {
      moveDeadline(at, usedAt);
    }
    System.arraycopy(from, 0, table.rows(), at + FIELDS_AT, fields);
  }

  /** The key's row, if it has one, has been used. */
  void use(long key, long usedAt) {
    int at = table.find(key);
    if (at >= 0) {
      moveDeadline(at, usedAt);
    }
  }

  /** Forgets the key's row, if it has one. */
  void clear(long key) {
    int at = table.find(key);
    if (at >= 0) {
      if (ttl > 0) {
        deadlines.delete(key, table.rows()[armedAt(at)]);
      }
      remove(at);
    }
  }

  /** It is this time: forgets all rows whose deadline it has reached. */
  void expire(long now) {
    if (deadlines == null || now == END_OF_TIME) {
      return;
    }
    while (deadlines.isDue(now)) {
      long key = deadlines.firstKey();
      deadlines.removeFirst();
      int at = table.find(key);
      long deadline = table.rows()[deadlineAt(at)];
      if (deadline > now) {
        arm(at, deadline);
      } else {
        counters.expiredKeys.increment();
        remove(at);
      }
    }
  }

  private void remove(int at) {
    table.remove(at);
    live--;
    counters.closedKeys.increment();
    if (table.size() > SMALL && sinceCrowd > table.size()) {
      sinceCrowd = 0;
      KeyTable smaller = newTable();
      table.copyTo(smaller);
      table = smaller;
    }
  }

  private void moveDeadline(int at, long usedAt) {
    long[] rows = table.rows();
    int place = deadlineAt(at);
    rows[place] = Math.max(rows[place], Durations.saturatedAdd(usedAt, ttl));
  }

  private void arm(int at, long deadline) {
    long[] rows = table.rows();
    rows[deadlineAt(at)] = deadline;
    rows[armedAt(at)] = deadline;
    deadlines.register(rows[at], deadline);
  }

  private int deadlineAt(int at) {
    return at + FIELDS_AT + fields;
  }

  private int armedAt(int at) {
    return deadlineAt(at) + 1;
  }

  private KeyTable newTable() {
    return new KeyTable(FIELDS_AT + fields + (ttl > 0 ? 2 : 0));
  }
}
