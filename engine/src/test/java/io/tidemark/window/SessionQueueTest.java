package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Against a map that is searched from end to end; and the order within one end. */
class SessionQueueTest {
  private final SessionRows rows = new SessionRows(2 + SessionRows.FIELDS);

  /** What is due when, by session. */
  private final Map<Integer, Long> model = new HashMap<>();

  private final Comparator<Integer> order =
      Comparator.<Integer>comparingLong(model::get)
          .thenComparingLong(rows::start)
          .thenComparingLong(rows::first);

  private int seen;

  @Test
  void shouldHaveTheEarliestFirst() {
    for (long seed = 0; seed < 100; seed++) {
      check(seed, new SessionQueue(rows, false), false);
    }
  }

  @Test
  void shouldHaveThoseThatAreDueTogetherInOrder() {
    for (long seed = 0; seed < 200; seed++) {
      check(seed, new SessionQueue(rows, true), true);
    }
  }

  private void check(long seed, SessionQueue queue, boolean hasOrder) {
    SplittableRandom random = new SplittableRandom(seed);
    SessionQueue other = new SessionQueue(rows, hasOrder);
    model.clear();
    int range = 2 + random.nextInt(100);
    for (int step = 0; step < 400; step++) {
      change(queue, other, random, range);
      int first = model.keySet().stream().min(order).orElse(0);
      String what = "seed " + seed + ", step " + step;
      assertThat(queue.isEmpty()).as(what).isEqualTo(model.isEmpty());
      assertThat(queue.earliest())
          .as(what)
          .isEqualTo(first == 0 ? WindowOperator.NEVER : model.get(first));
      if (first != 0) {
        assertThat(model.get(queue.first())).as(what).isEqualTo(model.get(first));
        if (hasOrder) {
          assertThat(queue.first()).as(what).isEqualTo(first);
        }
      }
    }
  }

  private void change(SessionQueue queue, SessionQueue other, SplittableRandom random, int range) {
    int die = random.nextInt(100);
    if (model.isEmpty() || die < 50) {
      int session = rows.add(0, random.nextInt(10) - 5, 100, seen++);
      long due = random.nextInt(range);
      queue.add(session, due);
      model.put(session, due);
    } else if (die < 65) {
      int first = queue.first();
      long due = queue.earliest() + random.nextInt(range);
      queue.putOffFirst(due);
      model.put(first, due);
    } else {
      List<Integer> sessions = new ArrayList<>(model.keySet());
      int session = die < 75 ? queue.first() : sessions.get(random.nextInt(sessions.size()));
      assertThat(queue.holds(session)).isTrue();
      assertThat(other.holds(session)).isFalse();
      if (die < 85) {
        rows.cover(session, rows.start(session) - random.nextInt(5), 100);
        queue.moveUp(session);
        return;
      }
      queue.remove(session);
      model.remove(session);
      other.add(session, random.nextInt(range));
      assertThat(other.holds(session)).isTrue();
      assertThat(queue.holds(session)).isFalse();
    }
  }

  @Test
  void shouldSortByEndThenByStartThenByFirstSeen() {
    for (long seed = 0; seed < 100; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      SessionFiring firing = new SessionFiring(rows);
      List<Integer> sessions = new ArrayList<>();
      for (int i = random.nextInt(100); i > 0; i--) {
        int session = rows.add(0, random.nextInt(10) - 5, 100 + random.nextInt(3), seen++);
        firing.add(session);
        sessions.add(random.nextInt(sessions.size() + 1), session);
      }
      firing.sort();
      sessions.sort(
          Comparator.<Integer>comparingLong(rows::end)
              .thenComparingLong(rows::start)
              .thenComparingLong(rows::first));
      List<Integer> sorted = new ArrayList<>();
      for (int i = 0; i < firing.size(); i++) {
        sorted.add(firing.get(i));
      }
      assertThat(sorted).as("seed " + seed).isEqualTo(sessions);
    }
  }
}
