package io.tidemark.journal;

/** A record that is damaged, torn or missing; the message names its number and place. */
public final class CorruptJournalException extends JournalException {
  private static final long serialVersionUID = 1L;
  private final long record;

  CorruptJournalException(String message, long record, Throwable cause) {
    super(message, cause);
    this.record = record;
  }

  /** Number of the record that should have been there; -1 when that is not known. */
  public long record() {
    return record;
  }
}
