package io.tidemark.cli.run;

import io.tidemark.files.DecodedRow;
import io.tidemark.files.RowDecoder;
import io.tidemark.files.RowReader;
import io.tidemark.files.RowVerdict;
import io.tidemark.files.Slice;
import java.io.Closeable;
import java.io.IOException;

/** One of the inputs of a run, and how far it has been read. For one thread. */
final class Input implements Closeable {
  /** Of a record that does not tell. */
  private static final long NO_ARRIVAL = Long.MIN_VALUE;

  private final String name;
  private final int number;
  private final Source source;
  private final RowDecoder decoder;
  private final boolean recordArrival;
  private RowVerdict verdict;
  private boolean ended;
  private long rows;

  /** The largest timestamp of its good rows; the smallest long before there is one. */
  private long reached = Long.MIN_VALUE;

  /**
   * An input of which nothing has been read.
   *
   * @param name its path as written
   * @param number its place in the list, from 0
   * @param recordArrival whether rows have arrived when the records of a journal say
   */
  Input(String name, int number, Source source, RowDecoder decoder, boolean recordArrival) {
    this.recordArrival = recordArrival;
    this.name = name;
    this.number = number;
    this.source = source;
    this.decoder = decoder;
  }

  /**
   * Reads the next row, and what it says.
   *
   * @return false at the end
   */
  boolean next() throws IOException {
    if (!source.reader().next()) {
      ended = true;
      return false;
    }
    rows++;
    verdict = decoder.decode();
    if (verdict == RowVerdict.GOOD && recordArrival && arrivalNs() == NO_ARRIVAL) {
      verdict = RowVerdict.BAD_TIMESTAMP;
    }
    if (verdict == RowVerdict.GOOD) {
      reached = Math.max(reached, decoder.row().timestamp());
    }
    return true;
  }

  /** Whether there are no more rows. */
  boolean hasEnded() {
    return ended;
  }

  /** What became of the current row. */
  RowVerdict verdict() {
    return verdict;
  }

  /** What the current row says, where it is good. */
  DecodedRow row() {
    return decoder.row();
  }

  /** When the current row arrived, where it is good and says so. */
  long arrivalNs() {
    return recordArrival ? source.recordArrivalNs() : row().arrivalNs();
  }

  /** The line on which the current row starts. */
  long line() {
    return source.reader().line();
  }

  /** Gives the event the current row's own text. */
  void copyText(FileEvent event, Slice view) {
    RowReader reader = source.reader();
    event.takeText(reader, view);
  }

  long reached() {
    return reached;
  }

  String name() {
    return name;
  }

  int number() {
    return number;
  }

  /** How many rows have been read. */
  long rows() {
    return rows;
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
