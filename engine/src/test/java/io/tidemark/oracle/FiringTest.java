package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiringTest {

  /** Events of these timestamps and values, in turn. */
  private static Firing firing(long... timestampsAndValues) {
    List<Step.Event> events = new ArrayList<>();
    for (int i = 0; i < timestampsAndValues.length; i += 2) {
      long value = timestampsAndValues[i + 1];
      events.add(new Step.Event(0, timestampsAndValues[i], 0, 0, value, false));
    }
    return new Firing(0, 0, 0, 0, 10, Firing.Kind.ON_TIME, 0, events);
  }

  @Test
  void shouldTakeFirstAndLastByEventTimeAndTiesByArrival() {
    Firing firing = firing(3, 1, 2, 10, 2, 11, 7, 20, 7, 21, 5, 2);

    assertThat(firing.first()).isEqualTo(10);
    assertThat(firing.last()).isEqualTo(21);
    assertThat(firing.min()).isEqualTo(1);
    assertThat(firing.max()).isEqualTo(21);
    assertThat(firing.count()).isEqualTo(6);
  }

  @Test
  void shouldSumBeyond64Bits() {
    Firing firing = firing(1, Long.MAX_VALUE, 2, Long.MAX_VALUE);

    assertThat(firing.sum()).isEqualTo(BigInteger.TWO.pow(64).subtract(BigInteger.TWO));
    assertThat(firing.mean()).isEqualTo((double) Long.MAX_VALUE);
    assertThat(firing(1, 1, 2, 2, 3, 2).mean()).isEqualTo(5.0 / 3);
  }

  @Test
  void shouldRefuseToFireWithoutEvents() {
    assertThatThrownBy(FiringTest::firing).isInstanceOf(IllegalArgumentException.class);
  }
}
