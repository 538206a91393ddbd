package io.tidemark.files;

import java.util.function.Predicate;

/**
 * Turns the current row of a reader into numbers and ids, or says why it cannot be an event. Only a
 * good row has its key and partition taken into the tables. Integers and decimals allocate nothing,
 * nor do doubles of up to 18 digits and ISO timestamps of the common shape.
 *
 * <p>A JSON object or array is no number and no time; as a key, a partition or a kind it makes the
 * row bad.
 */
public final class RowDecoder {
  /** No such column. */
  static final int NONE = -1;

  private final RowReader reader;
  private final SymbolTable keys;
  private final SymbolTable partitions;
  private final RowTimes times;
  private final int key;
  private final int partition;
  private final int kind;
  private final SymbolTable kinds;
  private final EventIds ids;
  private final int[] columns;
  private final ValueType.Kind[] types;
  private final int[] scales;
  private final int[] texts;
  private final Predicate<DecodedRow> derivation;

  private final NumberParser numbers = new NumberParser();
  private final Slice text = new Slice();
  private final DecodedRow row;

  RowDecoder(RowDecoderBuilder from) {
    reader = from.reader;
    keys = from.keys;
    partitions = from.partitions;
    times = new RowTimes(from);
    key = from.key;
    partition = from.partition;
    kind = from.kind;
    kinds = from.kinds;
    ids = new EventIds(reader, from.id);
    int count = from.columns.size();
    columns = new int[count];
    types = new ValueType.Kind[count];
    scales = new int[count];
    for (int i = 0; i < count; i++) {
      columns[i] = from.columns.get(i);
      types[i] = from.types.get(i).kind();
      scales[i] = from.types.get(i).scale();
    }
    texts = from.texts.stream().mapToInt(column -> column).toArray();
    derivation = from.derivation;
    row = new DecodedRow(count, texts.length, from.derivedValues);
  }

  /**
   * Starts a decoder of the reader's rows.
   *
   * @param keys where key texts get their ids
   * @param partitions where partition texts get theirs
   */
  public static RowDecoderBuilder builder(
      RowReader reader, SymbolTable keys, SymbolTable partitions) {
    return new RowDecoderBuilder(reader, keys, partitions);
  }

  /** What the last good row said; the same object each time. */
  public DecodedRow row() {
    return row;
  }

  /**
   * Decodes the reader's current row into {@link #row()}, which is meaningless if it is not good.
   */
  public RowVerdict decode() {
    if (reader.bad() || isNested(key) || isNested(partition) || isNested(kind) || ids.isNested()) {
      return RowVerdict.BAD_ROW;
    }
    if (!times.decode(row)) {
      return RowVerdict.BAD_TIMESTAMP;
    }
    if (!decodeKind()
        || !decodeValues()
        || !ids.decode(row)
        || !decodeTexts()
        || !derivation.test(row)) {
      return RowVerdict.BAD_VALUE;
    }
    row.keyId = idOf(key, keys);
    row.partitionId = idOf(partition, partitions);
    return RowVerdict.GOOD;
  }

  private boolean isNested(int column) {
    return column != NONE && reader.nested(column);
  }

  private boolean decodeKind() {
    if (kind == NONE) {
      return true;
    }
    reader.field(kind, text);
    row.kind = kinds.find(text.bytes(), text.start(), text.length());
    return row.kind >= 0;
  }

  private boolean decodeValues() {
    for (int i = 0; i < columns.length; i++) {
      reader.field(columns[i], text);
      if (!numbers.parse(types[i], scales[i], text)) {
        return false;
      }
      row.set(i, numbers.bits());
    }
    return true;
  }

  private boolean decodeTexts() {
    for (int i = 0; i < texts.length; i++) {
      if (reader.nested(texts[i])) {
        return false;
      }
      reader.field(texts[i], row.text(i));
    }
    return true;
  }

  private int idOf(int column, SymbolTable table) {
    if (column == NONE) {
      text.set(text.bytes(), 0, 0);
    } else {
      reader.field(column, text);
    }
    return table.idOf(text.bytes(), text.start(), text.length());
  }
}
