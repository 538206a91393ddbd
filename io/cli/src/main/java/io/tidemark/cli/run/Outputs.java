package io.tidemark.cli.run;

import io.tidemark.EngineOptions;
import io.tidemark.cli.job.JobCeiling;
import io.tidemark.cli.job.JobFile;
import io.tidemark.cli.job.JobFileException;
import io.tidemark.cli.job.JobOutput;
import io.tidemark.files.CsvOutput;
import io.tidemark.files.SymbolTable;
import io.tidemark.files.UnusableFileException;
import io.tidemark.journal.JournalException;
import io.tidemark.journal.JournalOutput;
import io.tidemark.output.LateHandler;
import io.tidemark.output.ProcessResult;
import io.tidemark.output.ProcessResultHandler;
import io.tidemark.output.RejectedHandler;
import io.tidemark.output.ResultHandler;
import io.tidemark.output.WindowResult;
import io.tidemark.window.WindowDefinition;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The files of a run: all of them are made or none, and in the end all take their names or none
 * does. For one thread at a time, but for {@link #stop}: while the engine runs, its handlers'
 * thread.
 */
final class Outputs {
  /** However slow a disk is, the end of the input is not given up. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofDays(1);

  private final List<CsvOutput> open = new ArrayList<>();
  private ResultHandler results = result -> {};
  private ProcessResultHandler carried = result -> {};
  private LateHandler<FileEvent> late = event -> {};
  private RejectedHandler<FileEvent> rejected = event -> {};
  private Optional<CsvOutput> standardOutput = Optional.empty();
  private Optional<CsvOutput> resultsOut = Optional.empty();
  private Optional<CsvOutput> lateOut = Optional.empty();
  private Optional<CsvOutput> rejectedOut = Optional.empty();
  private Optional<CsvOutput> quarantinedOut = Optional.empty();
  private Optional<JournalOutput<FileEvent>> journal = Optional.empty();
  private boolean stopped;

  private Outputs() {}

  /**
   * Makes the outputs of a job, with their headers.
   *
   * @param columns those of the input; none where rows are not CSV
   * @param keys the texts of keys
   * @param partitions the texts of partitions
   * @param standardOut where results for {@code -} go; it stays open
   * @throws UnusableFileException when a file cannot be made; then none is
   * @throws JobFileException when the journal cannot be made; then no file is either
   */
  static Outputs open(
      JobFile file,
      EngineJob job,
      List<String> columns,
      SymbolTable keys,
      SymbolTable partitions,
      OutputStream standardOut)
      throws IOException, JobFileException {
    Outputs outputs = new Outputs();
    try {
      // All are made before the first is written, even its header.
      outputs.makeFiles(file, standardOut);
      outputs.startJournal(file, job, columns, keys, partitions);
      outputs.writeHeaders(file, job, columns, keys);
      return outputs;
    } catch (IOException | JobFileException e) {
      outputs.discard(e);
      throw e;
    }
  }

  private void makeFiles(JobFile file, OutputStream standardOut) throws IOException {
    JobOutput output = file.output();
    if (output.results().equals(Optional.of(CsvOutput.STANDARD_OUTPUT))) {
      standardOutput = Optional.of(CsvOutput.to(standardOut, "standard output"));
      open.add(standardOutput.get());
      resultsOut = standardOutput;
    } else {
      resultsOut = make(file, "output.results", output.results());
    }
    lateOut = make(file, "output.late", output.late());
    rejectedOut = make(file, "output.rejected", output.rejected());
    quarantinedOut = make(file, "output.quarantined", output.quarantined());
  }

  private Optional<CsvOutput> make(JobFile file, String setting, Optional<String> path)
      throws IOException {
    if (path.isEmpty()) {
      return Optional.empty();
    }
    CsvOutput out = CsvOutput.open(file.resolve(path.get()), setting);
    open.add(out);
    return Optional.of(out);
  }

  /** After all files have been made, as it deletes the journal that is there. */
  private void startJournal(
      JobFile file, EngineJob job, List<String> columns, SymbolTable keys, SymbolTable partitions)
      throws JobFileException {
    if (file.output().journal().isPresent()) {
      List<String> windows = job.job().windows().stream().map(WindowDefinition::name).toList();
      JournalFormat format = new JournalFormat(columns, windows);
      journal = Optional.of(RowJournal.open(file, format, keys, partitions));
    }
  }

  private void writeHeaders(JobFile file, EngineJob job, List<String> columns, SymbolTable keys)
      throws IOException {
    if (resultsOut.isPresent()) {
      ResultsOutput lines =
          new ResultsOutput(
              resultsOut.get(),
              keys,
              job.job().windows(),
              job.job().processes(),
              file.windows().stream().anyMatch(window -> window.triggers().tellFinal()),
              file.windows().stream().anyMatch(window -> window.triggers().tellRetractions()));
      results = lines;
      carried = lines;
    }
    if (lateOut.isPresent()) {
      late =
          new LateOutput(
              lateOut.get(),
              columns,
              file.windows().stream()
                  .flatMap(w -> w.ceiling().stream())
                  .anyMatch(JobCeiling::refuses));
    }
    if (rejectedOut.isPresent()) {
      rejected = new RejectedOutput(rejectedOut.get(), file.input().paths());
    }
    if (quarantinedOut.isPresent()) {
      RejectedHandler<FileEvent> others = rejected;
      RejectedHandler<FileEvent> quarantined =
          new RejectedOutput(quarantinedOut.get(), file.input().paths());
      rejected = event -> (event.isQuarantined() ? quarantined : others).onRejected(event);
    }
    // From here on an unfinished file is this run's, and not what an earlier one left.
    for (CsvOutput out : open) {
      if (!standardOutput.equals(Optional.of(out))) {
        out.flush();
      }
    }
  }

  /**
   * The options of an engine that writes here.
   *
   * @param hasArrival whether time goes on by the rows' own arrivals only
   */
  EngineOptions<FileEvent> options(Layout layout, boolean hasArrival) {
    EngineOptions<FileEvent> options =
        layout == Layout.FUSED
            ? EngineOptions.<FileEvent>fused()
                .onResult(this::writeAtOnce)
                .onProcessResult(this::writeAtOnce)
            : EngineOptions.<FileEvent>inline().onResult(results).onProcessResult(carried);
    if (hasArrival) {
      // The same rows give the same files: no firing stands back for what a batch happens to hold.
      options.withoutTicker().firingSlice(Integer.MAX_VALUE);
    }
    options.closeTimeout(CLOSE_TIMEOUT);
    if (journal.isEmpty()) {
      return options.onLate(late).onRejected(rejected);
    }
    JournalOutput<FileEvent> records = journal.get();
    return options
        .onBound(records)
        .onLate(
            event -> {
              late.onLate(event);
              records.onLate(event);
            })
        .onRejected(
            event -> {
              rejected.onRejected(event);
              records.onRejected(event);
            });
  }

  /** Where time goes on by itself, nobody else knows when to hand on what was fired. */
  private void writeAtOnce(WindowResult result) {
    results.onResult(result);
    flushResults();
  }

  private void writeAtOnce(ProcessResult result) {
    carried.onResult(result);
    flushResults();
  }

  private void flushResults() {
    try {
      flushStandardOutput();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Hands on what is meant for standard output: somebody may be waiting for it. */
  void flushStandardOutput() throws IOException {
    if (standardOutput.isPresent()) {
      standardOutput.get().flush();
    }
  }

  /** Gives the files of a run that has ended well their names. */
  synchronized void commit() throws IOException {
    if (stopped) {
      return;
    }
    // What cannot be written should show before the first file has replaced an old one.
    for (CsvOutput out : open) {
      out.flush();
    }
    if (journal.isPresent()) {
      journal.get().sync();
      journal.get().close();
    }
    for (CsvOutput out : open) {
      out.commit();
    }
  }

  /** Ends the files of a run that has failed: they stay beside their places, its journal stays. */
  void abandon(Throwable cause) {
    for (CsvOutput out : open) {
      try {
        out.abandon();
      } catch (IOException e) {
        cause.addSuppressed(e);
      }
    }
    closeJournal(cause);
  }

  private void closeJournal(Throwable cause) {
    try {
      journal.ifPresent(JournalOutput::close);
    } catch (JournalException e) {
      cause.addSuppressed(e);
    }
  }

  /**
   * Takes back the files of a run that does not begin, the last one first: folders were made by the
   * first.
   */
  private void discard(Exception cause) {
    Collections.reverse(open);
    for (CsvOutput out : open) {
      try {
        out.discard();
      } catch (IOException e) {
        cause.addSuppressed(e);
      }
    }
    closeJournal(cause);
  }

  /**
   * From now on no file takes its name. Waits for a {@link #commit} under way; any thread: this is
   * what a signal does.
   */
  synchronized void stop() {
    stopped = true;
  }
}
