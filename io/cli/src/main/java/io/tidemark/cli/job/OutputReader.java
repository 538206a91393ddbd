package io.tidemark.cli.job;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the part {@code output} of a job file. */
final class OutputReader {
  static final List<String> KEYS = List.of("results", "late", "rejected", "quarantined", "journal");
  static final String EXPECTED = "a mapping with at least one of " + String.join(", ", KEYS);

  private static final String FILE = "the path of a file";
  private static final String DIRECTORY = "the path of a directory";

  /** Of itself a path does not keep the slash at its end. */
  private static final Pattern NAMES_A_DIRECTORY = Pattern.compile("(^|/)\\.{0,2}\\z");

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
        file("results", "the path of a file, or '-' for standard output"),
        fileOnly("late"),
        fileOnly("rejected"),
        fileOnly("quarantined"),
        notStandardOutput("journal", output.path("journal", DIRECTORY), DIRECTORY));
  }

  private Optional<String> fileOnly(String key) {
    return notStandardOutput(key, file(key, FILE), FILE);
  }

  private Optional<String> file(String key, String expected) {
    Optional<String> path = output.path(key, expected);
    if (path.isPresent() && NAMES_A_DIRECTORY.matcher(path.get()).find()) {
      output.refuse(key, expected);
    }
    return path;
  }

  private Optional<String> notStandardOutput(String key, Optional<String> path, String expected) {
    if (path.equals(Optional.of("-"))) {
      output.refuse(key, expected + "; standard output is for results only");
    }
    return path;
  }
}
