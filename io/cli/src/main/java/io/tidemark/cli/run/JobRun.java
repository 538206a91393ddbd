package io.tidemark.cli.run;

import io.tidemark.Engine;
import io.tidemark.Publisher;
import io.tidemark.cli.job.JobFile;
import io.tidemark.cli.job.JobFileException;
import io.tidemark.cli.job.JobInput;
import io.tidemark.cli.job.JobOutput;
import io.tidemark.counters.Counters;
import io.tidemark.files.DecodedRow;
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
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One run of a job file: all is opened first, then rows flow, then the files take their names. For
 * one thread, but for {@link #stop}; in layout fused the engine writes the outputs on its own.
 */
final class JobRun {
  private static final Duration HALT_TIMEOUT = Duration.ofSeconds(10);

  /** Of rows that could not be read: it is neither on the clock nor in a record. */
  private static final long NO_ARRIVAL = Long.MIN_VALUE;

  private final JobFile file;
  private final Inputs inputs;
  private final SymbolTable keys;
  private final Outputs outputs;
  private final Engine<FileEvent> engine;
  private final TimeUnit unit;
  private final boolean hasArrival;
  private final boolean inputsArePartitions;
  private final boolean hasWatermarks;
  private final boolean flushesHere;
  private final boolean keepsRows;
  private final Slice view = new Slice();

  private JobRun(
      JobFile file,
      Inputs inputs,
      SymbolTable keys,
      Outputs outputs,
      Engine<FileEvent> engine,
      TimeUnit unit,
      Layout layout) {
    this.file = file;
    this.inputs = inputs;
    this.keys = keys;
    this.outputs = outputs;
    this.engine = engine;
    this.unit = unit;
    this.hasArrival = file.input().hasArrival();
    this.inputsArePartitions = file.input().arePartitions();
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
   * Opens what a job file names: first the inputs, then the outputs.
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
    JobInput input = file.input();
    (input.arePartitions() ? input.paths() : input.partitions()).forEach(partitions::idOf);
    EngineJob job = EngineJob.of(file, partitions);
    try {
      Inputs inputs = Inputs.open(file, in);
      try {
        return open(file, job, layout, inputs, partitions, out);
      } catch (JobFileException | IOException e) {
        inputs.close();
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
      Inputs inputs,
      SymbolTable partitions,
      OutputStream out)
      throws JobFileException, IOException {
    SymbolTable keys = new SymbolTable();
    inputs.decodeBy(file, job, keys, partitions);
    Outputs outputs = Outputs.open(file, job, inputs.columns(), keys, partitions, out);
    Engine<FileEvent> engine =
        Engine.start(job.job(), outputs.options(layout, file.input().hasArrival()));
    return new JobRun(file, inputs, keys, outputs, engine, job.job().unit(), layout);
  }

  /**
   * Runs the job to the end of its input.
   *
   * @throws FaultException when anything fails; the unfinished files stay beside their places
   */
  void run(Progress progress) throws FaultException {
    try {
      try (inputs) {
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
    Publisher<FileEvent> publisher = engine.publisher();
    RowOrder order = inputs.order(unit, input -> end(publisher, input));
    long flushedAt = progress();
    for (Input input = order.next(); input != null; input = order.next()) {
      publish(publisher, input);
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

  private void end(Publisher<FileEvent> publisher, Input input) {
    if (inputsArePartitions) {
      publisher.end(input.number());
    }
  }

  private void publish(Publisher<FileEvent> publisher, Input input) {
    FileEvent event = publisher.claim();
    publisher.position(0, input.line());
    event.input(input.number());
    if (keepsRows) {
      input.copyText(event, view);
    }
    if (input.verdict() != RowVerdict.GOOD) {
      publisher.reject(inputsArePartitions ? input.number() : 0, NO_ARRIVAL, reason(input));
      return;
    }
    DecodedRow row = input.row();
    event.take(row);
    int partition = inputsArePartitions ? input.number() : row.partitionId();
    if (hasArrival) {
      publisher.publish(partition, input.arrivalNs());
    } else {
      publisher.publish(partition);
    }
  }

  private static RejectReason reason(Input input) {
    return switch (input.verdict()) {
      case BAD_ROW -> RejectReason.BAD_ROW;
      case BAD_TIMESTAMP -> RejectReason.BAD_TIMESTAMP;
      case BAD_VALUE -> RejectReason.BAD_VALUE;
      case GOOD -> throw new IllegalArgumentException("a good row has no reason to be rejected");
    };
  }

  /** What has been read, in the order of the job file. */
  List<Input> inputs() {
    return inputs.all();
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
