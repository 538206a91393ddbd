package io.tidemark.journal;

/** A journal that cannot be opened, written or read; the message names the directory and why. */
public class JournalException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public JournalException(String message) {
    super(message);
  }

  public JournalException(String message, Throwable cause) {
    super(message, cause);
  }
}
