package io.tidemark.window;

import java.util.Arrays;

/**
 * Brings rows into the order in which their keys were first seen: each row comes with the number of
 * its arrival.
 *
 * <p>Few rows are sorted by insertion; many by radix, a byte at a time from the lowest on, over no
 * more bytes than the numbers differ in. Cost: O(rows); allocates only to grow. One writer: the
 * stage that runs the windows.
 */
final class ArrivalOrder {
  private static final int FEW = 32;
  private static final int DIGIT_BITS = 8;
  private static final int DIGITS = 1 << DIGIT_BITS;

  private final int[] places = new int[DIGITS];
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
    long span = largest - smallest;
    for (int shift = 0; shift < Long.SIZE && span >>> shift != 0; shift += DIGIT_BITS) {
      sortBy(smallest, shift);
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

  /** One stable pass: by the byte at this shift of the distance from the smallest. */
  private void sortBy(long smallest, int shift) {
    Arrays.fill(places, 0);
    for (int i = 0; i < size; i++) {
      places[digit(arrivals[i] - smallest, shift)]++;
    }
    int next = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
      int count = places[digit];
      places[digit] = next;
      next += count;
    }
    for (int i = 0; i < size; i++) {
      int place = places[digit(arrivals[i] - smallest, shift)]++;
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

  private static int digit(long distance, int shift) {
    return (int) (distance >>> shift) & (DIGITS - 1);
  }
}
