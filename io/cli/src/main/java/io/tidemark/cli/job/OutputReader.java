package io.tidemark.cli.job;

import java.util.List;
import java.util.Optional;

/** Reads the part {@code output} of a job file. */
final class OutputReader {
  static final List<String> KEYS = List.of("results", "late", "rejected", "journal");
  static final String EXPECTED = "a mapping with at least one of " + String.join(", ", KEYS);

  private final Section output;

  OutputReader(Section output) {
    this.output = output;
  }

  /** The outputs; those that anything is wrong with are left out. */
  JobOutput read() {
    if (output.keys().isEmpty()) {
      output.problem("no output; expected at least one of " + String.join(", ", KEYS));
    }
    return new JobOutput(
        output.path("results", "the path of a file, or '-' for standard output"),
        fileOnly("late", "the path of a file"),
        fileOnly("rejected", "the path of a file"),
        fileOnly("journal", "the path of a directory"));
  }

  private Optional<String> fileOnly(String key, String expected) {
    Optional<String> path = output.path(key, expected);
    if (path.equals(Optional.of("-"))) {
      output.refuse(key, expected + "; standard output is for results only");
    }
    return path;
  }
}
