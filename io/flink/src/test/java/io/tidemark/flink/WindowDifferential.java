package io.tidemark.flink;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Compares what Flink and the engine make of a script, and makes one small that differs. */
final class WindowDifferential {
  private WindowDifferential() {}

  /** Where the engine, with this many steps at a time, differs from Flink. */
  static Optional<String> difference(FlinkRun flink, int batch) {
    WindowScript script = flink.script();
    List<WindowOutcome> engine;
    try {
      engine = EngineWindows.run(script, batch);
    } catch (RuntimeException | AssertionError thrown) {
      return Optional.of("the engine throws " + thrown);
    }
    for (int i = 0; i < engine.size(); i++) {
      WindowSpec spec = script.windows().get(i);
      WindowOutcome expected = flink.outcomes().get(i);
      boolean same =
          isSame(expected, engine.get(i), batch == EngineWindows.STEPWISE)
              && holdsAsMuch(spec, script.endsTime(), expected, engine.get(i));
      if (!same) {
        return Optional.of("%s\n  Flink:%s\n  engine:%s".formatted(spec, expected, engine.get(i)));
      }
    }
    return Optional.empty();
  }

  /** A script from which no window and no step can be left out without it failing no more. */
  static WindowScript minimise(WindowScript script, Predicate<WindowScript> fails) {
    WindowScript best = script;
    for (WindowSpec spec : script.windows()) {
      WindowScript candidate = best.withWindows(List.of(spec));
      if (fails.test(candidate)) {
        best = candidate;
        break;
      }
    }
    for (int length = best.steps().size() / 2; length > 0; length /= 2) {
      for (int at = 0; at + length <= best.steps().size(); ) {
        List<WindowScript.Step> fewer = new ArrayList<>(best.steps());
        fewer.subList(at, at + length).clear();
        WindowScript candidate = best.withSteps(fewer);
        if (fails.test(candidate)) {
          best = candidate;
        } else {
          at += length;
        }
      }
    }
    return best;
  }

  private static boolean isSame(WindowOutcome flink, WindowOutcome engine, boolean stepwise) {
    boolean firings =
        stepwise
            ? engine.byStep().equals(flink.byStep()) && engine.ends().equals(flink.ends())
            : engine.all().equals(flink.all());
    return firings && engine.late.equals(flink.late) && engine.dropped == flink.dropped;
  }

  /**
   * The engine's rows are other ones where windows share panes, and Flink has more for sessions.
   */
  private static boolean holdsAsMuch(
      WindowSpec spec, boolean ended, WindowOutcome flink, WindowOutcome engine) {
    if (ended) {
      // Whatever Flink holds then; see WindowChoicesTest.
      return engine.held == 0;
    }
    return spec.shape() instanceof WindowSpec.Tumbling
        ? engine.held == flink.held
        : (engine.held == 0) == (flink.held == 0);
  }
}
