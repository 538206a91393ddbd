package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Against a LinkedHashMap: the same keys, values and order. */
class KeyTableTest {
  private static final int STRIDE = 3;

  /** Keys that are hard on some hash or other; the number of the key gives the key. */
  enum Pattern {
    DENSE(i -> i),
    NEGATIVE(i -> -i),
    MULTIPLES_OF_2_20(i -> i << 20),
    MULTIPLES_OF_2_40(i -> i << 40),
    HIGH_BITS_ONLY(i -> i << 46),
    UNDONE_GOLDEN_RATIO(i -> i * inverse(FlatIndex.GOLDEN_RATIO)),
    ONE_ARC(i -> (i << 24) * inverse(FlatIndex.GOLDEN_RATIO)),
    UNDONE_FIRST_MULTIPLIER(i -> i * inverse(0xff51afd7ed558ccdL)),
    UNDONE_SECOND_MULTIPLIER(i -> i * inverse(0xc4ceb9fe1a85ec53L)),
    UNDONE_FIRST_MULTIPLIER_SHIFTED(i -> (i << 33) * inverse(0xff51afd7ed558ccdL)),
    ENDS_OF_LONG(i -> i % 2 == 0 ? Long.MIN_VALUE + i : Long.MAX_VALUE - i),
    DOUBLES(i -> Double.doubleToLongBits((double) i));

    private final LongUnaryOperator key;

    Pattern(LongUnaryOperator key) {
      this.key = key;
    }

    long key(long number) {
      return key.applyAsLong(number);
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindEveryKeyOfAPattern(Pattern pattern) {
    int keys = 20_000;
    KeyTable table = new KeyTable(STRIDE);
    Map<Long, Long> model = new LinkedHashMap<>();
    for (int round = 0; round < 2; round++) {
      LongStream.range(0, keys).forEach(i -> add(table, model, pattern.key.applyAsLong(i), i));
      check(table, model, pattern.name());
    }
  }

  @Test
  void shouldBehaveAsAMapDoesOverManyRoundsOfClearing() {
    for (long seed = 0; seed < 100; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      KeyTable table = new KeyTable(STRIDE);
      for (int round = 0; round < 4; round++) {
        Map<Long, Long> model = new LinkedHashMap<>();
        int spread = 1 + random.nextInt(1_000);
        int shift = random.nextInt(64);
        for (int i = random.nextInt(2_000); i > 0; i--) {
          add(table, model, random.nextLong(spread) << shift, random.nextInt(100));
        }
        check(table, model, "seed " + seed);
        table.clear();
        assertThat(table.size()).isZero();
        assertThat(table.rowsEnd()).isZero();
      }
    }
  }

  /** Rows of other keys stay where they are, and a removed key's row goes to another one. */
  @Test
  void shouldForgetKeysOneByOne() {
    for (long seed = 0; seed < 50; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int shift = random.nextInt(60);
      int keys = 1 << (2 + random.nextInt(9));
      KeyTable table = new KeyTable(STRIDE);
      Map<Long, Integer> rowOf = new HashMap<>();
      int most = 0;
      for (int i = 0; i < 5_000; i++) {
        long key = (long) random.nextInt(keys) << shift;
        if (random.nextInt(3) == 0 && rowOf.containsKey(key)) {
          table.remove(rowOf.remove(key));
        } else {
          int at = table.rowOf(key);
          Integer before = rowOf.putIfAbsent(key, at);
          if (before != null && before != at) {
            throw new AssertionError("seed " + seed + ": " + key + " moved to " + at);
          }
        }
        most = Math.max(most, rowOf.size());
      }
      for (int key = 0; key < keys; key++) {
        int expected = rowOf.getOrDefault((long) key << shift, -1);
        assertThat(table.find((long) key << shift)).as("seed %d", seed).isEqualTo(expected);
      }
      assertThat(new HashSet<>(rowOf.values())).hasSameSizeAs(rowOf.keySet());
      assertThat(table.size()).as("rows, seed %d", seed).isEqualTo(most);
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindAKeyOfAPatternInFewSteps(Pattern pattern) {
    int keys = 1 << 15;
    KeyTable table = new KeyTable(STRIDE);
    LongStream.range(0, keys).forEach(i -> table.rowOf(pattern.key.applyAsLong(i)));

    long steps = LongStream.range(0, keys).map(i -> table.steps(pattern.key.applyAsLong(i))).sum();

    assertThat(steps).isLessThan(2L * keys);
  }

  private static void add(KeyTable table, Map<Long, Long> model, long key, long value) {
    int before = table.size();
    int at = table.rowOf(key);
    boolean isNew = table.size() != before;
    long[] rows = table.rows();
    if (isNew == model.containsKey(key) || rows[at] != key) {
      throw new AssertionError("key " + key + ": row at " + at + " is new: " + isNew);
    }
    rows[at + 1] = (isNew ? 0 : rows[at + 1]) + value;
    model.merge(key, value, Long::sum);
  }

  private static void check(KeyTable table, Map<Long, Long> model, String message) {
    assertThat(table.size()).as(message).isEqualTo(model.size());
    assertThat(table.rowsEnd()).isEqualTo(model.size() * table.stride());
    int at = 0;
    for (Map.Entry<Long, Long> entry : model.entrySet()) {
      long key = entry.getKey();
      long[] rows = table.rows();
      if (rows[at] != key || rows[at + 1] != entry.getValue() || table.rowOf(key) != at) {
        throw new AssertionError(message + ": row at " + at + " is not that of " + entry);
      }
      at += STRIDE;
    }
    assertThat(table.size()).as(message).isEqualTo(model.size());
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
