package io.tidemark.bench.table;

import io.tidemark.bench.workload.Digest;
import java.util.HashMap;
import java.util.Map;

/**
 * {@code HashMap<Long, long[]>}: boxes each key, allocates an entry and an array for each new one.
 */
final class HashMapTable implements Table {

  private static final int COUNT = 0;
  private static final int SUM = 1;
  private static final int MIN = 2;
  private static final int MAX = 3;
  private static final float LOAD_FACTOR = 0.75f;

  private final Map<Long, long[]> states;

  HashMapTable(int keys) {
    states = new HashMap<>((int) (keys / LOAD_FACTOR) + 1, LOAD_FACTOR);
  }

  @Override
  public void update(long key, long value) {
    long[] s = states.get(key);
    if (s == null) {
      states.put(key, new long[] {1, value, value, value});
      return;
    }
    s[COUNT]++;
    s[SUM] += value;
    if (value < s[MIN]) {
      s[MIN] = value;
    }
    if (value > s[MAX]) {
      s[MAX] = value;
    }
  }

  @Override
  public int size() {
    return states.size();
  }

  @Override
  public void fire(long start, long end, Digest digest) {
    states.forEach((key, s) -> digest.add(key, start, end, s[COUNT], s[SUM], s[MIN], s[MAX]));
    states.clear();
  }
}
