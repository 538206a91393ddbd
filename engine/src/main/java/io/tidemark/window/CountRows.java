package io.tidemark.window;

import io.tidemark.aggregate.RowCode;

/**
 * The rows of count windows, one a key: the key, how many events there were, what follows, and the
 * states of the parts.
 *
 * <p>Parts lie in a ring, each at its number modulo their count. The last ones make a window; they
 * are held as two stacks that grow into each other (folklore; Tangwongsan, Hirzel, Schneider,
 * Low-Latency Sliding-Window Aggregation, DEBS 2017, section on two stacks): those of the front
 * hold all that follows them in the front too, those behind it are summed up in one state.
 *
 * <pre>
 *   first       middle        parts
 *   |-- front ---|--- behind ---|-- under way --|
 *    suffixes      one by one, and all in one
 * </pre>
 *
 * <p>One writer: the stage that runs the windows.
 */
final class CountRows {
  private static final int SEEN = 1;

  /** How many events the part under way, or the stretch that counts in no window, has to come. */
  private static final int LEFT = 2;

  /** How many parts have ended; the number of the one under way. */
  private static final int PARTS = 3;

  /** The number of the first part that is not in the front. */
  private static final int MIDDLE = 4;

  /** The state of all parts from there on. */
  private static final int BEHIND = 5;

  private final RowCode code;
  private final int width;
  private final int ring;
  private final int parts;
  private final long slide;
  private final long begin;
  private final boolean overlaps;
  private final KeyTable table;

  /** The window that fires: key and state. */
  private final long[] window;

  CountRows(RowCode code, CountShape shape) {
    this.code = code;
    this.width = code.width();
    this.ring = BEHIND + width;
    this.parts = (int) shape.parts();
    this.slide = shape.slide();
    this.begin = shape.begin();
    this.overlaps = shape.size() >= shape.slide();
    this.table = new KeyTable(Math.addExact(ring, Math.multiplyExact(parts, width)));
    this.window = new long[1 + width];
  }

  /** Where the key's row begins in {@link #array}, or -1. */
  int find(long key) {
    return table.find(key);
  }

  int size() {
    return table.size();
  }

  void clear() {
    table.clear();
  }

  /** Adds the row of a key that has none. */
  int add(long key) {
    int at = table.rowOf(key);
    long[] rows = table.rows();
    rows[at + SEEN] = 0;
    rows[at + PARTS] = 0;
    rows[at + MIDDLE] = 0;
    code.create(rows, at + BEHIND);
    beginPart(rows, at);
    return at;
  }

  long[] array() {
    return table.rows();
  }

  /** How many events of the key there were. */
  long seen(int at) {
    return table.rows()[at + SEEN];
  }

  /** How many more end the part under way. */
  long left(int at) {
    return table.rows()[at + LEFT];
  }

  /** Whether the next event counts in any window. */
  boolean isCounting(int at) {
    return overlaps || intoSlide(table.rows(), at) >= begin;
  }

  /** Where the state of the part under way begins. */
  int part(int at) {
    return part(at, table.rows()[at + PARTS]);
  }

  /** Counts an event. */
  void count(int at) {
    long[] rows = table.rows();
    rows[at + SEEN]++;
    rows[at + LEFT]--;
  }

  /** The part under way has all its events. Tells whether a window ends with it. */
  boolean endPart(int at) {
    long[] rows = table.rows();
    boolean endsWindow = intoSlide(rows, at) == 0;
    if (overlaps || endsWindow) {
      code.merge(rows, at + BEHIND, rows, part(at));
      rows[at + PARTS]++;
    }
    if (endsWindow) {
      sumUp(rows, at);
    }
    beginPart(rows, at);
    return endsWindow;
  }

  /** Key and state of the window that ended last. */
  long[] window(int at) {
    window[0] = table.rows()[at];
    return window;
  }

  private long intoSlide(long[] rows, int at) {
    return rows[at + SEEN] % slide;
  }

  private int part(int at, long number) {
    return at + ring + (int) (number % parts) * width;
  }

  /** Begins with what comes up to the next edge, over the part that no window has any more. */
  private void beginPart(long[] rows, int at) {
    long into = intoSlide(rows, at);
    rows[at + LEFT] = into < begin ? begin - into : slide - into;
    code.create(rows, part(at));
  }

  private void sumUp(long[] rows, int at) {
    long first = Math.max(rows[at + PARTS] - parts, 0);
    if (first >= rows[at + MIDDLE]) {
      behindToFront(rows, at, first);
    }
    System.arraycopy(rows, part(at, first), window, 1, width);
    code.merge(window, 1, rows, at + BEHIND);
  }

  /** The front is used up: what is behind it becomes the front. */
  private void behindToFront(long[] rows, int at, long first) {
    long last = rows[at + PARTS] - 1;
    for (long number = last - 1; number >= first; number--) {
      code.merge(rows, part(at, number), rows, part(at, number + 1));
    }
    rows[at + MIDDLE] = last + 1;
    code.create(rows, at + BEHIND);
  }
}
