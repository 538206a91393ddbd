package io.tidemark.runtime;

import io.tidemark.time.WatermarkException;

/**
 * What code of the user's threw, a function of the job or a handler, with the names of the job and
 * the function: where it runs as a hidden class the stack trace says too little. The cause is what
 * was thrown, with its stack trace; this one has none, as events may be rejected for it in numbers.
 */
public final class UserCodeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private UserCodeException(String message, Throwable cause) {
    super(message, cause, true, false);
  }

  /**
   * Something of this job's threw.
   *
   * @param what what it was, as the words behind "the"
   */
  public UserCodeException(String job, String what, Throwable cause) {
    this("job " + job + ": the " + what + " threw " + cause, cause);
  }

  /** A generator or an id of the user's threw: with the job's name. */
  public UserCodeException(String job, WatermarkException thrown) {
    this("job " + job + ": " + thrown.getMessage(), thrown.getCause());
  }
}
