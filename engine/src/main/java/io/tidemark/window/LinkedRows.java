package io.tidemark.window;

import java.util.Arrays;

/**
 * Rows of equal width in one array of longs, each with two links to others and a place in a {@link
 * SessionQueue}. A row begins with its key and the number of its firings.
 *
 * <p>Rows are known by a number from 1 on; 0 is none. The number of one that is gone serves the
 * next, so the memory follows the largest number of rows that were held at once, and nothing is
 * allocated in between. One writer: the stage that runs the windows.
 */
abstract class LinkedRows implements QueuedRows {
  static final int REVISION = 1;
  private static final int SMALLEST = 16;

  private final int stride;
  private final String what;
  private long[] rows;

  /** Links; those of number 0 are scratch. Free rows are linked by the first. */
  private int[] left = new int[SMALLEST];

  private int[] right = new int[SMALLEST];
  private int[] place = new int[SMALLEST];

  /** The first free number, or 0. */
  private int free;

  /** Numbers from here on were never used. */
  private int unused = 1;

  /**
   * No rows.
   *
   * @param stride the longs of a row
   * @param what they are, for messages
   */
  LinkedRows(int stride, String what) {
    this.stride = stride;
    this.what = what;
    this.rows = new long[SMALLEST * stride];
  }

  /**
   * A new row of this key, which has not fired; all else of it is what an earlier one left.
   *
   * @return its number
   */
  final int take(long key) {
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
    return number;
  }

  /** The row is gone. */
  final void giveBack(int number) {
    left[number] = free;
    free = number;
  }

  /** The rows; a later {@link #take} may replace the array. */
  final long[] array() {
    return rows;
  }

  /** Where the row begins in {@link #array}. */
  final int at(int number) {
    return number * stride;
  }

  final long key(int number) {
    return rows[at(number)];
  }

  /** What a field of the row holds. */
  final long get(int number, int field) {
    return rows[at(number) + field];
  }

  final void set(int number, int field, long value) {
    rows[at(number) + field] = value;
  }

  final int left(int number) {
    return left[number];
  }

  final int right(int number) {
    return right[number];
  }

  final void setLeft(int number, int other) {
    left[number] = other;
  }

  final void setRight(int number, int other) {
    right[number] = other;
  }

  @Override
  public final int place(int number) {
    return place[number];
  }

  @Override
  public final void setPlace(int number, int inQueue) {
    place[number] = inQueue;
  }

  private void grow() {
    long longs = 2L * left.length * stride;
    if (longs > Integer.MAX_VALUE - 8) {
      throw new IllegalStateException(
          "a window definition holds fewer than " + left.length + " " + what + " at once");
    }
    int size = left.length * 2;
    rows = Arrays.copyOf(rows, (int) longs);
    left = Arrays.copyOf(left, size);
    right = Arrays.copyOf(right, size);
    place = Arrays.copyOf(place, size);
  }
}
