package io.tidemark.journal;

/** A record was refused because space runs out; nothing of it was written. */
public final class JournalFullException extends JournalException {
  private static final long serialVersionUID = 1L;

  public JournalFullException(String message) {
    super(message);
  }
}
