package io.tidemark.cli.job;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What is wrong with one job file; told all at once, in the order of its lines. */
final class Problems {
  private record Problem(int line, String text) {}

  private final String file;
  private final List<Problem> found = new ArrayList<>();

  Problems(String file) {
    this.file = file;
  }

  /** A problem with the file as a whole, or with a place that has no key of its own. */
  void add(int line, String what) {
    found.add(new Problem(line, what));
  }

  /** A problem with a key: {@code input.timestamp.unit: 'min': expected ...}. */
  void add(int line, String key, String what) {
    add(line, key + ": " + what);
  }

  /** Whether nothing is wrong so far. */
  boolean none() {
    return found.isEmpty();
  }

  /** Throws when there is anything to tell. */
  void throwIfAny() throws JobFileException {
    if (!found.isEmpty()) {
      throw new JobFileException(
          found.stream()
              .sorted(Comparator.comparingInt(Problem::line))
              .map(p -> file + ":" + p.line() + ": " + p.text())
              .toList());
    }
  }
}
