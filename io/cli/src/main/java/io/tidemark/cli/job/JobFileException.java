package io.tidemark.cli.job;

import java.util.List;

/**
 * A job file that cannot be run. The message has a line for each problem: the file and the line in
 * it, the key, the value, and what was expected.
 */
public final class JobFileException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With one or more problems, each a line of text. */
  public JobFileException(List<String> problems) {
    super(String.join("\n", problems));
  }

  /** With a single problem. */
  public JobFileException(String problem) {
    this(List.of(problem));
  }
}
