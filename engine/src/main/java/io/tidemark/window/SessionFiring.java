package io.tidemark.window;

import java.util.Arrays;

/**
 * The sessions that fire at one time, put in the order in which they do: by end, then by start,
 * then in the order in which they were first seen.
 *
 * <p>Sorted in place by a heap sort: O(n log n) also where all sessions end at once, and nothing is
 * allocated. One writer: the stage that runs the windows.
 */
final class SessionFiring {
  private static final int SMALLEST = 16;

  private final SessionRows rows;
  private int[] sessions = new int[SMALLEST];
  private int size;

  SessionFiring(SessionRows rows) {
    this.rows = rows;
  }

  void add(int session) {
    if (size == sessions.length) {
      sessions = Arrays.copyOf(sessions, size * 2);
    }
    sessions[size++] = session;
  }

  int size() {
    return size;
  }

  int get(int i) {
    return sessions[i];
  }

  void clear() {
    size = 0;
  }

  void sort() {
    for (int parent = (size >> 1) - 1; parent >= 0; parent--) {
      sink(parent, sessions[parent], size);
    }
    for (int last = size - 1; last > 0; last--) {
      int moved = sessions[last];
      sessions[last] = sessions[0];
      sink(0, moved, last);
    }
  }

  /** Puts the session at this place or below it, with the latest one on top. */
  private void sink(int from, int session, int to) {
    int place = from;
    int child = 2 * place + 1;
    while (child < to) {
      if (child + 1 < to && isBefore(sessions[child], sessions[child + 1])) {
        child++;
      }
      if (!isBefore(session, sessions[child])) {
        break;
      }
      sessions[place] = sessions[child];
      place = child;
      child = 2 * place + 1;
    }
    sessions[place] = session;
  }

  private boolean isBefore(int one, int other) {
    long end = rows.end(one);
    long otherEnd = rows.end(other);
    if (end != otherEnd) {
      return end < otherEnd;
    }
    long start = rows.start(one);
    long otherStart = rows.start(other);
    return start == otherStart ? rows.first(one) < rows.first(other) : start < otherStart;
  }
}
