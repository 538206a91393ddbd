package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tables of more keys than a flat index has: against a map and a list; and what they cost. */
class LargeKeyTableTest {
  private static final int STRIDE = 4;
  private static final int KEYS = 100_000;

  /** A test of ten million keys is wanted: -Dtidemark.keys=10000000. */
  private static final int MANY = Integer.getInteger("tidemark.keys", 2_000_000);

  /** The golden ratio's inverse modulo 2^64. */
  private static final long INVERSE = 0xf1de83e19937733dL;

  enum Keys {
    COUNTING(i -> i),
    RANDOM(Keys::mix),
    MULTIPLES_OF_2_20(i -> i << 20),
    MULTIPLES_OF_2_40(i -> i << 40),

    /** Their products with the golden ratio count up: all share their upper bits. */
    ONE_PLACE(i -> i * INVERSE),

    /** All in one of 2^11 arcs, and spread evenly there. */
    ONE_ARC(i -> (i << 34) * INVERSE),

    /** In each of many arcs, 16 by 16 at one place. */
    SHORT_RUNS(i -> ((mix(i >> 4) & -16L) | (i & 15)) * INVERSE),

    /** The multiplier that MurmurHash3 would have after the golden ratio is undone. */
    UNDONE_SECOND(i -> unshift(i * inverse(0xc4ceb9fe1a85ec53L)) * INVERSE);

    private final LongUnaryOperator key;

    Keys(LongUnaryOperator key) {
      this.key = key;
    }

    long key(long number) {
      return key.applyAsLong(number);
    }

    private static long mix(long number) {
      long hash = (number ^ (number >>> 33)) * 0xff51afd7ed558ccdL;
      hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
      return hash ^ (hash >>> 33);
    }

    private static long unshift(long hash) {
      return hash ^ (hash >>> 32);
    }

    /** The inverse modulo 2^64 of an odd number, by Newton's iteration. */
    private static long inverse(long odd) {
      long inverse = odd;
      for (int i = 0; i < 6; i++) {
        inverse *= 2 - odd * inverse;
      }
      return inverse;
    }
  }

  /** Rows are in the order of their keys, window after window, whatever their number. */
  @ParameterizedTest
  @EnumSource
  void shouldKeepTheOrderOfKeysFromWindowToWindow(Keys keys) {
    SplittableRandom random = new SplittableRandom(1);
    KeyTable table = KeyTable.inChunks(STRIDE);
    int[] sizes = {KEYS, 3 * KEYS, KEYS / 2, 100, 40_000, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, KEYS};
    for (int size : sizes) {
      Map<Long, Integer> rowOf = new HashMap<>();
      List<Long> order = new ArrayList<>();
      long[] batch = new long[64];
      int[] at = new int[64];
      int[] chunkOf = new int[64];
      for (int i = 0; i < size; i += batch.length) {
        for (int n = 0; n < batch.length; n++) {
          batch[n] = keys.key(random.nextInt(3) == 0 ? random.nextInt(i + 1) : i + n);
        }
        table.rowsOf(batch, 0, batch.length, at);
        for (int n = 0; n < batch.length; n++) {
          if (rowOf.putIfAbsent(batch[n], order.size()) == null) {
            order.add(batch[n]);
          }
          requireEqual(table.row(at[n]), rowOf.get(batch[n]), keys + ": row of " + batch[n]);
        }
        table.toChunks(at, chunkOf, 0, batch.length);
        requireEqual(table.chunks()[chunkOf[5]][at[5]], batch[5], keys + ": key of a row");
      }
      check(table, order, keys.name());
      requireEqual(table.find(keys.key(-5)), -1, keys + ": a key that is not there");
      table.clear();
      requireEqual(table.find(order.get(0)), -1, keys + ": a key of the window before");
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldForgetKeysOneByOne(Keys keys) {
    SplittableRandom random = new SplittableRandom(2);
    KeyTable table = KeyTable.inChunks(STRIDE);
    Map<Long, Integer> rowOf = new HashMap<>();
    int most = 0;
    for (int i = 0; i < 4 * KEYS; i++) {
      // Twice up to many keys and down again.
      boolean falls = i / KEYS % 2 == 1;
      long key = keys.key(random.nextInt(KEYS));
      Integer at = rowOf.get(key);
      requireEqual(table.find(key), at == null ? -1 : at, keys + ": place of " + key);
      if (at == null && (!falls || random.nextInt(8) == 0)) {
        rowOf.put(key, table.rowOf(key));
      } else if (at != null && (falls || random.nextInt(8) == 0)) {
        table.remove(rowOf.remove(key));
      }
      most = Math.max(most, rowOf.size());
    }
    for (int i = 0; i < KEYS; i++) {
      int expected = rowOf.getOrDefault(keys.key(i), -1);
      requireEqual(table.find(keys.key(i)), expected, keys + ": place of key " + i);
    }
    requireEqual(table.size(), most, keys + ": rows");
    KeyTable copy = new KeyTable(STRIDE);
    table.copyTo(copy);
    requireEqual(copy.size(), rowOf.size(), keys + ": copies");
    rowOf.keySet().forEach(key -> requireEqual(copy.rows()[copy.find(key)], key, "a copy"));
  }

  /** No insert allots more than a chunk and a page, or moves more keys than some segments have. */
  @ParameterizedTest
  @EnumSource
  void shouldGrowAPieceAtATime(Keys keys) {
    KeyTable table = KeyTable.inChunks(STRIDE);
    long bytes = table.bytes();
    int segments = 0;
    long mostBytes = 0;
    int mostSegments = 0;
    for (int i = 0; i < 5 * KEYS; i++) {
      table.rowOf(keys.key(i));
      mostBytes = Math.max(mostBytes, table.bytes() - bytes);
      bytes = table.bytes();
      if (segments > 0) {
        mostSegments = Math.max(mostSegments, table.segments() - segments);
      }
      segments = table.segments();
    }
    assertThat(segments).isGreaterThan(5 * KEYS / 4096);
    assertThat(mostBytes).isLessThan(5 << 20);
    assertThat(mostSegments).isLessThan(10);
  }

  /** Keys chosen to collide are found as soon as random ones, in the first window and later. */
  @ParameterizedTest
  @EnumSource
  void shouldFindKeysOfAllKindsInFewSteps(Keys keys) {
    for (int size : new int[] {1_000, 30_000, 3 * KEYS}) {
      KeyTable table = KeyTable.inChunks(STRIDE);
      for (int window = 0; window < 2; window++) {
        for (int i = 0; i < size; i++) {
          table.rowOf(keys.key(i));
        }
        long steps = 0;
        int most = 0;
        for (int i = 0; i < size; i++) {
          steps += table.steps(keys.key(i));
          most = Math.max(most, table.steps(keys.key(i)));
        }
        assertThat(steps).as("%s, %d keys", keys, size).isLessThan(2L * size);
        assertThat(most).as("%s, %d keys", keys, size).isLessThan(200);
        table.clear();
      }
    }
  }

  /** Key, count and an exact sum, or with least and greatest as well: key and five longs. */
  @Test
  void shouldTakeFewBytesAKey() {
    assertThat(bytesPerKey(4)).isLessThan(52);
    assertThat(bytesPerKey(6)).isLessThan(68);
  }

  private static double bytesPerKey(int stride) {
    KeyTable table = KeyTable.inChunks(stride);
    for (int i = 0; i < MANY; i++) {
      table.rowOf(i);
    }
    return (double) table.bytes() / MANY;
  }

  @Test
  void shouldGiveUpRoomThatSmallerWindowsDoNotNeed() {
    KeyTable table = KeyTable.inChunks(STRIDE);
    long small = table.bytes();
    add(table, MANY);
    assertThat(table.bytes()).isGreaterThan(MANY * 36L);
    table.clear();
    for (int window = 0; window < 20; window++) {
      add(table, 50);
      table.clear();
    }
    assertThat(table.bytes()).isLessThan(small + 100_000);
  }

  /** Windows whose sizes differ a little leave the table as it is. */
  @Test
  void shouldKeepRoomForWindowsOfNearlyTheSameSize() {
    SplittableRandom random = new SplittableRandom(3);
    for (int size : new int[] {100, 10_000, 3 * KEYS}) {
      KeyTable table = KeyTable.inChunks(STRIDE);
      add(table, size);
      table.clear();
      add(table, size);
      table.clear();
      long bytes = table.bytes();
      for (int window = 0; window < 20; window++) {
        add(table, size - random.nextInt(size / 10));
        requireEqual(table.bytes(), bytes, "bytes, " + size + " keys");
        table.clear();
      }
    }
  }

  private static void add(KeyTable table, int keys) {
    for (int i = 0; i < keys; i++) {
      table.rowOf(i);
    }
  }

  private static void check(KeyTable table, List<Long> order, String message) {
    requireEqual(table.size(), order.size(), message + ": rows");
    for (int row = 0; row < order.size(); row++) {
      int at = table.place(row);
      requireEqual(table.rows(at)[table.offset(at)], order.get(row), message + ": key " + row);
      requireEqual(table.row(at), row, message + ": number");
      requireEqual(table.find(order.get(row)), at, message + ": place");
    }
  }

  private static void requireEqual(long actual, long expected, String what) {
    if (actual != expected) {
      throw new AssertionError(what + ": " + actual + ", expected " + expected);
    }
  }
}
