package io.tidemark.flink;

import java.util.ArrayList;
import java.util.List;

/**
 * What Flink makes of a script, with an operator for each of its windows.
 *
 * @param script what was run: the script without the events with which Flink may lose a session
 */
record FlinkRun(WindowScript script, List<WindowOutcome> outcomes) {
  static FlinkRun of(WindowScript drawn) {
    WindowScript script = drawn;
    while (true) {
      LostSessions lost = new LostSessions();
      List<WindowOutcome> outcomes = new ArrayList<>();
      for (WindowSpec spec : script.windows()) {
        outcomes.add(
            spec.shape() instanceof WindowSpec.DynamicSession
                ? FlinkWindows.run(script, spec, lost)
                : FlinkWindows.run(script, spec));
      }
      if (lost.steps().isEmpty()) {
        return new FlinkRun(script, outcomes);
      }
      script = script.without(lost.steps().get(0));
    }
  }
}
