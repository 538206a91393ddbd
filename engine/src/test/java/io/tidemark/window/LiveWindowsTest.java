package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Against a TreeMap by end and start. */
class LiveWindowsTest {
  private record Bounds(long start, long end) {}

  private static final Comparator<Bounds> IN_ORDER =
      Comparator.comparingLong(Bounds::end).thenComparingLong(Bounds::start);

  @Test
  void shouldBehaveAsATreeMapDoes() {
    for (long seed = 0; seed < 300; seed++) {
      new Comparison(seed).run(400);
    }
  }

  @Test
  void shouldUseClosedWindowsAgainWithTheirCapacity() {
    LiveWindows windows = new LiveWindows(2);
    Set<LiveWindow> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    long[] rows = null;
    for (long start = 0; start < 1_000; start++) {
      LiveWindow window = windows.open(start, start + 1, false);
      seen.add(window);
      assertThat(window.table.size()).isZero();
      for (long key = 0; key < 1_000; key++) {
        window.table.rowOf(key);
      }
      rows = rows == null ? window.table.rows() : rows;
      windows.markFired();
      windows.closeOldest();
    }
    assertThat(seen).hasSize(1);
    assertThat(seen.iterator().next().table.rows()).isSameAs(rows);
  }

  @Test
  void shouldNotKeepWhatAPeakNeeded() {
    LiveWindows windows = new LiveWindows(2);
    Set<LiveWindow> peak = Collections.newSetFromMap(new IdentityHashMap<>());
    for (long start = 0; start < 10_000; start++) {
      peak.add(windows.open(start, start + 1, false));
    }
    for (int i = 0; i < 10_000; i++) {
      windows.markFired();
      windows.closeOldest();
    }
    Set<LiveWindow> again = Collections.newSetFromMap(new IdentityHashMap<>());
    for (long start = 0; start < 10_000; start++) {
      again.add(windows.open(start, start + 1, false));
    }
    again.retainAll(peak);
    assertThat(again).hasSizeBetween(1, 10_000 / 2 + 16);
  }

  private static final class Comparison {
    private final long seed;
    private final SplittableRandom random;
    private final LiveWindows windows = new LiveWindows(2);
    private final TreeMap<Bounds, LiveWindow> model = new TreeMap<>(IN_ORDER);

    /** Windows up to these bounds have fired. */
    private Bounds fired = new Bounds(Long.MIN_VALUE, Long.MIN_VALUE);

    Comparison(long seed) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
    }

    void run(int steps) {
      int opening = 2 + random.nextInt(6);
      for (int i = 0; i < steps; i++) {
        int what = random.nextInt(10);
        if (what < opening) {
          open(bounds());
        } else if (what % 2 == 0) {
          fire();
        } else {
          closeOldest();
        }
        check();
      }
    }

    /** With neighbours of the same start or end, or anywhere. */
    private Bounds bounds() {
      long start =
          random.nextInt(4) == 0
              ? random.nextLong(Long.MIN_VALUE + 1, Long.MAX_VALUE - 100)
              : random.nextLong(-20, 20) << (10 * random.nextInt(3));
      return new Bounds(start, start + random.nextInt(1, 40));
    }

    private void open(Bounds bounds) {
      if (!model.containsKey(bounds)) {
        LiveWindow window =
            windows.open(bounds.start, bounds.end, IN_ORDER.compare(bounds, fired) <= 0);
        assertThat(window.table.size()).as("seed " + seed).isZero();
        window.table.rowOf(bounds.start);
        windows.noteRows(window);
        model.put(bounds, window);
      }
    }

    private void fire() {
      LiveWindow next = windows.nextToFire();
      if (next != null) {
        fired = new Bounds(next.start, next.end);
        windows.markFired();
      }
    }

    private void closeOldest() {
      if (!model.isEmpty() && IN_ORDER.compare(model.firstKey(), fired) <= 0) {
        windows.closeOldest();
        model.pollFirstEntry();
      }
    }

    private void check() {
      assertThat(windows.oldest()).as("seed " + seed).isSameAs(value(model.firstEntry()));
      assertThat(windows.nextToFire()).as("seed " + seed).isSameAs(value(model.higherEntry(fired)));
      Set<Integer> slots = new HashSet<>();
      model.forEach(
          (bounds, window) -> {
            assertThat(windows.find(bounds.start, bounds.end)).as("seed " + seed).isSameAs(window);
            assertThat(windows.at(window.slot)).as("seed " + seed).isSameAs(window);
            assertThat(windows.rows()[window.slot]).isSameAs(window.table.rows());
            assertThat(window.table.rows()[0]).as("seed " + seed).isEqualTo(bounds.start);
            assertThat(slots.add(window.slot)).as("seed " + seed).isTrue();
          });
      Bounds absent = bounds();
      if (!model.containsKey(absent)) {
        assertThat(windows.find(absent.start, absent.end)).as("seed " + seed).isNull();
      }
    }

    private static LiveWindow value(Map.Entry<Bounds, LiveWindow> entry) {
      return entry == null ? null : entry.getValue();
    }
  }
}
