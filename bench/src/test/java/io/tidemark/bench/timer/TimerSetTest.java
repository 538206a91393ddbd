package io.tidemark.bench.timer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What competes does the same. */
class TimerSetTest {
  @ParameterizedTest
  @CsvSource({"1000, true", "10, false", "5000, true", "5000, false"})
  void shouldFireTheSameTimersInTheSameOrder(int keys, boolean renews) {
    TimeOuts tree = new TimeOuts(TimerKind.TREE.create(), keys, renews, 1);
    TimeOuts heap = new TimeOuts(TimerKind.HEAP.create(), keys, renews, 1);
    TimeOuts wheel = new TimeOuts(TimerKind.WHEEL.create(), keys, renews, 1);
    for (int i = 0; i < 5; i++) {
      tree.take(10_000);
      heap.take(10_000);
      wheel.take(10_000);
      assertThat(heap.digest()).isEqualTo(tree.digest());
      assertThat(wheel.digest()).isEqualTo(tree.digest());
    }
    assertThat(tree.fired()).isGreaterThan(1_000);
  }
}
