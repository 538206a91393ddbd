package io.tidemark.window;

import java.util.Arrays;

/**
 * The live windows of one definition: found by their bounds in O(1), and kept in the order in which
 * they fire and close: by end, then by start.
 *
 * <p>Opening one costs a step for each live window that comes behind it in that order, which are
 * few where events are nearly in order. Windows are numbered by slots, and their rows are to be
 * found by slot: writing a reference for each event has the collector's barrier. One writer: the
 * stage that runs the windows.
 */
final class LiveWindows {
  private static final int SMALLEST = 16;

  /** Closed windows kept for reuse beyond as many as are live. */
  private static final int POOLED = 16;

  /** 2^64 divided by the golden ratio, odd; see {@link KeyTable}. */
  private static final long GOLDEN_RATIO = 0x9e3779b97f4a7c15L;

  /** Tells windows apart that start together, or end together. */
  private static final long STARTS = 0xc4ceb9fe1a85ec53L;

  private final int stride;
  private LiveWindow[] buckets = new LiveWindow[SMALLEST];
  private int shift = Long.numberOfLeadingZeros(SMALLEST - 1);

  /** In order, from {@link #head} to {@link #tail}; those before unfired have fired. */
  private LiveWindow[] ordered = new LiveWindow[SMALLEST];

  private int head;
  private int unfired;
  private int tail;

  private LiveWindow[] pool = new LiveWindow[SMALLEST];
  private int pooled;

  private LiveWindow[] bySlot = new LiveWindow[SMALLEST];
  private long[][] rows = new long[SMALLEST][];

  /** Slots in use, or freed. */
  private int slots;

  private int[] freed = new int[SMALLEST];
  private int freedCount;

  /**
   * No windows.
   *
   * @param stride the longs of a row
   */
  LiveWindows(int stride) {
    this.stride = stride;
  }

  /** The live window with these bounds, or null. */
  LiveWindow find(long start, long end) {
    LiveWindow window = buckets[bucket(start, end)];
    while (window != null && !window.is(start, end)) {
      window = window.nextInBucket;
    }
    return window;
  }

  /**
   * Opens the window with these bounds, which is not live.
   *
   * @param hasFired whether its time to fire has passed
   */
  LiveWindow open(long start, long end, boolean hasFired) {
    LiveWindow window = pooled == 0 ? new LiveWindow(new KeyTable(stride)) : pool[--pooled];
    window.start = start;
    window.end = end;
    window.due = WindowOperator.NEVER;
    window.dueNs = WindowOperator.NEVER;
    takeSlot(window);
    if (tail - head >= buckets.length) {
      growBuckets();
    }
    putInBucket(window);
    insertInOrder(window);
    if (hasFired) {
      unfired++;
    }
    return window;
  }

  /** The window of this slot. */
  LiveWindow at(int slot) {
    return bySlot[slot];
  }

  /** The rows of the windows, by slot. */
  long[][] rows() {
    return rows;
  }

  /** The window's rows may have moved to another array. */
  void noteRows(LiveWindow window) {
    if (rows[window.slot] != window.table.rows()) {
      rows[window.slot] = window.table.rows();
    }
  }

  /** The place, in order, of the first window. Places count until a window is opened or closed. */
  int begin() {
    return head;
  }

  /** The place of the first window that has not fired. */
  int firstUnfired() {
    return unfired;
  }

  /** The place behind the last window. */
  int end() {
    return tail;
  }

  /** The window at this place. */
  LiveWindow inOrder(int place) {
    return ordered[place];
  }

  /** The first window that has not fired, or null. */
  LiveWindow nextToFire() {
    return unfired < tail ? ordered[unfired] : null;
  }

  /** Counts the first unfired window as fired. */
  void markFired() {
    unfired++;
  }

  /** The first window, or null. */
  LiveWindow oldest() {
    return head < tail ? ordered[head] : null;
  }

  /** Takes the first window, which has fired, out and keeps its capacity for another. */
  void closeOldest() {
    LiveWindow window = ordered[head];
    ordered[head++] = null;
    if (head == tail) {
      head = unfired = tail = 0;
    }
    takeFromBucket(window);
    freeSlot(window);
    window.table.clear();
    window.changed.clear();
    if (pooled < POOLED + tail - head) {
      if (pooled == pool.length) {
        pool = Arrays.copyOf(pool, pooled * 2);
      }
      pool[pooled++] = window;
    }
  }

  private void takeSlot(LiveWindow window) {
    if (freedCount == 0 && slots == bySlot.length) {
      bySlot = Arrays.copyOf(bySlot, slots * 2);
      rows = Arrays.copyOf(rows, slots * 2);
      freed = Arrays.copyOf(freed, slots * 2);
    }
    window.slot = freedCount > 0 ? freed[--freedCount] : slots++;
    bySlot[window.slot] = window;
    rows[window.slot] = window.table.rows();
  }

  private void freeSlot(LiveWindow window) {
    bySlot[window.slot] = null;
    rows[window.slot] = null;
    freed[freedCount++] = window.slot;
  }

  private int bucket(long start, long end) {
    return (int) (((start * STARTS + end) * GOLDEN_RATIO) >>> shift);
  }

  private void putInBucket(LiveWindow window) {
    int bucket = bucket(window.start, window.end);
    window.nextInBucket = buckets[bucket];
    buckets[bucket] = window;
  }

  private void takeFromBucket(LiveWindow window) {
    int bucket = bucket(window.start, window.end);
    LiveWindow before = buckets[bucket];
    if (before == window) {
      buckets[bucket] = window.nextInBucket;
      return;
    }
    while (before.nextInBucket != window) {
      before = before.nextInBucket;
    }
    before.nextInBucket = window.nextInBucket;
  }

  private void growBuckets() {
    buckets = new LiveWindow[buckets.length * 2];
    shift--;
    for (int i = head; i < tail; i++) {
      putInBucket(ordered[i]);
    }
  }

  private void insertInOrder(LiveWindow window) {
    if (tail == ordered.length) {
      makeRoom();
    }
    int at = tail++;
    while (at > head && ordered[at - 1].isBehind(window)) {
      ordered[at] = ordered[at - 1];
      at--;
    }
    ordered[at] = window;
  }

  /** Moves the live windows to the front, into a larger array if they fill half of this one. */
  private void makeRoom() {
    int live = tail - head;
    LiveWindow[] to = live > ordered.length / 2 ? new LiveWindow[ordered.length * 2] : ordered;
    System.arraycopy(ordered, head, to, 0, live);
    if (to == ordered) {
      Arrays.fill(ordered, live, tail, null);
    }
    ordered = to;
    unfired -= head;
    head = 0;
    tail = live;
  }
}
