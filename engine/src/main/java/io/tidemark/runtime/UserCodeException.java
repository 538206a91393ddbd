package io.tidemark.runtime;

import io.tidemark.time.WatermarkException;

/**
 * What code of the user's threw, a function of the job or a handler, with the names of the job and
 * the function: where it runs as a hidden class the stack trace says too little. The cause is what
 * was thrown, with its stack trace; this one has none, and makes its message when asked, as events
 * may be rejected for it in numbers.
 */
public final class UserCodeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String job;
  private final String what;

  /**
   * Something of this job's threw.
   *
   * @param what what it was, as the words behind "the"
   */
  public UserCodeException(String job, String what, Throwable cause) {
    super(null, cause, true, false);
    this.job = job;
    this.what = what;
  }

  /** A generator or an id of the user's threw: with the job's name. */
  public UserCodeException(String job, WatermarkException thrown) {
    super(thrown.getMessage(), thrown.getCause(), true, false);
    this.job = job;
    this.what = null;
  }

  @Override
  public String getMessage() {
    String told = what == null ? super.getMessage() : "the " + what + " threw " + getCause();
    return "job " + job + ": " + told;
  }
}
