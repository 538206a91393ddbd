package io.tidemark.window;

import java.util.Arrays;

/**
 * The instants of rolling windows: a row for each key and timestamp, with its neighbours of the
 * same key in the order of time. A row is key, revision, timestamp, arrival, the state of the
 * instant's events, and room for the state of it and instants behind it.
 *
 * <p>Instants are known by a number from 1 on; 0 is none. The number of one that is gone serves the
 * next, so the memory follows the largest number of instants that were held at once. One writer:
 * the stage that runs the windows.
 */
final class RollingRows implements QueuePlaces {
  /** How many longs it keeps in a row between the revision and the state. */
  static final int FIELDS = 2;

  private static final int REVISION = 1;
  private static final int TIMESTAMP = 2;
  private static final int ARRIVAL = 3;
  private static final int SMALLEST = 16;

  private final int stride;
  private long[] rows;

  /** Neighbours; free numbers are linked by {@code after}. */
  private int[] before = new int[SMALLEST];

  private int[] after = new int[SMALLEST];
  private int[] place = new int[SMALLEST];
  private int free;
  private int unused = 1;

  /**
   * No instants.
   *
   * @param stride the longs of a row
   */
  RollingRows(int stride) {
    this.stride = stride;
    this.rows = new long[SMALLEST * stride];
  }

  /** A new instant between these neighbours, either of which may be none; without its state. */
  int add(long key, long timestamp, long arrival, int earlier, int later) {
    int number = free;
    if (number != 0) {
      free = after[number];
    } else {
      if (unused == before.length) {
        grow();
      }
      number = unused++;
    }
    int at = at(number);
    rows[at] = key;
    rows[at + REVISION] = 0;
    rows[at + TIMESTAMP] = timestamp;
    rows[at + ARRIVAL] = arrival;
    before[number] = earlier;
    after[number] = later;
    if (earlier != 0) {
      after[earlier] = number;
    }
    if (later != 0) {
      before[later] = number;
    }
    return number;
  }

  /** Forgets an instant that has none before it. */
  void free(int number) {
    if (after[number] != 0) {
      before[after[number]] = 0;
    }
    after[number] = free;
    free = number;
  }

  /** The rows; a later {@link #add} may replace the array. */
  long[] array() {
    return rows;
  }

  /** Where the row begins in {@link #array}. */
  int at(int number) {
    return number * stride;
  }

  long key(int number) {
    return rows[at(number)];
  }

  /** Counts a firing, and tells how many there were before. */
  long nextRevision(int number) {
    return rows[at(number) + REVISION]++;
  }

  long timestamp(int number) {
    return rows[at(number) + TIMESTAMP];
  }

  /** Orders instants by when their first event arrived. */
  long arrival(int number) {
    return rows[at(number) + ARRIVAL];
  }

  /** The neighbour before, or 0. */
  int before(int number) {
    return before[number];
  }

  /** The neighbour behind, or 0. */
  int after(int number) {
    return after[number];
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
    long longs = 2L * before.length * stride;
    if (longs > Integer.MAX_VALUE - 8) {
      throw new IllegalStateException(
          "a window definition holds fewer than " + before.length + " instants at once");
    }
    int size = before.length * 2;
    rows = Arrays.copyOf(rows, (int) longs);
    before = Arrays.copyOf(before, size);
    after = Arrays.copyOf(after, size);
    place = Arrays.copyOf(place, size);
  }
}
