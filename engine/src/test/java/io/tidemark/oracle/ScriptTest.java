package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.oracle.Settings.Strategy;
import org.junit.jupiter.api.Test;

class ScriptTest {
  private static final Settings SETTINGS =
      Settings.of(Strategy.bounded(5))
          .declared(1)
          .idleness(300)
          .tickEvery(200)
          .window(WindowSpec.tumbling("w0", 10));

  private static Script script(String steps) {
    return new Script(SETTINGS, Notation.steps(steps));
  }

  @Test
  void shouldDrawAColumnForEachPartition() {
    assertThat(script("12/1@0 tick@400 p1:9/-1@410! x@7 leave:0 eoi").toString())
        .isEqualTo(
            """
            1 declared, BOUNDED[5], idle after 300 ns, per event, tick 200 ns, all idle: MAXIMUM, unit 1000000 ns
            [0] w0 Tumbling[size=10, offset=0], lateness 0
             step | arrival ns | p0                | p1                | p9
                0 |          0 | 12 k1 v1          |                   |
                1 |        400 | tick
                2 |        410 |                   | 9 k-1 v1 filtered |
                3 |          7 |                   |                   | 9999 rejected
                4 |            | leave             |                   |
                5 |            | end of input
            """);
  }

  @Test
  void shouldRefuseStepsAfterTheEnd() {
    assertThatThrownBy(() -> script("5 eoi 6"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("step 1");
  }

  @Test
  void shouldRefuseSettingsThatAreNone() {
    assertThatThrownBy(() -> WindowSpec.tumbling("w", 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> WindowSpec.tumbling("w", 10).withOffset(-10))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SETTINGS.idleness(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
