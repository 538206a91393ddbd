package io.tidemark.window;

import java.util.Arrays;

/**
 * Notes of sessions and the times at which something may be due for them, smallest first: a binary
 * heap. A note is never taken back: whoever takes it looks whether it still holds. So there are as
 * many as sessions that became due at a time still to come. Cost: O(log n). One writer: the stage
 * that runs the windows.
 */
final class DueQueue {
  private long[] due = new long[16];
  private int[] sessions = new int[16];
  private int size;

  /** The smallest time, or {@link WindowOperator#NEVER} where there is none. */
  long earliest() {
    return size == 0 ? WindowOperator.NEVER : due[0];
  }

  boolean isEmpty() {
    return size == 0;
  }

  void add(int session, long time) {
    if (size == sessions.length) {
      sessions = Arrays.copyOf(sessions, size * 2);
      due = Arrays.copyOf(due, size * 2);
    }
    int place = size++;
    while (place > 0 && due[(place - 1) >> 1] > time) {
      int parent = (place - 1) >> 1;
      sessions[place] = sessions[parent];
      due[place] = due[parent];
      place = parent;
    }
    sessions[place] = session;
    due[place] = time;
  }

  /** Takes the note with the smallest time; there must be one. */
  int remove() {
    int first = sessions[0];
    int last = sessions[--size];
    long time = due[size];
    int place = 0;
    int child = 1;
    while (child < size) {
      if (child + 1 < size && due[child + 1] < due[child]) {
        child++;
      }
      if (due[child] >= time) {
        break;
      }
      sessions[place] = sessions[child];
      due[place] = due[child];
      place = child;
      child = 2 * place + 1;
    }
    sessions[place] = last;
    due[place] = time;
    return first;
  }
}
