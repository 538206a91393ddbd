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

  /** How many updates are handed to a table at a time, as in a batch of the engine's. */
  static final int BATCH = 64;

  private final long[] keys;
  private final long[] values;
  private final Outcome expected;

  /** The updates of keys {@link Workload#keyOf} these ordinals, all below {@code keyCount}. */
  Updates(int[] ordinals, int keyCount) {
    this(ordinals, keyCount, Keys.SPREAD);
  }

  /** The same with keys of another kind. */
  Updates(int[] ordinals, int keyCount, Keys kind) {
    keys = new long[ordinals.length];
    values = new long[ordinals.length];
    for (int i = 0; i < ordinals.length; i++) {
      keys[i] = kind.key(ordinals[i]);
      values[i] = value(i);
    }
    expected = expect(ordinals, keyCount, kind);
  }

  void applyTo(Table table) {
    for (int from = 0; from < keys.length; from += BATCH) {
      table.updateAll(keys, values, from, Math.min(from + BATCH, keys.length));
    }
  }

  /**
   * Applies all updates and notes how long each batch of {@value #BATCH} took.
   *
   * @param batchNs takes the times; nothing is noted beyond its end
   * @return the longest time, in ns
   */
  long applyTimed(Table table, int[] batchNs) {
    long longest = 0;
    long before = System.nanoTime();
    int batch = 0;
    for (int from = 0; from < keys.length; from += BATCH) {
      table.updateAll(keys, values, from, Math.min(from + BATCH, keys.length));
      long now = System.nanoTime();
      longest = Math.max(longest, now - before);
      if (batch < batchNs.length) {
        batchNs[batch++] = (int) (now - before);
      }
      before = now;
    }
    return longest;
  }

  /** How many batches there are. */
  int batches() {
    return (keys.length + BATCH - 1) / BATCH;
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

  private static Outcome expect(int[] ordinals, int keyCount, Keys kind) {
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
        long key = kind.key(row / WIDTH);
        digest.add(key, START, END, states[row], states[row + 1], states[row + 2], states[row + 3]);
      }
    }
    return digest.outcome(0);
  }
}
