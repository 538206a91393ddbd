package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Against a TreeMap by start. */
class SessionTreeTest {
  private static final int STRIDE = 2 + SessionRows.FIELDS;
  private static final long LENGTH = 10;

  private final SessionRows rows = new SessionRows(STRIDE);
  private final SessionTree tree = new SessionTree(rows);
  private final TreeMap<Long, Integer> model = new TreeMap<>();
  private int root;

  @Test
  void shouldBehaveAsATreeMapDoes() {
    for (long seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int range = 20 + random.nextInt(400);
      for (int step = 0; step < 300; step++) {
        String what = "seed " + seed + ", step " + step;
        if (model.isEmpty() || random.nextInt(100) < 60) {
          look(random.nextInt(range) * LENGTH, what);
        } else if (random.nextInt(100) < 60) {
          remove(model.floorKey(model.firstKey() + random.nextInt(range) * LENGTH));
        } else {
          removeBefore(model.floorKey(model.firstKey() + random.nextInt(range) * LENGTH), what);
        }
      }
      assertThat(starts()).as("seed " + seed).isEqualTo(model.keySet().toString());
      clear();
    }
  }

  @Test
  void shouldTakeManySessionsInAnyOrder() {
    int sessions = 200_000;
    for (long i = 0; i < sessions; i++) {
      add(i * LENGTH);
    }
    // Each end in turn, then all over: a chain would be walked from end to end each time.
    for (long i = 0; i < sessions; i++) {
      long start = (i % 2 == 0 ? i / 2 : sessions - 1 - i / 2) * LENGTH;
      root = tree.lastUpTo(root, start);
      assertThat(rows.start(root)).isEqualTo(start);
    }
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < sessions; i++) {
      remove(model.floorKey(model.firstKey() + random.nextLong(sessions * LENGTH)));
    }
    assertThat(root).isZero();
  }

  @Test
  void shouldTakeTimesAtTheEndsOfLong() {
    add(Long.MAX_VALUE - 1);
    add(Long.MIN_VALUE + 1);
    add(0);

    look(Long.MAX_VALUE - 2, "before the last");
    look(Long.MIN_VALUE + 2, "after the first");
    assertThat(starts()).isEqualTo(model.keySet().toString());
  }

  /** Looks for a time, and adds a session that starts there if there is none. */
  private void look(long time, String what) {
    if (root == 0) {
      add(time);
      return;
    }
    root = tree.lastUpTo(root, time);
    Map.Entry<Long, Integer> last = model.floorEntry(time);
    if (last == null) {
      assertThat(rows.start(root)).as(what).isGreaterThan(time);
    } else {
      assertThat(root).as(what).isEqualTo(last.getValue());
    }
    if (last == null || last.getKey() < time) {
      add(time);
    }
  }

  private void add(long start) {
    if (root != 0) {
      root = tree.lastUpTo(root, start);
    }
    int session = rows.add(1, start, start + LENGTH - 1, 0);
    tree.add(root, session);
    root = session;
    model.put(start, session);
  }

  private void remove(long start) {
    root = tree.remove(root, model.remove(start));
  }

  private void removeBefore(long start, String what) {
    root = tree.lastUpTo(root, start);
    Map.Entry<Long, Integer> before = model.lowerEntry(start);
    assertThat(tree.before(root)).as(what).isEqualTo(before == null ? 0 : before.getValue());
    if (before != null) {
      tree.removeBefore(root);
      model.remove(before.getKey());
    }
  }

  private void clear() {
    while (!model.isEmpty()) {
      remove(model.firstKey());
    }
    assertThat(root).isZero();
  }

  private String starts() {
    TreeMap<Long, Integer> found = new TreeMap<>();
    collect(root, found);
    assertThat(found).hasSameSizeAs(model);
    return found.keySet().toString();
  }

  private void collect(int session, TreeMap<Long, Integer> into) {
    if (session != 0) {
      collect(rows.left(session), into);
      into.put(rows.start(session), session);
      collect(rows.right(session), into);
    }
  }
}
