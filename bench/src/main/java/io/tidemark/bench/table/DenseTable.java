package io.tidemark.bench.table;

import io.tidemark.bench.workload.Digest;
import io.tidemark.window.KeyTable;

/**
 * The engine's {@link KeyTable}, with the four aggregates written by hand. It has no initial
 * capacity to set and starts with less room than the others.
 */
final class DenseTable implements Table {

  private static final int WIDTH = 5;
  private static final int COUNT = 1;
  private static final int SUM = 2;
  private static final int MIN = 3;
  private static final int MAX = 4;

  private final KeyTable keys = KeyTable.inChunks(WIDTH);
  private final long[] batch = new long[Updates.BATCH];
  private final int[] rowOf = new int[Updates.BATCH];
  private final int[] chunkOf = new int[Updates.BATCH];

  @Override
  public void update(long key, long value) {
    int known = keys.size();
    int place = keys.rowOf(key);
    long[] r = keys.rows(place);
    int row = keys.offset(place);
    if (keys.size() != known) {
      create(r, row);
    }
    add(r, row, value);
  }

  /** As the engine does: first all rows are found, then all values added. */
  @Override
  public void updateAll(long[] eventKeys, long[] values, int from, int to) {
    int known = keys.size();
    System.arraycopy(eventKeys, from, batch, 0, to - from);
    keys.rowsOf(batch, 0, to - from, rowOf);
    for (int n = known; n < keys.size(); n++) {
      int place = keys.place(n);
      create(keys.rows(place), keys.offset(place));
    }
    keys.toChunks(rowOf, chunkOf, 0, to - from);
    long[][] chunks = keys.chunks();
    for (int i = from; i < to; i++) {
      add(chunks[chunkOf[i - from]], rowOf[i - from], values[i]);
    }
  }

  private static void create(long[] r, int row) {
    r[row + COUNT] = 0;
    r[row + SUM] = 0;
    r[row + MIN] = Long.MAX_VALUE;
    r[row + MAX] = Long.MIN_VALUE;
  }

  private static void add(long[] r, int row, long value) {
    r[row + COUNT]++;
    r[row + SUM] += value;
    if (value < r[row + MIN]) {
      r[row + MIN] = value;
    }
    if (value > r[row + MAX]) {
      r[row + MAX] = value;
    }
  }

  @Override
  public int size() {
    return keys.size();
  }

  @Override
  public void fire(long start, long end, Digest digest) {
    for (int n = 0; n < keys.size(); ) {
      int place = keys.place(n);
      long[] r = keys.rows(place);
      int row = keys.offset(place);
      for (int last = Math.min(keys.size(), keys.behindChunk(n)); n < last; n++) {
        digest.add(r[row], start, end, r[row + COUNT], r[row + SUM], r[row + MIN], r[row + MAX]);
        row += WIDTH;
      }
    }
    keys.clear();
  }
}
