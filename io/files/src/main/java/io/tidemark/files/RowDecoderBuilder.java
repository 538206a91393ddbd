package io.tidemark.files;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.Predicate;

/**
 * Describes a {@link RowDecoder}: names the columns, each of which is looked up in the reader at
 * once: a column that the header does not have is an {@link UnusableFileException} that names the
 * setting.
 */
public final class RowDecoderBuilder {
  final RowReader reader;
  final SymbolTable keys;
  final SymbolTable partitions;
  final List<Integer> columns = new ArrayList<>();
  final List<ValueType> types = new ArrayList<>();
  final List<Integer> texts = new ArrayList<>();
  Predicate<DecodedRow> derivation = row -> true;
  int derivedValues;
  int timestamp = RowDecoder.NONE;
  TimestampUnit unit;
  LongPredicate fits = t -> true;
  boolean any;
  private boolean withoutTimestamp;
  int arrival = RowDecoder.NONE;
  long arrivalUnitNs;
  int key = RowDecoder.NONE;
  int partition = RowDecoder.NONE;
  int kind = RowDecoder.NONE;
  final SymbolTable kinds = new SymbolTable();
  int id = RowDecoder.NONE;

  RowDecoderBuilder(RowReader reader, SymbolTable keys, SymbolTable partitions) {
    this.reader = reader;
    this.keys = keys;
    this.partitions = partitions;
  }

  /** The column of event time; required, unless there is none. */
  public RowDecoderBuilder timestamp(String column, TimestampUnit unit)
      throws UnusableFileException {
    this.timestamp = reader.column(column, "input.timestamp.field");
    this.unit = unit;
    return this;
  }

  /** Rows have no event time: every timestamp is missing. */
  public RowDecoderBuilder withoutTimestamp() {
    this.withoutTimestamp = true;
    return this;
  }

  /**
   * An empty timestamp is a missing one, {@link DecodedRow#hasTimestamp}, and any number is taken:
   * somebody else is to judge them.
   */
  public RowDecoderBuilder anyTimestamp() {
    this.any = true;
    return this;
  }

  /** Which timestamps have windows: the others are bad. Left out: all but the least long. */
  public RowDecoderBuilder timestampFits(LongPredicate fits) {
    this.fits = fits;
    return this;
  }

  /** The column that says when the row arrived; left out = none. */
  public RowDecoderBuilder arrival(String column, TimestampUnit unit) throws UnusableFileException {
    if (unit == TimestampUnit.ISO_8601) {
      throw new IllegalArgumentException(
          "input.arrival.unit: " + unit.text() + "; expected s, ms, us or ns");
    }
    this.arrival = reader.column(column, "input.arrival.field");
    this.arrivalUnitNs = unit.nanos();
    return this;
  }

  /** The column whose text is the key; left out = the empty text for every row. */
  public RowDecoderBuilder key(String column) throws UnusableFileException {
    this.key = reader.column(column, "input.key");
    return this;
  }

  /** The column whose text is the partition; left out = the empty text for every row. */
  public RowDecoderBuilder partition(String column) throws UnusableFileException {
    this.partition = reader.column(column, "input.partition");
    return this;
  }

  /** The column that tells an event from all others; left out = none. A row needs one then. */
  public RowDecoderBuilder id(String column) throws UnusableFileException {
    this.id = reader.column(column, "input.deduplicate.field");
    return this;
  }

  /**
   * The column whose text is the row's kind, and all there are; a row of another kind is no good.
   * Left out = all rows are of kind 0.
   *
   * @param texts each once
   * @param setting what names the column, for messages
   */
  public RowDecoderBuilder kind(String column, List<String> texts, String setting)
      throws UnusableFileException {
    this.kind = reader.column(column, setting);
    texts.forEach(kinds::idOf);
    return this;
  }

  /**
   * One more column that is read as a number.
   *
   * @param setting what names the column, for messages
   */
  public RowDecoderBuilder value(String column, ValueType type, String setting)
      throws UnusableFileException {
    columns.add(reader.column(column, setting));
    types.add(type);
    return this;
  }

  /**
   * One more column that is read as a text.
   *
   * @param setting what names the column, for messages
   */
  public RowDecoderBuilder text(String column, String setting) throws UnusableFileException {
    texts.add(reader.column(column, setting));
    return this;
  }

  /**
   * What is derived from a row.
   *
   * @param values how many values
   * @param derivation sets them in the row that it is given; false where one has no value, which
   *     makes the row a bad value
   */
  public RowDecoderBuilder derived(int values, Predicate<DecodedRow> derivation) {
    this.derivedValues = values;
    this.derivation = derivation;
    return this;
  }

  /** The decoder; the builder may not be used any more. */
  public RowDecoder build() {
    if (timestamp == RowDecoder.NONE && !withoutTimestamp) {
      throw new IllegalStateException("input.timestamp: not set; expected a column and its unit");
    }
    return new RowDecoder(this);
  }
}
