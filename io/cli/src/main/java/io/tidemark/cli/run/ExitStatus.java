package io.tidemark.cli.run;

/** What the command's exit status says. */
public final class ExitStatus {
  /** All went well; late and rejected rows are no fault. */
  public static final int OK = 0;

  /** A fault in a run: reading or writing failed, a sum went out of range, a stage failed. */
  public static final int FAULT = 1;

  /** What can be known before the first row: command line, job file, files that cannot be used. */
  public static final int USAGE = 2;

  private ExitStatus() {}
}
