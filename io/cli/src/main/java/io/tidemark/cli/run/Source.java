package io.tidemark.cli.run;

import io.tidemark.cli.expression.Expressions;
import io.tidemark.cli.job.InputFormat;
import io.tidemark.cli.job.JobFile;
import io.tidemark.cli.job.JobFileException;
import io.tidemark.cli.job.JobInput;
import io.tidemark.cli.job.JobTime;
import io.tidemark.cli.job.JobWatermarks.Kinds;
import io.tidemark.cli.job.TimeColumn;
import io.tidemark.cli.run.EngineJob.ValueColumn;
import io.tidemark.files.ByteInput;
import io.tidemark.files.CsvReader;
import io.tidemark.files.JsonlReader;
import io.tidemark.files.RowDecoder;
import io.tidemark.files.RowDecoderBuilder;
import io.tidemark.files.RowReader;
import io.tidemark.files.SymbolTable;
import io.tidemark.files.UnusableFileException;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.LongSupplier;

/** The input of a run: its rows, and what they say. */
final class Source implements Closeable {
  private final RowReader reader;
  private final List<String> columns;

  /** When the current row arrived, as its record says. */
  private final LongSupplier recordArrivalNs;

  /** Rows with these columns, or of JSON. */
  Source(RowReader reader, List<String> columns) {
    this(
        reader,
        columns,
        () -> {
          throw new IllegalStateException("only records of a journal tell when rows arrived");
        });
  }

  /** The same, of the records of a journal, which tell when the current row arrived. */
  Source(RowReader reader, List<String> columns, LongSupplier recordArrivalNs) {
    this.reader = reader;
    this.columns = columns;
    this.recordArrivalNs = recordArrivalNs;
  }

  /**
   * Opens an input of a job.
   *
   * @param number which one, from 0
   * @param standardInput what {@code -} stands for; it stays open
   * @throws UnusableFileException when it cannot be opened, or has no header
   * @throws IOException when reading the header fails
   */
  static Source open(JobFile job, int number, InputStream standardInput)
      throws IOException, JobFileException {
    JobInput input = job.input();
    if (input.format() == InputFormat.JOURNAL) {
      return JournalInput.open(job, number);
    }
    ByteInput bytes = bytes(job, number, standardInput);
    if (input.format() == InputFormat.JSONL) {
      return new Source(JsonlReader.open(bytes), List.of());
    }
    try {
      CsvReader csv = CsvReader.open(bytes);
      return new Source(csv, csv.columns());
    } catch (UnusableFileException e) {
      bytes.close();
      throw job.problem(input.setting(number), e.getMessage());
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }

  private static ByteInput bytes(JobFile job, int number, InputStream standardInput)
      throws IOException {
    String path = job.input().paths().get(number);
    if (path.equals(ByteInput.STANDARD_INPUT)) {
      return ByteInput.of(new Unclosed(standardInput), "standard input");
    }
    return ByteInput.open(job.resolve(path), job.input().setting(number));
  }

  /** The rows. */
  RowReader reader() {
    return reader;
  }

  /**
   * When the current row of a journal arrived, in ns since the epoch; the smallest long: unknown.
   */
  long recordArrivalNs() {
    return recordArrivalNs.getAsLong();
  }

  /** The columns of the header, in its order; of JSON lines, which have none, there are none. */
  List<String> columns() {
    return columns;
  }

  /**
   * Finds the columns that a job reads.
   *
   * @throws UnusableFileException when the header does not have one, or has it twice
   * @throws JobFileException when the header has one that the job derives
   */
  RowDecoder decoder(JobFile file, EngineJob job, SymbolTable keys, SymbolTable partitions)
      throws UnusableFileException, JobFileException {
    JobInput input = file.input();
    RowDecoderBuilder builder = RowDecoder.builder(reader, keys, partitions);
    JobTime time = input.time();
    if (time.field().isPresent()) {
      builder.timestamp(time.field().get(), time.unit());
    } else {
      builder.withoutTimestamp();
    }
    if (time.takesAnyTimestamp()) {
      builder.anyTimestamp();
    } else {
      builder.timestampFits(job.job()::timestampFits);
    }
    if (input.arrival().isPresent()) {
      TimeColumn arrival = input.arrival().get();
      builder.arrival(arrival.field(), arrival.unit());
    }
    if (input.key().isPresent()) {
      builder.key(input.key().get());
    }
    if (input.partition().isPresent()) {
      builder.partition(input.partition().get());
    }
    if (file.watermarks().kinds().isPresent()) {
      Kinds kinds = file.watermarks().kinds().get();
      builder.kind(kinds.column(), kinds.texts(), "watermarks.kind");
    }
    if (input.deduplication().isPresent()) {
      builder.id(input.deduplication().get().field());
    }
    for (ValueColumn column : job.columns()) {
      builder.value(column.name(), column.type(), column.setting());
    }
    Expressions expressions = file.expressions();
    for (String column : expressions.textColumns()) {
      builder.text(column, expressions.setting(column));
    }
    if (!expressions.isEmpty()) {
      builder.derived(job.derivation().values(), job.derivation());
    }
    for (String column : expressions.derivedColumns()) {
      if (columns.contains(column)) {
        throw file.problem(
            "map." + column, "'" + column + "' is a column of the input; expected another name");
      }
    }
    if (!columns.isEmpty()) {
      for (String column : input.types().keySet()) {
        // A type for a column that is not there is most likely one for a column misspelt.
        reader.column(column, "input.types." + column);
      }
    }
    return builder.build();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  /** Standard input, which other job files may want as well. */
  private static final class Unclosed extends FilterInputStream {
    Unclosed(InputStream in) {
      super(in);
    }

    @Override
    public void close() {
      // Not ours.
    }
  }
}
