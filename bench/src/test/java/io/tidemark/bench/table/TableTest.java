package io.tidemark.bench.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.bench.workload.Digest;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TableTest {

  private static final int KEYS = 5000;

  private final Digest digest = new Digest();

  @ParameterizedTest
  @EnumSource
  void shouldAggregateEachKeyThroughGrowthAndFirings(TableKind kind) {
    Table table = kind.create(1);
    for (int seed = 0; seed < 5; seed++) {
      int[] ordinals = Distribution.ZIPF.draw(KEYS, 50_000, new SplittableRandom(seed));
      Updates updates = new Updates(ordinals, KEYS);

      updates.applyTo(table);

      assertThat(table.size()).isEqualTo((int) Arrays.stream(ordinals).distinct().count());
      updates.fireAndCheck(table, digest, kind + ", seed " + seed);
      assertThat(table.size()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldTakeAnyKey(TableKind kind) {
    Table table = kind.create(4);
    long[] keys = {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE};
    Digest expected = new Digest();
    for (long key : keys) {
      table.update(key, -7);
      table.update(key, 9);
      expected.add(key, 10, 20, 2, 2, -7, 9);
    }

    table.fire(10, 20, digest);

    assertThat(digest.outcome(0)).isEqualTo(expected.outcome(0));
  }

  @ParameterizedTest
  @EnumSource
  void shouldFireNothingWhenEmpty(TableKind kind) {
    kind.create(16).fire(0, 1, digest);

    assertThat(digest.results()).isZero();
  }
}
