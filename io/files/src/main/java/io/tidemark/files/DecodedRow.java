package io.tidemark.files;

import java.util.Arrays;

/** What a {@link RowDecoder} has read from a row; filled again by its next call. */
public final class DecodedRow {
  private final long[] values;
  private final Slice[] texts;
  private final long[] derived;

  // All written by RowDecoder, and its RowTimes and EventIds, only.
  long timestamp;
  boolean hasTimestamp;
  long arrivalNs;
  int keyId;
  int partitionId;
  int kind;
  long eventId;

  DecodedRow(int values, int texts, int derived) {
    this.values = new long[values];
    this.texts = new Slice[texts];
    Arrays.setAll(this.texts, i -> new Slice());
    this.derived = new long[derived];
  }

  void set(int index, long bits) {
    values[index] = bits;
  }

  /** When it happened, in the unit of its column; of ISO 8601 in milliseconds; else 0. */
  public long timestamp() {
    return timestamp;
  }

  /** Whether it says when it happened: always, unless the decoder takes any timestamp. */
  public boolean hasTimestamp() {
    return hasTimestamp;
  }

  /** When it arrived, in nanoseconds since the epoch; 0 if the decoder has no arrival column. */
  public long arrivalNs() {
    return arrivalNs;
  }

  /** The key's id in the decoder's table of keys; that of the empty text without a key column. */
  public int keyId() {
    return keyId;
  }

  /**
   * The partition's id in the decoder's table of partitions; that of the empty text without a
   * partition column.
   */
  public int partitionId() {
    return partitionId;
  }

  /** The row's kind: its place among those the decoder knows; 0 if it knows none. */
  public int kind() {
    return kind;
  }

  /**
   * What the text of the column of ids stands for; 0 if the decoder has none. A whole number within
   * 64 bits, written as plainly as can be, stands for itself, any other text for a hash of it.
   */
  public long eventId() {
    return eventId;
  }

  /** How many values there are. */
  public int values() {
    return values.length;
  }

  /**
   * A value, in the order in which the columns were named: a long, a scaled decimal, or the raw
   * bits of a double.
   */
  public long value(int index) {
    return values[index];
  }

  /** A text, in the order in which its columns were named; while the row is the reader's. */
  public Slice text(int index) {
    return texts[index];
  }

  /** How many derived values there are. */
  public int derivedValues() {
    return derived.length;
  }

  /** A derived value. */
  public long derived(int index) {
    return derived[index];
  }

  /** Sets a derived value; for the function that derives it. */
  public void derive(int index, long bits) {
    derived[index] = bits;
  }
}
