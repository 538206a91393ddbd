package io.tidemark.journal;

/** How {@link JournalPrinter} writes records. */
public enum PrintFormat {
  /** Columns for people, with a header; control characters are shown as escapes. */
  TABLE,
  /** RFC 4180 with a header line and LF. */
  CSV,
  /** One JSON object a line. */
  JSONL
}
