package io.tidemark.cli.job;

/** What the input is made of. */
public enum InputFormat {
  /** Comma separated values; the first line is the header. */
  CSV,
  /** JSON lines: one object a line. */
  JSONL,
  /** A directory that an earlier run wrote as its {@code output.journal}. */
  JOURNAL
}
