package io.tidemark.files;

import java.util.Arrays;

/** Where the fields of the current row are, relative to the row's start. */
final class CsvFields {
  private static final int UNLIMITED = Integer.MAX_VALUE;

  private int[] starts = new int[16];
  private int[] ends = new int[16];

  /** Which fields hold doubled quotes; cleared only after a row that had some. */
  private boolean[] doubled = new boolean[16];

  private boolean anyDoubled;

  /** How many fields are kept; those beyond are counted only. */
  private int limit = UNLIMITED;

  /** Fields without their doubled quotes, one behind the other. */
  private byte[] plain = new byte[64];

  private int plainEnd;

  /** How many fields the row has. */
  int count;

  /**
   * Whether the row may have bytes beyond ASCII (the one or two words at its end are seen whole).
   */
  boolean beyondAscii;

  /** Keeps {@code count} fields of a row from now on. */
  void limitTo(int count) {
    limit = count;
  }

  void clear() {
    count = 0;
    beyondAscii = false;
    plainEnd = 0;
    if (anyDoubled) {
      Arrays.fill(doubled, false);
      anyDoubled = false;
    }
  }

  /** Takes note of words that were scanned, or-ed together. */
  void seen(long words) {
    beyondAscii |= (words & Swar.HIGH_BITS) != 0;
  }

  void add(int start, int end) {
    int index = count++;
    if (index < limit) {
      if (index == starts.length) {
        grow();
      }
      starts[index] = start;
      ends[index] = end;
    }
  }

  /** As {@link #add}, for a quoted field that holds doubled quotes. */
  void addDoubled(int start, int end) {
    add(start, end);
    if (count <= limit) {
      doubled[count - 1] = true;
      anyDoubled = true;
    }
  }

  private void grow() {
    int length = 2 * starts.length;
    starts = Arrays.copyOf(starts, length);
    ends = Arrays.copyOf(ends, length);
    doubled = Arrays.copyOf(doubled, length);
  }

  void show(int field, RowBuffer buffer, Slice into) {
    int start = buffer.rowStart + starts[field];
    int length = ends[field] - starts[field];
    if (doubled[field]) {
      showPlain(buffer.bytes, start, length, into);
    } else {
      into.set(buffer.bytes, start, length);
    }
  }

  private void showPlain(byte[] bytes, int start, int length, Slice into) {
    if (plain.length - plainEnd < length) {
      // Slices shown before keep the old array, and it keeps their bytes.
      plain = new byte[Math.max(2 * plain.length, length)];
      plainEnd = 0;
    }
    int to = plainEnd;
    for (int i = start; i < start + length; i++) {
      plain[to++] = bytes[i];
      if (bytes[i] == '"') {
        i++;
      }
    }
    into.set(plain, plainEnd, to - plainEnd);
    plainEnd = to;
  }
}
