package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Against the sort of the collections. */
class ArrivalOrderTest {
  private record Row(long arrival, int number) {}

  @Test
  void shouldSortByArrival() {
    for (long seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ArrivalOrder order = new ArrivalOrder();
      for (int use = 0; use < 3; use++) {
        List<Row> rows = draw(random);
        order.clear();
        rows.forEach(row -> order.add(row.arrival, row.number));
        order.sort();

        rows.sort(Comparator.comparingLong(Row::arrival));
        assertThat(order.size()).isEqualTo(rows.size());
        for (int i = 0; i < rows.size(); i++) {
          assertThat(order.row(i)).as("seed %d place %d", seed, i).isEqualTo(rows.get(i).number);
        }
      }
    }
  }

  /** Few or many, close together or over all the range. */
  private static List<Row> draw(SplittableRandom random) {
    int size = random.nextInt(random.nextBoolean() ? 40 : 2_000);
    long base = random.nextLong() >>> 1 >>> random.nextInt(63);
    long span = Math.max(size, (Long.MAX_VALUE - base) >>> random.nextInt(48));
    Set<Long> taken = new HashSet<>();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      long arrival = Math.max(base + random.nextLong(span), 0);
      if (taken.add(arrival)) {
        rows.add(new Row(arrival, random.nextInt()));
      }
    }
    return rows;
  }
}
