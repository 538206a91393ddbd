package io.tidemark.runtime;

/** What a function of a job threw, with the names of the job and the function. */
public final class UserCodeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UserCodeException(String job, String function, Throwable cause) {
    super("job " + job + ": the " + function + " function threw " + cause, cause);
  }
}
