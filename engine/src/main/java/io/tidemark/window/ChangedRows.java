package io.tidemark.window;

import java.util.Arrays;

/**
 * Some rows of a table, such as those that have taken an event since they last fired: a bit each,
 * by number, so that they are found in the order in which keys were first seen. One writer: the
 * stage that runs the windows.
 */
final class ChangedRows {
  private static final long[] NONE = {};

  private long[] bits = NONE;

  /** Adds a row; whether it was not among them. */
  boolean add(int row) {
    int word = row >> 6;
    if (word >= bits.length) {
      bits = Arrays.copyOf(bits, Math.max(word + 1, 2 * bits.length));
    }
    long before = bits[word];
    bits[word] = before | (1L << row);
    return bits[word] != before;
  }

  /** Takes a row out, if it is among them. */
  void remove(int row) {
    if (row >> 6 < bits.length) {
      bits[row >> 6] &= ~(1L << row);
    }
  }

  boolean contains(int row) {
    return row >> 6 < bits.length && (bits[row >> 6] & (1L << row)) != 0;
  }

  /** The first row from this one on, or -1. */
  int next(int from) {
    int word = from >> 6;
    if (word >= bits.length) {
      return -1;
    }
    long rest = bits[word] & (-1L << from);
    while (rest == 0) {
      if (++word == bits.length) {
        return -1;
      }
      rest = bits[word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(rest);
  }

  void clear() {
    Arrays.fill(bits, 0);
  }
}
