package io.tidemark.runtime;

/** Slots that were sent after the last visit of the stages: none was taken. */
final class NotTakenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotTakenException(IllegalStateException reason) {
    super(reason);
  }

  IllegalStateException reason() {
    return (IllegalStateException) getCause();
  }
}
