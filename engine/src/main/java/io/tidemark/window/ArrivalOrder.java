package io.tidemark.window;

import java.util.Arrays;

/**
 * Brings rows into the order in which their keys were first seen: each row comes with the number of
 * its arrival.
 *
 * <p>Few rows are sorted by insertion; many by radix, some bits at a time from the lowest on, over
 * no more bits than the numbers differ in. Cost: O(rows); allocates only to grow. One writer: the
 * stage that runs the windows.
 */
final class ArrivalOrder {
  private static final int FEW = 32;
  private static final int MOST_BITS = 9;

  private final int[] places = new int[1 << MOST_BITS];
  private long[] arrivals = new long[FEW];
  private int[] rows = new int[FEW];
  private long[] spareArrivals = new long[FEW];
  private int[] spareRows = new int[FEW];
  private int size;

  int size() {
    return size;
  }

  /** The row at this place, behind all that arrived before it once it is sorted. */
  int row(int place) {
    return rows[place];
  }

  void clear() {
    size = 0;
  }

  /**
   * Adds a row.
   *
   * @param arrival 0 or more, and different from all others
   */
  void add(long arrival, int row) {
    if (size == rows.length) {
      arrivals = Arrays.copyOf(arrivals, size * 2);
      rows = Arrays.copyOf(rows, size * 2);
      spareArrivals = new long[size * 2];
      spareRows = new int[size * 2];
    }
    arrivals[size] = arrival;
    rows[size++] = row;
  }

  void sort() {
    if (size <= FEW) {
      insert();
      return;
    }
    long smallest = Long.MAX_VALUE;
    long largest = 0;
    for (int i = 0; i < size; i++) {
      smallest = Math.min(smallest, arrivals[i]);
      largest = Math.max(largest, arrivals[i]);
    }
    int bits = Long.SIZE - Long.numberOfLeadingZeros(largest - smallest);
    int passes = (bits + MOST_BITS - 1) / MOST_BITS;
    for (int n = 0; n < passes; n++) {
      int from = bits * n / passes;
      sortBy(smallest, from, bits * (n + 1) / passes - from);
    }
  }

  private void insert() {
    for (int i = 1; i < size; i++) {
      long arrival = arrivals[i];
      int row = rows[i];
      int at = i;
      for (; at > 0 && arrivals[at - 1] > arrival; at--) {
        arrivals[at] = arrivals[at - 1];
        rows[at] = rows[at - 1];
      }
      arrivals[at] = arrival;
      rows[at] = row;
    }
  }

  /** One stable pass: by so many bits at this shift of the distance from the smallest. */
  private void sortBy(long smallest, int shift, int bits) {
    int digits = 1 << bits;
    int mask = digits - 1;
    Arrays.fill(places, 0, digits, 0);
    for (int i = 0; i < size; i++) {
      places[(int) ((arrivals[i] - smallest) >>> shift) & mask]++;
    }
    int next = 0;
    for (int digit = 0; digit < digits; digit++) {
      int count = places[digit];
      places[digit] = next;
      next += count;
    }
    for (int i = 0; i < size; i++) {
      int place = places[(int) ((arrivals[i] - smallest) >>> shift) & mask]++;
      spareArrivals[place] = arrivals[i];
      spareRows[place] = rows[i];
    }
    long[] sortedArrivals = spareArrivals;
    int[] sortedRows = spareRows;
    spareArrivals = arrivals;
    spareRows = rows;
    arrivals = sortedArrivals;
    rows = sortedRows;
  }
}
