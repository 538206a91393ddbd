package io.tidemark.cli.run;

import io.tidemark.Event;
import io.tidemark.files.DecodedRow;
import io.tidemark.files.RowReader;
import io.tidemark.files.Slice;

/**
 * A row of a file as an event. It carries its own copy of the row's bytes, for the outputs of late
 * and rejected rows: the reader's are gone by the time that a slot further down the ring is judged.
 *
 * <p>All fields are written by the thread that publishes.
 */
final class FileEvent extends Event {
  /** Longer rows are given back once they are done with: slots live for ever. */
  private static final int LONGEST_KEPT = 1 << 12;

  private static final byte[] NONE = {};

  private final long[] values;
  private final long[] derived;
  private int input;
  private long eventTime;
  private boolean hasEventTime;
  private long keyId;
  private int rowKind;
  private long id;
  private byte[] row = NONE;
  private int rowLength;

  /** An event with room for this many values. */
  FileEvent(int values) {
    this(values, 0);
  }

  /** An event with room for this many values, and for so many that are derived from them. */
  FileEvent(int values, int derived) {
    this.values = new long[values];
    this.derived = new long[derived];
  }

  /** Says which of several inputs the row is of. */
  void input(int number) {
    input = number;
  }

  /** The number of the input that the row is of. */
  int input() {
    return input;
  }

  /** Takes what a good row says. */
  void take(DecodedRow decoded) {
    eventTime = decoded.timestamp();
    hasEventTime = decoded.hasTimestamp();
    keyId = decoded.keyId();
    rowKind = decoded.kind();
    id = decoded.eventId();
    for (int i = 0; i < values.length; i++) {
      values[i] = decoded.value(i);
    }
    for (int i = 0; i < derived.length; i++) {
      derived[i] = decoded.derived(i);
    }
  }

  /**
   * Takes the row itself.
   *
   * @param view a slice to use in passing
   */
  void takeText(RowReader reader, Slice view) {
    reader.row(view);
    rowLength = view.length();
    if (row.length < rowLength) {
      row = new byte[Math.max(rowLength, Math.min(LONGEST_KEPT, 2 * rowLength))];
    }
    System.arraycopy(view.bytes(), view.start(), row, 0, rowLength);
  }

  /** When it happened, in the job's unit. */
  long eventTime() {
    return eventTime;
  }

  /** Whether it says when it happened. */
  boolean hasEventTime() {
    return hasEventTime;
  }

  /** The key's id. */
  long keyId() {
    return keyId;
  }

  /** Which of the kinds that bounds go by it is. */
  int rowKind() {
    return rowKind;
  }

  /** What tells it from other events, where the job file says so. */
  long id() {
    return id;
  }

  /** A value: a long, a scaled decimal, or the bits of a double. */
  long value(int index) {
    return values[index];
  }

  /** A derived value. */
  long derived(int index) {
    return derived[index];
  }

  /** Shows the row as it stands in the file; empty where nobody needs it. */
  void row(Slice into) {
    into.set(row, 0, rowLength);
  }

  /** How many bytes it holds on to; for tests. */
  int capacity() {
    return row.length;
  }

  @Override
  public void clear() {
    rowLength = 0;
    if (row.length > LONGEST_KEPT) {
      row = NONE;
    }
  }
}
