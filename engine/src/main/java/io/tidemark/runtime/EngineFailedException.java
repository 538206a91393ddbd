package io.tidemark.runtime;

/**
 * The engine has stopped because something was thrown in one of its stages: a handler of the
 * user's, a function of the job, a sum beyond 64 bits. The cause is what was thrown first.
 */
public final class EngineFailedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  EngineFailedException(String job, Throwable cause) {
    super("job " + job + " has failed: " + cause, cause);
  }
}
