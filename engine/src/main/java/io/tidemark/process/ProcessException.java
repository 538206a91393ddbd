package io.tidemark.process;

/**
 * What a process function threw for a timer, with the names of job, process, key and timer; or its
 * supplier, with those of job and process.
 */
public final class ProcessException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ProcessException(String job, String process, Throwable cause) {
    super(
        "job %s: the supplier of the function of process %s threw %s"
            .formatted(job, process, cause),
        cause);
  }

  ProcessException(
      String job, String process, long key, long timestamp, TimerDomain domain, Throwable cause) {
    super(
        "job %s: the onTimer function of process %s threw %s, key %d, %s timer %d"
            .formatted(job, process, cause, key, domain.text(), timestamp),
        cause);
  }
}
