package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Against a map that is searched from end to end; and the order within one end. */
class SessionQueueTest {
  private final SessionRows rows = new SessionRows(2 + SessionRows.FIELDS);

  @Test
  void shouldHaveTheEarliestFirst() {
    for (long seed = 0; seed < 100; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      SessionQueue queue = new SessionQueue(rows);
      Map<Integer, Long> model = new HashMap<>();
      int range = 2 + random.nextInt(100);
      for (int step = 0; step < 400; step++) {
        change(queue, model, random, range);
        long earliest =
            model.values().stream().mapToLong(due -> due).min().orElse(WindowOperator.NEVER);
        assertThat(queue.earliest()).as("seed " + seed + ", step " + step).isEqualTo(earliest);
        assertThat(queue.isEmpty()).isEqualTo(model.isEmpty());
        if (!model.isEmpty()) {
          assertThat(model.get(queue.first())).isEqualTo(earliest);
        }
      }
    }
  }

  private void change(
      SessionQueue queue, Map<Integer, Long> model, SplittableRandom random, int range) {
    int die = random.nextInt(100);
    if (model.isEmpty() || die < 50) {
      int session = rows.add(0, 0, 1, 0);
      long due = random.nextInt(range);
      queue.add(session, due);
      model.put(session, due);
    } else if (die < 65) {
      int first = queue.first();
      long due = queue.earliest() + random.nextInt(range);
      queue.putOffFirst(due);
      model.put(first, due);
    } else if (die < 80) {
      model.remove(queue.first());
      queue.removeFirst();
    } else {
      List<Integer> sessions = new ArrayList<>(model.keySet());
      int session = sessions.get(random.nextInt(sessions.size()));
      queue.remove(session);
      model.remove(session);
    }
  }

  @Test
  void shouldSortByStartThenByFirstSeen() {
    for (long seed = 0; seed < 100; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      SessionFiring firing = new SessionFiring(rows);
      int size = random.nextInt(100);
      for (int i = 0; i < size; i++) {
        firing.add(rows.add(0, random.nextInt(10) - 5, 100, random.nextInt(1_000)));
      }
      firing.sort();
      assertThat(firing.size()).isEqualTo(size);
      for (int i = 1; i < size; i++) {
        int before = firing.get(i - 1);
        int after = firing.get(i);
        assertThat(rows.start(before)).as("seed " + seed).isLessThanOrEqualTo(rows.start(after));
        if (rows.start(before) == rows.start(after)) {
          assertThat(rows.first(before)).isLessThanOrEqualTo(rows.first(after));
        }
      }
    }
  }
}
