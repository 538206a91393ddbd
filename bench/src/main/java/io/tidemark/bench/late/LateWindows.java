package io.tidemark.bench.late;

import io.tidemark.bench.late.LateCase.Late;
import io.tidemark.bench.workload.Workload;
import java.util.ArrayDeque;
import java.util.Arrays;

/** Tumbling and sliding windows: each has an array by the ordinal of the key, and no panes. */
final class LateWindows extends LateOracle {
  private static final int WIDTH = 5;

  /** Where a state tells whether it waits for the next tick. */
  private static final int WAITS = 4;

  /** More than there are windows at a time. */
  private static final int WINDOWS = 512;

  private final long[][] windows = new long[WINDOWS][];
  private final ArrayDeque<long[]> spare = new ArrayDeque<>();

  /** The numbers of the first window that has not fired, and the first that is not closed. */
  private long unfired;

  private long open;

  LateWindows(Workload workload, LateCase setting) {
    super(workload, setting);
    this.open = (Workload.T0 - Workload.MAX_DELAY_MS - setting.sizeMs) / setting.slideMs;
    this.unfired = open;
  }

  @Override
  boolean add(int ordinal, long timestamp, long value, long watermark) {
    boolean inTime = false;
    long newest = timestamp / setting.slideMs;
    for (long n = newest; n >= open && end(n) > timestamp; n--) {
      inTime = true;
      long[] states = statesOf(n);
      int at = WIDTH * ordinal;
      add(states, at, value);
      if (n < unfired && setting.late == Late.COALESCED) {
        states[at + WAITS] = 1;
      } else if (n < unfired) {
        emit(n, ordinal, states);
      }
    }
    return inTime;
  }

  private static void add(long[] states, int at, long value) {
    boolean first = states[at] == 0;
    states[at]++;
    states[at + 1] += value;
    states[at + 2] = first ? value : Math.min(states[at + 2], value);
    states[at + 3] = first ? value : Math.max(states[at + 3], value);
  }

  private long end(long n) {
    return n * setting.slideMs + setting.sizeMs;
  }

  private long[] statesOf(long n) {
    int place = (int) (n % WINDOWS);
    if (windows[place] == null) {
      windows[place] = spare.isEmpty() ? new long[WIDTH * workload.keys()] : spare.pop();
    }
    return windows[place];
  }

  @Override
  void tick() {
    for (long n = open; n < unfired; n++) {
      emitWaiting(n);
    }
  }

  private void emitWaiting(long n) {
    long[] states = windows[(int) (n % WINDOWS)];
    for (int key = 0; states != null && key < workload.keys(); key++) {
      if (states[WIDTH * key + WAITS] != 0) {
        states[WIDTH * key + WAITS] = 0;
        emit(n, key, states);
      }
    }
  }

  @Override
  void advance(long watermark) {
    // No window is further ahead; at the end of time that is what ends it.
    while (end(unfired) <= watermark && unfired < open + WINDOWS) {
      fire(unfired++);
    }
    while (open < unfired && isClosed(end(open), watermark)) {
      emitWaiting(open);
      close((int) (open % WINDOWS));
      open++;
    }
  }

  private void fire(long n) {
    long[] states = windows[(int) (n % WINDOWS)];
    for (int key = 0; states != null && key < workload.keys(); key++) {
      if (states[WIDTH * key] != 0) {
        emit(n, key, states);
      }
    }
  }

  private void close(int place) {
    if (windows[place] != null) {
      Arrays.fill(windows[place], 0);
      spare.push(windows[place]);
      windows[place] = null;
    }
  }

  private void emit(long n, int ordinal, long[] states) {
    emit(ordinal, n * setting.slideMs, end(n), states, WIDTH * ordinal);
  }
}
