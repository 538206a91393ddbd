package io.tidemark.bench.table;

import io.tidemark.bench.workload.Digest;

/**
 * Open addressing with linear probing over rows of (key, count, sum, min, max) in one {@code
 * long[]}, at most half full; a row with count 0 is empty.
 *
 * <p>An update touches one place of memory where a dense table touches two; firing has to walk
 * empty rows as well, in an order that the hash made. 80 to 160 bytes a key.
 */
final class InPlaceTable implements Table {

  private static final int WIDTH = 5;
  private static final int COUNT = 1;
  private static final int SUM = 2;
  private static final int MIN = 3;
  private static final int MAX = 4;

  private long[] rows;
  private int slotMask;
  private int size;

  InPlaceTable(int keys) {
    allocate(Integer.highestOneBit(Math.max(keys * 2 - 1, 1)) << 1);
  }

  private void allocate(int slots) {
    rows = new long[Math.multiplyExact(slots, WIDTH)];
    slotMask = slots - 1;
  }

  @Override
  public void update(long key, long value) {
    long[] r = rows;
    int row = find(r, key);
    long count = r[row + COUNT];
    if (count == 0) {
      insert(row, key, value);
      return;
    }
    r[row + COUNT] = count + 1;
    r[row + SUM] += value;
    if (value < r[row + MIN]) {
      r[row + MIN] = value;
    }
    if (value > r[row + MAX]) {
      r[row + MAX] = value;
    }
  }

  /** The row of the key, or the empty one in which it would be. */
  private int find(long[] r, long key) {
    int slot = (int) Mixer.mix(key) & slotMask;
    int row = slot * WIDTH;
    while (r[row + COUNT] != 0 && r[row] != key) {
      slot = (slot + 1) & slotMask;
      row = slot * WIDTH;
    }
    return row;
  }

  private void insert(int row, long key, long value) {
    int at = row;
    if (size * 2 > slotMask) {
      grow();
      at = find(rows, key);
    }
    long[] r = rows;
    r[at] = key;
    r[at + COUNT] = 1;
    r[at + SUM] = value;
    r[at + MIN] = value;
    r[at + MAX] = value;
    size++;
  }

  private void grow() {
    long[] old = rows;
    allocate((slotMask + 1) * 2);
    for (int row = 0; row < old.length; row += WIDTH) {
      if (old[row + COUNT] != 0) {
        System.arraycopy(old, row, rows, find(rows, old[row]), WIDTH);
      }
    }
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void fire(long start, long end, Digest digest) {
    long[] r = rows;
    for (int row = 0; row < r.length; row += WIDTH) {
      long count = r[row + COUNT];
      if (count != 0) {
        digest.add(r[row], start, end, count, r[row + SUM], r[row + MIN], r[row + MAX]);
        r[row + COUNT] = 0;
      }
    }
    size = 0;
  }
}
