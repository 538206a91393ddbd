package io.tidemark.window;

import java.util.Arrays;

/**
 * Sessions, or the rows of rolling windows, by a watermark at which something is due for them: to
 * fire, or to close. A binary heap in which each session knows its place, so that one can be taken
 * out of the middle.
 *
 * <p>The watermark noted here is a lower bound: a session that grows is due later and stays where
 * it is, which costs its events nothing. Whoever takes the earliest one looks at its row and puts
 * it off if it has grown meanwhile.
 *
 * <p>Cost: O(log n). A session is in one queue at a time. One writer: the stage that runs the
 * windows.
 */
final class SessionQueue {
  private static final int SMALLEST = 16;

  private final QueuePlaces rows;
  private long[] due = new long[SMALLEST];
  private int[] sessions = new int[SMALLEST];
  private int size;

  SessionQueue(QueuePlaces rows) {
    this.rows = rows;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The smallest watermark, or {@link WindowOperator#NEVER} where there is none. */
  long earliest() {
    return size == 0 ? WindowOperator.NEVER : due[0];
  }

  /** The session with the smallest watermark; there must be one. */
  int first() {
    return sessions[0];
  }

  void add(int session, long watermark) {
    if (size == sessions.length) {
      sessions = Arrays.copyOf(sessions, size * 2);
      due = Arrays.copyOf(due, size * 2);
    }
    size++;
    rise(size - 1, session, watermark);
  }

  /** The first session is due later than noted. */
  void putOffFirst(long watermark) {
    sink(0, sessions[0], watermark);
  }

  void removeFirst() {
    remove(sessions[0]);
  }

  void remove(int session) {
    int place = rows.place(session);
    size--;
    if (place == size) {
      return;
    }
    int last = sessions[size];
    long watermark = due[size];
    if (place > 0 && due[(place - 1) >> 1] > watermark) {
      rise(place, last, watermark);
    } else {
      sink(place, last, watermark);
    }
  }

  /** Puts the session at this place or above it. */
  private void rise(int from, int session, long watermark) {
    int place = from;
    while (place > 0 && due[(place - 1) >> 1] > watermark) {
      int parent = (place - 1) >> 1;
      put(place, sessions[parent], due[parent]);
      place = parent;
    }
    put(place, session, watermark);
  }

  /** Puts the session at this place or below it. */
  private void sink(int from, int session, long watermark) {
    int place = from;
    int child = 2 * place + 1;
    while (child < size) {
      if (child + 1 < size && due[child + 1] < due[child]) {
        child++;
      }
      if (due[child] >= watermark) {
        break;
      }
      put(place, sessions[child], due[child]);
      place = child;
      child = 2 * place + 1;
    }
    put(place, session, watermark);
  }

  private void put(int place, int session, long watermark) {
    sessions[place] = session;
    due[place] = watermark;
    rows.setPlace(session, place);
  }
}
