package io.tidemark.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a failing script small enough to read. */
public final class Shrink {
  private Shrink() {}

  /**
   * Drops window definitions and steps as long as the script still fails. What is left cannot lose
   * any single step; it may have lost the end of input, or the events that a control step followed.
   *
   * @param script one that fails
   * @param fails whether a script still shows the failure; called some hundred times
   */
  public static Script minimise(Script script, Predicate<Script> fails) {
    if (!fails.test(script)) {
      throw new IllegalArgumentException("the script does not fail:\n" + script);
    }
    return dropSteps(dropWindows(script, fails), fails);
  }

  private static Script dropWindows(Script script, Predicate<Script> fails) {
    Script best = script;
    int at = 0;
    while (at < best.settings().windows().size()) {
      List<WindowSpec> fewer = without(best.settings().windows(), at, 1);
      Script candidate = best.withWindows(fewer);
      if (!fewer.isEmpty() && fails.test(candidate)) {
        best = candidate;
      } else {
        at++;
      }
    }
    return best;
  }

  /** Tries long runs of steps first, then shorter ones, then each step until none can go. */
  private static Script dropSteps(Script script, Predicate<Script> fails) {
    Script best = script;
    int length = Math.max(1, best.steps().size() / 2);
    while (true) {
      int before = best.steps().size();
      best = dropRuns(best, length, fails);
      if (length > 1) {
        length /= 2;
      } else if (best.steps().size() == before) {
        return best;
      }
    }
  }

  private static Script dropRuns(Script script, int length, Predicate<Script> fails) {
    Script best = script;
    int at = 0;
    while (at < best.steps().size()) {
      Script candidate = best.withSteps(without(best.steps(), at, length));
      if (fails.test(candidate)) {
        best = candidate;
      } else {
        at += length;
      }
    }
    return best;
  }

  private static <T> List<T> without(List<T> list, int from, int length) {
    List<T> fewer = new ArrayList<>(list);
    fewer.subList(from, Math.min(list.size(), from + length)).clear();
    return fewer;
  }
}
