package io.tidemark.cli.run;

import io.tidemark.Engine;
import io.tidemark.Publisher;
import io.tidemark.cli.job.JobFile;
import io.tidemark.cli.job.JobFileException;
import io.tidemark.cli.job.JobOutput;
import io.tidemark.counters.Counters;
import io.tidemark.files.RowDecoder;
import io.tidemark.files.RowReader;
import io.tidemark.files.RowVerdict;
import io.tidemark.files.Slice;
import io.tidemark.files.SymbolTable;
import io.tidemark.files.UnusableFileException;
import io.tidemark.output.RejectReason;
import io.tidemark.time.TimeDomain;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/**
 * One run of a job file: all is opened first, then rows flow, then the files take their names. For
 * one thread, but for {@link #stop}; in layout fused the engine writes the outputs on its own.
 */
final class JobRun {
  private static final Duration HALT_TIMEOUT = Duration.ofSeconds(10);

  /** Of rows that could not be read: it is neither on the clock nor in a record. */
  private static final long NO_ARRIVAL = Long.MIN_VALUE;

  private final JobFile file;
  private final Source source;
  private final RowDecoder decoder;
  private final SymbolTable keys;
  private final Outputs outputs;
  private final Engine<FileEvent> engine;
  private final boolean hasArrival;
  private final boolean recordArrival;
  private final boolean hasWatermarks;
  private final boolean flushesHere;
  private final boolean keepsRows;
  private final Slice view = new Slice();

  private JobRun(
      JobFile file,
      Source source,
      RowDecoder decoder,
      SymbolTable keys,
      Outputs outputs,
      Engine<FileEvent> engine,
      Layout layout) {
    this.file = file;
    this.source = source;
    this.decoder = decoder;
    this.keys = keys;
    this.outputs = outputs;
    this.engine = engine;
    this.hasArrival = file.input().hasArrival();
    this.recordArrival = file.input().recordArrival();
    this.hasWatermarks = file.input().time().domain() != TimeDomain.PROCESSING;
    this.flushesHere = layout == Layout.INLINE;
    JobOutput output = file.output();
    this.keepsRows =
        output.late().isPresent()
            || output.rejected().isPresent()
            || output.quarantined().isPresent()
            || output.journal().isPresent();
  }

  /**
   * Opens what a job file names: first the input, then the outputs.
   *
   * @param layout which thread takes rows through the windows
   * @param in what the input {@code -} stands for
   * @param out where results for {@code -} go
   * @throws JobFileException when one cannot be used; then no output has been made
   * @throws IOException when reading a header fails
   */
  static JobRun open(JobFile file, Layout layout, InputStream in, OutputStream out)
      throws JobFileException, IOException {
    PathCheck.check(file);
    SymbolTable partitions = new SymbolTable();
    // The engine knows declared partitions by the first numbers.
    file.input().partitions().forEach(partitions::idOf);
    EngineJob job = EngineJob.of(file, partitions);
    try {
      Source source = Source.open(file, in);
      try {
        return open(file, job, layout, source, partitions, out);
      } catch (JobFileException | IOException e) {
        source.close();
        throw e;
      }
    } catch (UnusableFileException e) {
      throw file.problem(e.getMessage());
    }
  }

  private static JobRun open(
      JobFile file,
      EngineJob job,
      Layout layout,
      Source source,
      SymbolTable partitions,
      OutputStream out)
      throws JobFileException, IOException {
    SymbolTable keys = new SymbolTable();
    RowDecoder decoder = source.decoder(file, job, keys, partitions);
    Outputs outputs = Outputs.open(file, job, source, keys, partitions, out);
    Engine<FileEvent> engine =
        Engine.start(job.job(), outputs.options(layout, file.input().hasArrival()));
    return new JobRun(file, source, decoder, keys, outputs, engine, layout);
  }

  /**
   * Runs the job to the end of its input.
   *
   * @throws FaultException when anything fails; the unfinished files stay beside their places
   */
  void run(Progress progress) throws FaultException {
    try {
      try (source) {
        publishRows(progress);
      }
      engine.close();
      outputs.commit();
    } catch (IOException | RuntimeException | Error e) {
      // No handler may be writing when its file is closed.
      engine.halt(HALT_TIMEOUT);
      outputs.abandon(e);
      throw FaultException.of(file, e, keys);
    }
  }

  private void publishRows(Progress progress) throws IOException {
    RowReader reader = source.reader();
    Publisher<FileEvent> publisher = engine.publisher();
    long flushedAt = progress();
    while (reader.next()) {
      publish(publisher, reader);
      if (flushesHere && progress() != flushedAt) {
        flushedAt = progress();
        outputs.flushStandardOutput();
      }
      progress.row(engine);
    }
  }

  /** Moves with time: the watermark, or where there is none, the number of firings. */
  private long progress() {
    return hasWatermarks ? engine.watermark() : engine.counters().onTimeFirings();
  }

  private void publish(Publisher<FileEvent> publisher, RowReader reader) {
    FileEvent event = publisher.claim();
    publisher.position(0, reader.line());
    RowVerdict verdict = decoder.decode();
    if (keepsRows) {
      event.takeText(reader, view);
    }
    if (verdict != RowVerdict.GOOD) {
      publisher.reject(0, NO_ARRIVAL, reason(verdict));
      return;
    }
    event.take(decoder.row());
    int partition = decoder.row().partitionId();
    if (!hasArrival) {
      publisher.publish(partition);
    } else if (!recordArrival) {
      publisher.publish(partition, decoder.row().arrivalNs());
    } else if (source.recordArrivalNs() == NO_ARRIVAL) {
      publisher.reject(0, NO_ARRIVAL, RejectReason.BAD_TIMESTAMP);
    } else {
      publisher.publish(partition, source.recordArrivalNs());
    }
  }

  private static RejectReason reason(RowVerdict verdict) {
    return switch (verdict) {
      case BAD_ROW -> RejectReason.BAD_ROW;
      case BAD_TIMESTAMP -> RejectReason.BAD_TIMESTAMP;
      case BAD_VALUE -> RejectReason.BAD_VALUE;
      case GOOD -> throw new IllegalArgumentException("a good row has no reason to be rejected");
    };
  }

  /** What has been counted. */
  Counters counters() {
    return engine.counters();
  }

  /** From now on no file takes its name; any thread: this is what a signal does. */
  void stop() {
    outputs.stop();
  }
}
