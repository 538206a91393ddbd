package io.tidemark.window;

import java.util.Arrays;

/**
 * Sessions, or the rows of rolling windows, by a watermark at which something is due for them: to
 * fire, or to close. A heap in which each session knows its place, so that one can be taken out of
 * the middle.
 *
 * <p>The watermark noted here is a lower bound: a session that grows is due later and stays where
 * it is, which costs its events nothing. Whoever takes the earliest one looks at its row and puts
 * it off if it has grown meanwhile.
 *
 * <p>A place has four children, and all that entries are compared by stands in them: where there
 * are a million sessions, a level costs one wait for memory, and there are half as many levels.
 * Cost: O(log n). A session is in one queue at a time. One writer: the stage that runs the windows.
 */
final class SessionQueue {
  private static final int SMALLEST = 16;

  // What an entry is: what it is due at, what orders those that are due together, the session.
  private static final int START = 1;
  private static final int FIRST = 2;
  private static final int SESSION = 3;
  private static final int WIDTH = 4;

  /** Places are numbered from here on; the one before is that of an entry on its way. */
  private static final int TOP = 1;

  private static final int MOVING = 0;

  private final QueuedRows rows;

  /** Whether sessions that are due at one watermark come in the order of their rows. */
  private final boolean hasOrder;

  private long[] entries = new long[SMALLEST * WIDTH];
  private int size;

  /**
   * An empty queue.
   *
   * @param hasOrder whether sessions that are due at one watermark come in the order of their rows
   */
  SessionQueue(QueuedRows rows, boolean hasOrder) {
    this.rows = rows;
    this.hasOrder = hasOrder;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The smallest watermark, or {@link WindowOperator#NEVER} where there is none. */
  long earliest() {
    return size == 0 ? WindowOperator.NEVER : entries[TOP * WIDTH];
  }

  /** The session with the smallest watermark, the first one in order; there must be one. */
  int first() {
    return sessionAt(TOP);
  }

  /** Whether the session, which is in this queue or in another one, is in this one. */
  boolean holds(int session) {
    int place = rows.place(session);
    return place <= size && sessionAt(place) == session;
  }

  void add(int session, long watermark) {
    size++;
    if (size * WIDTH == entries.length) {
      entries = Arrays.copyOf(entries, Math.multiplyExact(entries.length, 2));
    }
    rise(size, session, watermark);
  }

  /** The first session is due later than noted. */
  void putOffFirst(long watermark) {
    entries[TOP * WIDTH] = watermark;
    copy(TOP, MOVING);
    sink(TOP);
  }

  /** The row of a session in this queue has come to stand before others that are due with it. */
  void moveUp(int session) {
    int place = rows.place(session);
    rise(place, session, entries[place * WIDTH]);
  }

  void remove(int session) {
    int place = rows.place(session);
    size--;
    if (place > size) {
      return;
    }
    copy(size + 1, MOVING);
    if (place > TOP && isBefore(MOVING, parent(place))) {
      rise(place);
    } else {
      sink(place);
    }
  }

  private void rise(int from, int session, long watermark) {
    entries[MOVING] = watermark;
    entries[START] = hasOrder ? rows.start(session) : 0;
    entries[FIRST] = hasOrder ? rows.first(session) : 0;
    entries[SESSION] = session;
    rise(from);
  }

  /** Puts the entry on its way at this place or above it. */
  private void rise(int from) {
    int place = from;
    while (place > TOP && isBefore(MOVING, parent(place))) {
      put(place, parent(place));
      place = parent(place);
    }
    put(place, MOVING);
  }

  /** Puts the entry on its way at this place or below it. */
  private void sink(int from) {
    int place = from;
    int child = firstChild(place);
    while (child <= size) {
      int earliest = earliestFrom(child);
      if (!isBefore(earliest, MOVING)) {
        break;
      }
      put(place, earliest);
      place = earliest;
      child = firstChild(place);
    }
    put(place, MOVING);
  }

  /** The earliest of the children that begin here. */
  private int earliestFrom(int firstChild) {
    long[] all = entries;
    int earliest = firstChild;
    long due = all[firstChild * WIDTH];
    int last = Math.min(firstChild + 3, size);
    for (int child = firstChild + 1; child <= last; child++) {
      long other = all[child * WIDTH];
      if (other < due || (other == due && isBefore(child, earliest))) {
        earliest = child;
        due = other;
      }
    }
    return earliest;
  }

  private static int parent(int place) {
    return (place + 2) >> 2;
  }

  private static int firstChild(int place) {
    return 4 * place - 2;
  }

  private boolean isBefore(int one, int other) {
    long[] all = entries;
    int at = one * WIDTH;
    int otherAt = other * WIDTH;
    if (all[at] != all[otherAt]) {
      return all[at] < all[otherAt];
    }
    return all[at + START] == all[otherAt + START]
        ? all[at + FIRST] < all[otherAt + FIRST]
        : all[at + START] < all[otherAt + START];
  }

  private int sessionAt(int place) {
    return (int) entries[place * WIDTH + SESSION];
  }

  private void put(int place, int from) {
    copy(from, place);
    rows.setPlace(sessionAt(place), place);
  }

  private void copy(int from, int to) {
    long[] all = entries;
    int at = from * WIDTH;
    int toAt = to * WIDTH;
    all[toAt] = all[at];
    all[toAt + START] = all[at + START];
    all[toAt + FIRST] = all[at + FIRST];
    all[toAt + SESSION] = all[at + SESSION];
  }
}
