package io.tidemark.cli.job;

/** A text that is not one YAML document. */
final class YamlException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int line;

  YamlException(int line, String message) {
    super(message);
    this.line = line;
  }

  /** The line of the trouble, from 1. */
  int line() {
    return line;
  }
}
