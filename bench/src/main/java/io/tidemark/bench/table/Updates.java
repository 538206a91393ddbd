package io.tidemark.bench.table;

import io.tidemark.bench.workload.Digest;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;

/**
 * A series of updates to one table, and the outcome that firing the table afterwards must have.
 *
 * <p>The keys are drawn beforehand, as the cost of drawing is no table's; the values follow from
 * the place in the series.
 */
final class Updates {

  static final long START = Workload.T0;
  static final long END = Workload.T0 + Workload.WINDOW_MS;

  private static final int WIDTH = 4;
  private static final long VALUE_SPREAD = 0x9E3779B97F4A7C15L;
  private static final int VALUE_SHIFT = 44;

  private final long[] keys;
  private final Outcome expected;

  /** The updates of keys {@link Workload#keyOf} these ordinals, all below {@code keyCount}. */
  Updates(int[] ordinals, int keyCount) {
    keys = new long[ordinals.length];
    for (int i = 0; i < ordinals.length; i++) {
      keys[i] = Workload.keyOf(ordinals[i]);
    }
    expected = expect(ordinals, keyCount);
  }

  void applyTo(Table table) {
    for (int i = 0; i < keys.length; i++) {
      table.update(keys[i], value(i));
    }
  }

  /**
   * Applies all updates and says how long the longest stretch of them took, in ns, the clock being
   * read once for {@code stretch} updates.
   */
  long applyTimed(Table table, int stretch) {
    long longest = 0;
    long before = System.nanoTime();
    for (int from = 0; from < keys.length; from += stretch) {
      int to = Math.min(from + stretch, keys.length);
      for (int i = from; i < to; i++) {
        table.update(keys[i], value(i));
      }
      long now = System.nanoTime();
      longest = Math.max(longest, now - before);
      before = now;
    }
    return longest;
  }

  /**
   * Empties the table through its firing, and fails unless its rows are what these updates make.
   */
  void fireAndCheck(Table table, Digest digest, String name) {
    digest.reset();
    table.fire(START, END, digest);
    check(digest, name);
  }

  /** Fails unless the digest holds what these updates make. */
  void check(Digest digest, String name) {
    digest.outcome(0).requireEqual(name, expected);
  }

  private static long value(int i) {
    return (i * VALUE_SPREAD) >> VALUE_SHIFT;
  }

  private static Outcome expect(int[] ordinals, int keyCount) {
    long[] states = new long[WIDTH * keyCount];
    for (int i = 0; i < ordinals.length; i++) {
      int row = ordinals[i] * WIDTH;
      long value = value(i);
      boolean first = states[row] == 0;
      states[row]++;
      states[row + 1] += value;
      states[row + 2] = first ? value : Math.min(states[row + 2], value);
      states[row + 3] = first ? value : Math.max(states[row + 3], value);
    }
    Digest digest = new Digest();
    for (int row = 0; row < states.length; row += WIDTH) {
      if (states[row] != 0) {
        long key = Workload.keyOf(row / WIDTH);
        digest.add(key, START, END, states[row], states[row + 1], states[row + 2], states[row + 3]);
      }
    }
    return digest.outcome(0);
  }
}
