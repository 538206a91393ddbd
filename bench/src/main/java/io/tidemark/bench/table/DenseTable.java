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

  private final KeyTable keys = new KeyTable(WIDTH);

  @Override
  public void update(long key, long value) {
    int known = keys.size();
    int row = keys.rowOf(key);
    long[] r = keys.rows();
    if (keys.size() != known) {
      r[row + COUNT] = 1;
      r[row + SUM] = value;
      r[row + MIN] = value;
      r[row + MAX] = value;
      return;
    }
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
    long[] r = keys.rows();
    int last = keys.rowsEnd();
    for (int row = 0; row < last; row += WIDTH) {
      digest.add(r[row], start, end, r[row + COUNT], r[row + SUM], r[row + MIN], r[row + MAX]);
    }
    keys.clear();
  }
}
