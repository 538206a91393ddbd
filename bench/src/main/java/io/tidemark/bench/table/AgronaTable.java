package io.tidemark.bench.table;

import io.tidemark.bench.workload.Digest;
import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;

/**
 * Agrona's {@link Long2LongHashMap} from the key to the number of a dense row of (key, count, sum,
 * min, max): firing walks memory in the order in which keys were first seen, an update goes through
 * the library's map.
 */
final class AgronaTable implements Table {

  private static final int WIDTH = 5;
  private static final int COUNT = 1;
  private static final int SUM = 2;
  private static final int MIN = 3;
  private static final int MAX = 4;
  private static final float LOAD_FACTOR = 0.5f;
  private static final long ABSENT = -1;

  private final Long2LongHashMap rowNumbers;
  private long[] rows;
  private int size;

  AgronaTable(int keys) {
    rowNumbers = new Long2LongHashMap(keys * 2, LOAD_FACTOR, ABSENT);
    rows = new long[Math.multiplyExact(keys, WIDTH)];
  }

  @Override
  public void update(long key, long value) {
    long number = rowNumbers.get(key);
    if (number == ABSENT) {
      insert(key, value);
      return;
    }
    long[] r = rows;
    int row = (int) number * WIDTH;
    r[row + COUNT]++;
    r[row + SUM] += value;
    if (value < r[row + MIN]) {
      r[row + MIN] = value;
    }
    if (value > r[row + MAX]) {
      r[row + MAX] = value;
    }
  }

  private void insert(long key, long value) {
    int row = size * WIDTH;
    if (row == rows.length) {
      rows = Arrays.copyOf(rows, Math.max(rows.length * 2, WIDTH));
    }
    long[] r = rows;
    r[row] = key;
    r[row + COUNT] = 1;
    r[row + SUM] = value;
    r[row + MIN] = value;
    r[row + MAX] = value;
    rowNumbers.put(key, size);
    size++;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void fire(long start, long end, Digest digest) {
    long[] r = rows;
    for (int row = 0; row < size * WIDTH; row += WIDTH) {
      digest.add(r[row], start, end, r[row + COUNT], r[row + SUM], r[row + MIN], r[row + MAX]);
    }
    rowNumbers.clear();
    size = 0;
  }
}
