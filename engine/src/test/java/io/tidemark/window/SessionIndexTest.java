package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Against a HashMap, keys coming and going. */
class SessionIndexTest {
  private final SessionRows rows = new SessionRows(2 + SessionRows.FIELDS);
  private final SessionIndex index = new SessionIndex(rows);
  private final Map<Long, Integer> model = new HashMap<>();

  @ParameterizedTest
  @EnumSource
  void shouldFindWhatIsThereAndNothingElse(KeyTableTest.Pattern pattern) {
    List<Long> keys = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(pattern.ordinal());
    for (int step = 0; step < 20_000; step++) {
      if (keys.isEmpty() || random.nextInt(100) < (step % 4_000 < 2_000 ? 70 : 30)) {
        long key = pattern.key(random.nextInt(1_500));
        if (!model.containsKey(key)) {
          add(key);
          keys.add(key);
        }
      } else {
        remove(keys.remove(random.nextInt(keys.size())));
      }
    }
    for (int i = 0; i < 1_500; i++) {
      long key = pattern.key(i);
      assertThat(root(key)).as("key " + key).isEqualTo(model.getOrDefault(key, 0));
    }
    assertThat(index.size()).isEqualTo(model.size());
  }

  @Test
  void shouldTellTheOtherRoot() {
    add(7);
    int other = rows.add(7, 100, 110, 1);
    index.setRoot(index.placeOf(7), other);

    assertThat(root(7)).isEqualTo(other);
    assertThat(index.size()).isOne();
  }

  private int root(long key) {
    return index.root(index.placeOf(key));
  }

  private void add(long key) {
    int session = rows.add(key, 0, 10, 0);
    index.add(index.placeOf(key), session);
    model.put(key, session);
  }

  private void remove(long key) {
    index.remove(index.placeOf(key));
    rows.free(model.remove(key));
  }
}
