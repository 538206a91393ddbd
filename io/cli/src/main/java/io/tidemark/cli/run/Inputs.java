package io.tidemark.cli.run;

import io.tidemark.cli.job.JobFile;
import io.tidemark.cli.job.JobFileException;
import io.tidemark.cli.job.JobInput;
import io.tidemark.files.RowDecoder;
import io.tidemark.files.SymbolTable;
import io.tidemark.files.UnusableFileException;
import io.tidemark.time.Durations;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** All inputs of a run, opened together. For one thread. */
final class Inputs implements Closeable {
  private final JobInput settings;
  private final List<Source> sources = new ArrayList<>();
  private final List<Input> inputs = new ArrayList<>();

  private Inputs(JobInput settings) {
    this.settings = settings;
  }

  /**
   * Opens what a job reads.
   *
   * @param standardInput what {@code -} stands for; it stays open
   * @throws UnusableFileException when one cannot be opened, or has no header
   * @throws JobFileException when one is not what the job file says, or their columns differ
   * @throws IOException when reading a header fails
   */
  static Inputs open(JobFile job, InputStream standardInput) throws IOException, JobFileException {
    Inputs opened = new Inputs(job.input());
    try {
      for (int i = 0; i < job.input().paths().size(); i++) {
        opened.sources.add(Source.open(job, i, standardInput));
        opened.checkColumns(job, i);
      }
      return opened;
    } catch (IOException | JobFileException e) {
      opened.close();
      throw e;
    }
  }

  private void checkColumns(JobFile job, int number) throws JobFileException {
    if (!sources.get(number).columns().equals(columns())) {
      throw job.problem(
          settings.setting(number),
          settings.paths().get(number)
              + " has the columns "
              + String.join(",", sources.get(number).columns())
              + "; expected those of "
              + settings.paths().get(0)
              + ", "
              + String.join(",", columns()));
    }
  }

  /** The columns of each input's header; none where there are no headers. */
  List<String> columns() {
    return sources.get(0).columns();
  }

  /**
   * Finds the columns that a job reads; after that rows may be read.
   *
   * @throws UnusableFileException when a header does not have one, or has it twice
   * @throws JobFileException when a header has a column that the job derives
   */
  void decodeBy(JobFile file, EngineJob job, SymbolTable keys, SymbolTable partitions)
      throws UnusableFileException, JobFileException {
    for (int i = 0; i < sources.size(); i++) {
      String path = settings.paths().get(i);
      Source source = sources.get(i);
      RowDecoder decoder = source.decoder(file, job, keys, partitions);
      inputs.add(new Input(path, i, source, decoder, settings.recordArrival()));
    }
  }

  /** The inputs, in the order of the list. */
  List<Input> all() {
    return List.copyOf(inputs);
  }

  /**
   * The order in which their rows are taken.
   *
   * @param unit of the timestamps
   * @param whenEnded is told of each input that has no more rows
   */
  RowOrder order(TimeUnit unit, Consumer<Input> whenEnded) {
    if (settings.areSeveral() && settings.hasArrival()) {
      return new RowOrder.ByArrival(inputs, whenEnded);
    }
    long maxDrift =
        settings
            .maxDrift()
            .map(drift -> Durations.inUnit(drift, unit, "input.alignment.max-drift"))
            .orElse(RowOrder.Turns.ANY_DRIFT);
    return new RowOrder.Turns(inputs, maxDrift, whenEnded);
  }

  @Override
  public void close() throws IOException {
    IOException failed = null;
    for (Source source : sources) {
      try {
        source.close();
      } catch (IOException e) {
        failed = failed == null ? e : failed;
      }
    }
    if (failed != null) {
      throw failed;
    }
  }
}
