package io.tidemark.window;

import java.util.Arrays;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * The live panes of a window definition: found by index in O(1), and kept in order of time for
 * firing and closing.
 *
 * <p>A pane sits at index &amp; mask of a circular array; where a live pane has that place, the
 * other one goes to a map beside it. So memory follows the number of live panes and never the span
 * between them: partitions may be years apart, and a leap of a year costs nothing. One writer: the
 * stage that runs the windows.
 */
final class Panes {
  private static final int SMALLEST = 16;

  private static final int POOLED = 16;

  /** Unused panes of the pool are looked for once in so many closings. */
  private static final int LOOK_EVERY = 8;

  private final int stride;

  /** Whether rows may lie in several arrays. */
  private final boolean inChunks;

  /** Closed panes kept for reuse beyond as many as are live. */
  private final int kept;

  private Pane[] ring = new Pane[SMALLEST];
  private final Long2ObjectHashMap<Pane> elsewhere = new Long2ObjectHashMap<>();

  /** Live panes by index, from {@link #head} to {@link #tail}; those before unfired have fired. */
  private Pane[] ordered = new Pane[SMALLEST];

  private int head;
  private int unfired;
  private int tail;

  /** Closed panes; the one closed last is used again first. */
  private Pane[] pool = new Pane[SMALLEST];

  private int pooled;

  /** The fewest there have been in the pool since unused ones were looked for; and when to look. */
  private int unused;

  private int closings;

  /**
   * No panes.
   *
   * @param stride the longs of a row
   */
  Panes(int stride) {
    this(stride, false, POOLED);
  }

  /**
   * No panes.
   *
   * @param kept how many closed ones are kept for reuse: where many close at once, so many
   */
  Panes(int stride, int kept) {
    this(stride, false, kept);
  }

  private Panes(int stride, boolean inChunks, int kept) {
    this.stride = stride;
    this.inChunks = inChunks;
    this.kept = kept;
  }

  /**
   * No panes.
   *
   * @param stride the longs of a row, which may lie in several arrays
   */
  static Panes inChunks(int stride) {
    return new Panes(stride, true, POOLED);
  }

  int live() {
    return tail - head;
  }

  /**
   * The place, in order, of the first live pane with this index or a larger one; {@link #end} if
   * there is none. Places count until a pane is opened or closed. O(log live).
   */
  int placeFrom(long index) {
    int low = head;
    int high = tail;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ordered[middle].index < index) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The place, in order, behind the last live pane with this index or a smaller one. */
  int placeBehind(long index) {
    int low = head;
    int high = tail;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ordered[middle].index <= index) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * The place, in order, of the first live pane that does not close before the watermark comes to
   * this value; panes close in order. O(log live).
   */
  int placeClosingFrom(long watermark) {
    int low = head;
    int high = tail;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ordered[middle].closesAt < watermark) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The place of the first live pane. */
  int begin() {
    return head;
  }

  /** The place behind the last live pane. */
  int end() {
    return tail;
  }

  /** The pane at this place. */
  Pane at(int place) {
    return ordered[place];
  }

  /** The live pane with this index, or null. */
  Pane find(long index) {
    Pane pane = ring[place(index)];
    if (pane != null && pane.index == index) {
      return pane;
    }
    return elsewhere.isEmpty() ? null : elsewhere.get(index);
  }

  /**
   * Opens the pane with this index, of which there is none; the caller sets its times.
   *
   * @param hasFired whether its time to fire has passed
   */
  Pane open(long index, boolean hasFired) {
    Pane pane = pooled == 0 ? new Pane(newTable()) : pool[--pooled];
    unused = Math.min(unused, pooled);
    pane.index = index;
    if (live() >= ring.length / 2) {
      growRing();
    }
    place(pane);
    insertInOrder(pane);
    if (hasFired) {
      unfired++;
    }
    return pane;
  }

  /** The earliest pane that has not fired, or null. */
  Pane nextToFire() {
    return unfired < tail ? ordered[unfired] : null;
  }

  /** Counts the earliest unfired pane as fired. */
  void markFired() {
    unfired++;
  }

  /** The earliest pane, or null. */
  Pane oldest() {
    return head < tail ? ordered[head] : null;
  }

  /** Takes the earliest pane, which has fired, out and keeps its capacity for another. */
  void closeOldest() {
    Pane pane = ordered[head];
    ordered[head++] = null;
    if (head == tail) {
      head = unfired = tail = 0;
    }
    if (ring[place(pane.index)] == pane) {
      ring[place(pane.index)] = null;
    } else {
      elsewhere.remove(pane.index);
    }
    pane.table.clear();
    if (pooled < kept + live()) {
      if (pooled == pool.length) {
        pool = Arrays.copyOf(pool, pooled * 2);
      }
      pool[pooled++] = pane;
    }
    if (++closings % LOOK_EVERY == 0) {
      restUnused();
    }
  }

  /** Tables that no pane has needed of late give up half their room. */
  private void restUnused() {
    for (int i = 0; i < unused; i++) {
      pool[i].table.clear();
    }
    unused = pooled;
  }

  private KeyTable newTable() {
    return inChunks ? KeyTable.inChunks(stride) : new KeyTable(stride);
  }

  private int place(long index) {
    return (int) index & (ring.length - 1);
  }

  private void place(Pane pane) {
    int place = place(pane.index);
    if (ring[place] == null) {
      ring[place] = pane;
    } else {
      elsewhere.put(pane.index, pane);
    }
  }

  private void growRing() {
    ring = new Pane[ring.length * 2];
    elsewhere.clear();
    for (int i = head; i < tail; i++) {
      place(ordered[i]);
    }
  }

  private void insertInOrder(Pane pane) {
    if (tail == ordered.length) {
      makeRoom();
    }
    int at = tail++;
    while (at > head && ordered[at - 1].index > pane.index) {
      ordered[at] = ordered[at - 1];
      at--;
    }
    ordered[at] = pane;
  }

  /** Moves the live panes to the front, into a larger array if they fill half of this one. */
  private void makeRoom() {
    int live = live();
    Pane[] to = live > ordered.length / 2 ? new Pane[ordered.length * 2] : ordered;
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
