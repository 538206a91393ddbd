package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Against a TreeMap by index. */
class PanesTest {
  @Test
  void shouldBehaveAsATreeMapDoes() {
    for (long seed = 0; seed < 200; seed++) {
      new Comparison(seed).run(400);
    }
  }

  @Test
  void shouldFindPanesThatFallOnTheSamePlace() {
    Panes panes = new Panes(2);
    List<Pane> opened = new ArrayList<>();
    for (long i = 0; i < 100; i++) {
      opened.add(panes.open(i << 40, false));
    }
    for (int i = 0; i < 100; i++) {
      assertThat(panes.find((long) i << 40)).isSameAs(opened.get(i));
      assertThat(panes.find(((long) i << 40) + 1)).isNull();
    }
  }

  @Test
  void shouldTakeIndicesAtTheEndsOfLong() {
    Panes panes = new Panes(2);
    for (long index : new long[] {Long.MAX_VALUE, 0, Long.MIN_VALUE, -1}) {
      panes.open(index, false);
    }
    for (long index : new long[] {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE}) {
      assertThat(panes.nextToFire().index).isEqualTo(index);
      panes.markFired();
      panes.closeOldest();
      assertThat(panes.find(index)).isNull();
    }
    assertThat(panes.live()).isZero();
    assertThat(panes.oldest()).isNull();
    assertThat(panes.nextToFire()).isNull();
  }

  @Test
  void shouldUseClosedPanesAgainWithTheirCapacity() {
    Panes panes = new Panes(2);
    Set<Pane> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    long[] rows = null;
    for (long index = 0; index < 1_000; index++) {
      Pane pane = panes.open(index, false);
      seen.add(pane);
      assertThat(pane.table.size()).isZero();
      for (long key = 0; key < 1_000; key++) {
        pane.table.rowOf(key);
      }
      rows = rows == null ? pane.table.rows() : rows;
      panes.markFired();
      panes.closeOldest();
    }
    assertThat(seen).hasSize(1);
    assertThat(seen.iterator().next().table.rows()).isSameAs(rows);
  }

  /** Three panes that many keys were in, of which one is enough from then on. */
  @Test
  void shouldGiveUpTheRoomOfPanesThatAreNotUsedAgain() {
    Panes panes = new Panes(2);
    Pane[] three = new Pane[3];
    for (int index = 0; index < 3; index++) {
      three[index] = panes.open(index, true);
      for (long key = 0; key < 100_000; key++) {
        three[index].table.rowOf(key);
      }
    }
    for (int closed = 0; closed < 3; closed++) {
      panes.closeOldest();
    }
    for (long index = 3; index < 300; index++) {
      panes.open(index, true).table.rowOf(index);
      panes.closeOldest();
    }
    for (Pane pane : three) {
      assertThat(pane.table.bytes()).isLessThan(60_000);
    }
  }

  /** One run of random operations on both. */
  private static final class Comparison {
    private final long seed;
    private final SplittableRandom random;
    private final Panes panes = new Panes(2);
    private final TreeMap<Long, Pane> model = new TreeMap<>();

    /** Panes up to this index have fired. */
    private long firedUpTo = Long.MIN_VALUE;

    Comparison(long seed) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
    }

    void run(int steps) {
      // Seeds differ in what they do more often, so that some runs have many live panes.
      int opening = 2 + random.nextInt(6);
      for (int i = 0; i < steps; i++) {
        int what = random.nextInt(10);
        if (what < opening) {
          open(index());
        } else if (what % 2 == 0) {
          fire();
        } else {
          closeOldest();
        }
        check();
      }
    }

    /** Near each other, on the same place of any ring, or anywhere. */
    private long index() {
      return switch (random.nextInt(4)) {
        case 0 -> random.nextLong(Long.MIN_VALUE + 1, Long.MAX_VALUE);
        case 1 -> random.nextLong(-50, 50) << random.nextInt(40);
        default -> random.nextLong(-30, 30);
      };
    }

    private void open(long index) {
      if (!model.containsKey(index)) {
        Pane pane = panes.open(index, index <= firedUpTo);
        assertThat(pane.table.size()).as("seed " + seed).isZero();
        pane.table.rowOf(index);
        model.put(index, pane);
      }
    }

    private void fire() {
      Pane next = panes.nextToFire();
      if (next != null) {
        firedUpTo = next.index;
        panes.markFired();
      }
    }

    private void closeOldest() {
      if (!model.isEmpty() && model.firstKey() <= firedUpTo) {
        panes.closeOldest();
        model.pollFirstEntry();
      }
    }

    private void check() {
      assertThat(panes.live()).as("seed " + seed).isEqualTo(model.size());
      assertThat(panes.oldest()).isSameAs(value(model.firstEntry()));
      assertThat(panes.nextToFire())
          .as("seed " + seed)
          .isSameAs(value(model.higherEntry(firedUpTo)));
      model.forEach(
          (index, pane) -> {
            if (panes.find(index) != pane || pane.index != index || holds(pane) != index) {
              throw new AssertionError("seed " + seed + ": pane " + index);
            }
          });
      long absent = index();
      if (!model.containsKey(absent)) {
        assertThat(panes.find(absent)).as("seed " + seed).isNull();
      }
    }

    private static long holds(Pane pane) {
      return pane.table.rows()[0];
    }

    private static Pane value(Map.Entry<Long, Pane> entry) {
      return entry == null ? null : entry.getValue();
    }
  }
}
