package io.tidemark.window;

import java.util.Arrays;

/**
 * The open sessions of a window definition, as rows of equal width in one array of longs: key,
 * revision, start, end, when it was first seen, and the state of the aggregates. Beside the rows,
 * each has its two links in the {@linkplain SessionTree tree of its key} and its place in a
 * {@linkplain SessionQueue queue}.
 *
 * <p>Sessions are known by a number from 1 on; 0 is none. The number of a session that is gone
 * serves the next one, so the memory follows the largest number of sessions that were open at once,
 * and nothing is allocated in between. One writer: the stage that runs the windows.
 */
final class SessionRows implements QueuePlaces {
  /** How many longs it keeps in a row between the revision and the state. */
  static final int FIELDS = 3;

  /** Where in a row the fields of others begin. */
  static final int MORE = 5;

  private static final int REVISION = 1;
  private static final int START = 2;
  private static final int END = 3;
  private static final int FIRST = 4;
  private static final int SMALLEST = 16;

  private final int stride;
  private long[] rows;

  /** Links in the tree of its key; those of number 0 are scratch. Free ones link by their left. */
  private int[] left = new int[SMALLEST];

  private int[] right = new int[SMALLEST];
  private int[] place = new int[SMALLEST];

  /** The first free number, or 0. */
  private int free;

  /** Numbers from here on were never used. */
  private int unused = 1;

  /**
   * No sessions.
   *
   * @param stride the longs of a row
   */
  SessionRows(int stride) {
    this.stride = stride;
    this.rows = new long[SMALLEST * stride];
  }

  /**
   * A new session; the state of its row is what an earlier one left.
   *
   * @return its number
   */
  int add(long key, long start, long end, long first) {
    int number = free;
    if (number != 0) {
      free = left[number];
    } else {
      if (unused == left.length) {
        grow();
      }
      number = unused++;
    }
    int at = at(number);
    rows[at] = key;
    rows[at + REVISION] = 0;
    rows[at + START] = start;
    rows[at + END] = end;
    rows[at + FIRST] = first;
    return number;
  }

  void free(int number) {
    left[number] = free;
    free = number;
  }

  /** The rows; a later {@link #add} may replace the array. */
  long[] array() {
    return rows;
  }

  /** Where the session's row begins in {@link #array}. */
  int at(int number) {
    return number * stride;
  }

  long key(int number) {
    return rows[at(number)];
  }

  long start(int number) {
    return rows[at(number) + START];
  }

  long end(int number) {
    return rows[at(number) + END];
  }

  /** Orders sessions by when their first event arrived. */
  long first(int number) {
    return rows[at(number) + FIRST];
  }

  void setFirst(int number, long first) {
    rows[at(number) + FIRST] = first;
  }

  /** Whether the session reaches over all of this time. */
  boolean covers(int number, long start, long end) {
    return start(number) <= start && end <= end(number);
  }

  /** Whether the two overlap, or one ends where the other starts: then they are one session. */
  boolean touches(int number, long start, long end) {
    return start(number) <= end && end(number) >= start;
  }

  /** Makes the session reach over this time too, which it did not: it has not fired like that. */
  void cover(int number, long start, long end) {
    int at = at(number);
    rows[at + START] = Math.min(rows[at + START], start);
    rows[at + END] = Math.max(rows[at + END], end);
    rows[at + REVISION] = 0;
  }

  /** The root of the earlier sessions under this one in the tree, or 0. */
  int left(int number) {
    return left[number];
  }

  /** The root of the later sessions under this one in the tree, or 0. */
  int right(int number) {
    return right[number];
  }

  void setLeft(int number, int earlier) {
    left[number] = earlier;
  }

  void setRight(int number, int later) {
    right[number] = later;
  }

  @Override
  public int place(int number) {
    return place[number];
  }

  @Override
  public void setPlace(int number, int inQueue) {
    place[number] = inQueue;
  }

  private void grow() {
    long longs = 2L * left.length * stride;
    if (longs > Integer.MAX_VALUE - 8) {
      throw new IllegalStateException(
          "a window definition holds fewer than " + left.length + " sessions at once");
    }
    int size = left.length * 2;
    rows = Arrays.copyOf(rows, (int) longs);
    left = Arrays.copyOf(left, size);
    right = Arrays.copyOf(right, size);
    place = Arrays.copyOf(place, size);
  }
}
