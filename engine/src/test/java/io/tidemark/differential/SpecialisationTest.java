package io.tidemark.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.oracle.Script;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A job's code gives the same as ordinary classes and defined again for the job. */
class SpecialisationTest {
  private static final int SCRIPTS = 50;

  @Test
  void shouldRunOrdinaryClassesOnlyWhenTold() {
    assertThat(callersOfTheJobsFunctions(true)).contains("io.tidemark.runtime.EventTemplate");
    // The frames of classes that were defined for one job are not shown.
    assertThat(callersOfTheJobsFunctions(false))
        .doesNotContain("io.tidemark.runtime.EventTemplate");
  }

  @Test
  void shouldGiveTheSameAsPlainCode() {
    for (long seed = 0; seed < SCRIPTS; seed++) {
      Script script = DrawnScripts.draw(seed);
      List<Mode> plain = Mode.all(seed, true);
      List<Mode> specialised = Mode.all(seed, false);
      for (int i = 0; i < plain.size(); i++) {
        assertThat(EngineRun.of(script, specialised.get(i)))
            .as("seed %d, %s\n%s", seed, specialised.get(i), script)
            .isEqualTo(EngineRun.of(script, plain.get(i)));
      }
    }
  }

  private static List<String> callersOfTheJobsFunctions(boolean plain) {
    Script script = DrawnScripts.draw(1);
    Mode mode = Mode.all(0, plain).get(0);
    List<String> callers = new ArrayList<>();
    Engine<ScriptEvent> engine =
        mode.start(
            ScriptJob.of(script, mode.unit()),
            options ->
                options.onRejected(
                    rejected -> {
                      for (var frame : rejected.cause().getCause().getStackTrace()) {
                        callers.add(frame.getClassName());
                      }
                    }));
    engine.publisher().claim().broken = true;
    engine.publisher().publish(0, 0);
    assertThat(callers).contains(ScriptEvent.class.getName());
    return callers;
  }
}
