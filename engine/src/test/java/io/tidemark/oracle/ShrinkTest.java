package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.oracle.Settings.Strategy;
import org.junit.jupiter.api.Test;

class ShrinkTest {
  private static final Settings SETTINGS =
      Settings.of(Strategy.bounded(0))
          .window(WindowSpec.session("s", 3))
          .window(WindowSpec.tumbling("w", 10).withAllowedLateness(5))
          .window(WindowSpec.tumbling("v", 7));

  private static boolean firesLate(Script script) {
    return Oracle.run(script).firings().stream().anyMatch(f -> f.kind() == Firing.Kind.LATE);
  }

  @Test
  void shouldKeepOnlyWhatTheFailureNeeds() {
    Script script = new Script(SETTINGS, Notation.steps("1 2 idle:0 3/1 9 12 tick@9 8 4/3 20 eoi"));

    Script small = Shrink.minimise(script, ShrinkTest::firesLate);

    assertThat(small.settings().windows()).extracting(WindowSpec::name).containsExactly("w");
    assertThat(small.steps()).isEqualTo(Notation.steps("12 4/3"));
  }

  @Test
  void shouldRefuseAScriptThatDoesNotFail() {
    Script script = new Script(SETTINGS, Notation.steps("1 2"));

    assertThatThrownBy(() -> Shrink.minimise(script, ShrinkTest::firesLate))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
