package io.tidemark.flink;

import java.util.ArrayList;
import java.util.List;

/** What a side makes of a script's steps with one of its windows. */
final class WindowOutcome {
  /** The firings of each step, in the order in which they came. */
  final List<List<Firing>> firings = new ArrayList<>();

  /** The engine's early firings, which are among those of the steps. */
  final List<Firing> early = new ArrayList<>();

  /** The steps of the events in the side output. */
  final List<Integer> late = new ArrayList<>();

  /** How many late events were dropped. */
  long dropped;

  /**
   * How many rows of state are held at the end: for Flink, contents and sets of sessions; for the
   * engine, its rows. Both count one for each key of each tumbling window.
   */
  long held;

  WindowOutcome(int steps) {
    for (int i = 0; i < steps; i++) {
      firings.add(new ArrayList<>());
    }
  }

  /** The firings of each step in one order. */
  List<List<Firing>> byStep() {
    return firings.stream().map(WindowOutcome::sorted).toList();
  }

  /** The ends of the windows that watermarks made fire, in the order in which they did. */
  List<Long> ends() {
    return firings.stream()
        .flatMap(List::stream)
        .filter(firing -> !firing.late())
        .map(Firing::end)
        .toList();
  }

  /** All firings in one order: those of a window and key as they came. */
  List<Firing> all() {
    return sorted(firings.stream().flatMap(List::stream).toList());
  }

  /** All firings of all steps, in the form of the vectors. */
  List<String> texts() {
    return byStep().stream().flatMap(List::stream).map(Firing::text).toList();
  }

  private static List<Firing> sorted(List<Firing> firings) {
    return firings.stream().sorted(Firing.BY_WINDOW).toList();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < firings.size(); i++) {
      if (!firings.get(i).isEmpty()) {
        text.append("\n    after step ").append(i).append(": ").append(sorted(firings.get(i)));
      }
    }
    return text + "\n    late: steps " + late + ", dropped: " + dropped + ", held: " + held;
  }
}
