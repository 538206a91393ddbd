package io.tidemark.flink;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of each step and key, in order: that of timers of different keys at one timestamp is not
 * Flink's to promise. And what is left at the end.
 */
final class TimerOutcome {
  private final Map<Long, Long> calls = new HashMap<>();
  final List<Map<Long, List<List<Long>>>> rows = new ArrayList<>();
  int eventTimers;
  int processingTimers;

  void nextStep() {
    rows.add(new HashMap<>());
  }

  void row(long key, List<Long> row) {
    rows.get(rows.size() - 1).computeIfAbsent(key, k -> new ArrayList<>()).add(row);
  }

  /** How many timers of the key have fired before. */
  long call(long key) {
    return calls.merge(key, 1L, Long::sum);
  }

  long count(long why) {
    return rows.stream()
        .flatMap(step -> step.values().stream())
        .flatMap(List::stream)
        .filter(row -> row.get(0) == why)
        .count();
  }

  /** All of the key, step by step. */
  List<List<List<Long>>> of(long key) {
    return rows.stream().map(step -> step.getOrDefault(key, Collections.emptyList())).toList();
  }
}
