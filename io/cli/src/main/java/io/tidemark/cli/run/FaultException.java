package io.tidemark.cli.run;

import io.tidemark.aggregate.AggregateOverflowException;
import io.tidemark.cli.job.JobFile;
import io.tidemark.files.SymbolTable;
import io.tidemark.journal.JournalException;
import io.tidemark.window.CeilingException;
import io.tidemark.window.TooLateException;
import java.io.IOException;

/**
 * A run that failed after its first row. The message names the job file and what failed, in words
 * of the input: keys by their text.
 */
final class FaultException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean expected;

  private FaultException(JobFile job, String what, Throwable cause, boolean expected) {
    super(job.path() + ": " + what, cause);
    this.expected = expected;
  }

  /**
   * The fault behind what was thrown.
   *
   * @param keys the texts of keys
   */
  static FaultException of(JobFile job, Throwable thrown, SymbolTable keys) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof AggregateOverflowException sum) {
        return new FaultException(job, text(sum, keys), thrown, true);
      }
      if (cause instanceof TooLateException late) {
        return new FaultException(job, text(late, keys), thrown, true);
      }
      if (cause instanceof CeilingException ceiling) {
        return new FaultException(job, text(ceiling, keys), thrown, true);
      }
      if (cause instanceof IOException || cause instanceof JournalException) {
        return new FaultException(job, cause.getMessage(), thrown, true);
      }
    }
    return new FaultException(job, "the run failed: " + thrown.getMessage(), thrown, false);
  }

  private static String text(TooLateException late, SymbolTable keys) {
    return String.format(
        "window '%s', key '%s': a row with timestamp %d is too late at watermark %d",
        late.window(), keys.text((int) late.key()), late.timestamp(), late.watermark());
  }

  private static String text(CeilingException ceiling, SymbolTable keys) {
    return String.format(
        "window '%s', key '%s': no room for a row with timestamp %d within max-rows: %d; allow more,"
            + " say at-ceiling: reject-new-keys or evict-idle, or take smaller windows, less"
            + " allowed-lateness or fewer keys",
        ceiling.window(), keys.text((int) ceiling.key()), ceiling.timestamp(), ceiling.ceiling());
  }

  private static String text(AggregateOverflowException sum, SymbolTable keys) {
    return String.format(
        "window '%s', key '%s', start %d: column '%s' does not fit in 64 bits",
        sum.window(), keys.text((int) sum.key()), sum.start(), sum.column());
  }

  /**
   * Whether the message says it all: the fault lies in the data or in the world. Where not, it lies
   * in this program, and its stack trace is of use.
   */
  boolean isExpected() {
    return expected;
  }
}
