package io.tidemark.cli.run;

import io.tidemark.cli.job.JobFile;
import io.tidemark.cli.job.JobFileException;
import io.tidemark.cli.job.JobFileReader;
import io.tidemark.counters.Counters;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;

/** Runs job files, one after the other, and tells how it went. */
public final class JobRunner {
  private final Terminal terminal;
  private final boolean quiet;
  private final Optional<Layout> layout;

  /**
   * A runner that reads and writes there.
   *
   * @param quiet whether only errors are told: no progress and no summary
   * @param layout what jobs run in; empty to choose by the job
   */
  public JobRunner(Terminal terminal, boolean quiet, Optional<Layout> layout) {
    this.terminal = terminal;
    this.quiet = quiet;
    this.layout = layout;
  }

  /** Runs the job of a file; what goes wrong is told on standard error. */
  public RunReport run(Path jobFile) {
    PrintStream err = terminal.err();
    try {
      JobFile job = JobFileReader.read(jobFile);
      return RunReport.of(job, run(job));
    } catch (JobFileException e) {
      err.println(e.getMessage());
      return RunReport.failed(ExitStatus.USAGE);
    } catch (IOException e) {
      err.println(jobFile + ": " + e.getMessage());
      return RunReport.failed(ExitStatus.FAULT);
    } catch (FaultException e) {
      err.println(e.getMessage());
      if (!e.isExpected()) {
        e.printStackTrace(err);
      }
      return RunReport.failed(ExitStatus.FAULT);
    }
  }

  private Counters run(JobFile job) throws JobFileException, IOException, FaultException {
    Layout chosen = layout.orElseGet(() -> Layout.of(job));
    JobRun run = JobRun.open(job, chosen, terminal.in(), new CheckedStream(terminal.out()));
    Thread onSignal = new Thread(run::stop, "tidemark-stop");
    Runtime.getRuntime().addShutdownHook(onSignal);
    Progress progress =
        terminal.progress() && !quiet
            ? Progress.on(terminal.err(), job.name(), System::nanoTime)
            : Progress.none();
    try {
      run.run(progress);
    } finally {
      progress.end();
      removeHook(onSignal);
    }
    if (!quiet) {
      Summary.lines(job, run.inputs(), run.counters()).forEach(terminal.err()::println);
    }
    return run.counters();
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The signal came first; the JVM ends with its status, whatever this thread does.
      return;
    }
  }
}
