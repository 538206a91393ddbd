package io.tidemark.files;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
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
  private static final int NONE = -1;

  private final RowReader reader;
  private final SymbolTable keys;
  private final SymbolTable partitions;
  private final int timestamp;
  private final boolean iso;
  private final LongPredicate fits;
  private final boolean any;
  private final int arrival;
  private final long arrivalUnitNs;
  private final int key;
  private final int partition;
  private final int kind;
  private final SymbolTable kinds;
  private final int id;
  private final int[] columns;
  private final ValueType.Kind[] types;
  private final int[] scales;
  private final int[] texts;
  private final Predicate<DecodedRow> derivation;

  private final NumberParser numbers = new NumberParser();
  private final IsoTimestamp times = new IsoTimestamp();
  private final Slice text = new Slice();
  private final DecodedRow row;

  private RowDecoder(Builder from) {
    reader = from.reader;
    keys = from.keys;
    partitions = from.partitions;
    timestamp = from.timestamp;
    iso = from.unit == TimestampUnit.ISO_8601;
    fits = from.fits;
    any = from.any;
    arrival = from.arrival;
    arrivalUnitNs = from.arrivalUnitNs;
    key = from.key;
    partition = from.partition;
    kind = from.kind;
    kinds = from.kinds;
    id = from.id;
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
  public static Builder builder(RowReader reader, SymbolTable keys, SymbolTable partitions) {
    return new Builder(reader, keys, partitions);
  }

  /** What the last good row said; the same object each time. */
  public DecodedRow row() {
    return row;
  }

  /**
   * Decodes the reader's current row into {@link #row()}, which is meaningless if it is not good.
   */
  public RowVerdict decode() {
    if (reader.bad() || isNested(key) || isNested(partition) || isNested(kind) || isNested(id)) {
      return RowVerdict.BAD_ROW;
    }
    if (!decodeTimestamp() || !decodeArrival()) {
      return RowVerdict.BAD_TIMESTAMP;
    }
    if (!decodeKind()
        || !decodeValues()
        || !decodeId()
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

  private boolean decodeTimestamp() {
    row.timestamp = 0;
    row.hasTimestamp = false;
    if (timestamp == NONE) {
      return true;
    }
    reader.field(timestamp, text);
    if (any && text.length() == 0) {
      return true;
    }
    row.hasTimestamp = true;
    if (iso) {
      if (!times.parse(text)) {
        return false;
      }
      row.timestamp = times.millis();
    } else {
      if (!numbers.parseLong(text)) {
        return false;
      }
      row.timestamp = numbers.bits();
    }
    return any || (row.timestamp != Long.MIN_VALUE && fits.test(row.timestamp));
  }

  private boolean decodeArrival() {
    if (arrival == NONE) {
      return true;
    }
    reader.field(arrival, text);
    if (!numbers.parseLong(text)) {
      return false;
    }
    long time = numbers.bits();
    row.arrivalNs = time * arrivalUnitNs;
    // The unit is a power of ten up to 10^9, so the division cannot overflow.
    return row.arrivalNs / arrivalUnitNs == time;
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

  private boolean decodeId() {
    if (id != NONE) {
      reader.field(id, text);
      // Two texts of one number must not be taken for one.
      boolean plain = numbers.parseLong(text) && isPlain(text);
      row.eventId =
          plain ? numbers.bits() : ByteHash.wide(text.bytes(), text.start(), text.length());
    }
    return id == NONE || text.length() > 0;
  }

  /** Whether a number has no zeros before it; 0 itself is plain, -0 is not. */
  private static boolean isPlain(Slice number) {
    byte[] bytes = number.bytes();
    int first = bytes[number.start()] == '-' ? number.start() + 1 : number.start();
    return bytes[first] != '0' || number.length() == 1;
  }

  private int idOf(int column, SymbolTable table) {
    if (column == NONE) {
      text.set(text.bytes(), 0, 0);
    } else {
      reader.field(column, text);
    }
    return table.idOf(text.bytes(), text.start(), text.length());
  }

  /**
   * Names the columns, each of which is looked up in the reader at once: a column that the header
   * does not have is an {@link UnusableFileException} that names the setting.
   */
  public static final class Builder {
    private final RowReader reader;
    private final SymbolTable keys;
    private final SymbolTable partitions;
    private final List<Integer> columns = new ArrayList<>();
    private final List<ValueType> types = new ArrayList<>();
    private final List<Integer> texts = new ArrayList<>();
    private Predicate<DecodedRow> derivation = row -> true;
    private int derivedValues;
    private int timestamp = NONE;
    private TimestampUnit unit;
    private LongPredicate fits = t -> true;
    private boolean any;
    private boolean withoutTimestamp;
    private int arrival = NONE;
    private long arrivalUnitNs;
    private int key = NONE;
    private int partition = NONE;
    private int kind = NONE;
    private final SymbolTable kinds = new SymbolTable();
    private int id = NONE;

    private Builder(RowReader reader, SymbolTable keys, SymbolTable partitions) {
      this.reader = reader;
      this.keys = keys;
      this.partitions = partitions;
    }

    /** The column of event time; required, unless there is none. */
    public Builder timestamp(String column, TimestampUnit unit) throws UnusableFileException {
      this.timestamp = reader.column(column, "input.timestamp.field");
      this.unit = unit;
      return this;
    }

    /** Rows have no event time: every timestamp is missing. */
    public Builder withoutTimestamp() {
      this.withoutTimestamp = true;
      return this;
    }

    /**
     * An empty timestamp is a missing one, {@link DecodedRow#hasTimestamp}, and any number is
     * taken: somebody else is to judge them.
     */
    public Builder anyTimestamp() {
      this.any = true;
      return this;
    }

    /** Which timestamps have windows: the others are bad. Left out: all but the least long. */
    public Builder timestampFits(LongPredicate fits) {
      this.fits = fits;
      return this;
    }

    /** The column that says when the row arrived; left out = none. */
    public Builder arrival(String column, TimestampUnit unit) throws UnusableFileException {
      if (unit == TimestampUnit.ISO_8601) {
        throw new IllegalArgumentException(
            "input.arrival.unit: " + unit.text() + "; expected s, ms, us or ns");
      }
      this.arrival = reader.column(column, "input.arrival.field");
      this.arrivalUnitNs = unit.nanos();
      return this;
    }

    /** The column whose text is the key; left out = the empty text for every row. */
    public Builder key(String column) throws UnusableFileException {
      this.key = reader.column(column, "input.key");
      return this;
    }

    /** The column whose text is the partition; left out = the empty text for every row. */
    public Builder partition(String column) throws UnusableFileException {
      this.partition = reader.column(column, "input.partition");
      return this;
    }

    /** The column that tells an event from all others; left out = none. A row needs one then. */
    public Builder id(String column) throws UnusableFileException {
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
    public Builder kind(String column, List<String> texts, String setting)
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
    public Builder value(String column, ValueType type, String setting)
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
    public Builder text(String column, String setting) throws UnusableFileException {
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
    public Builder derived(int values, Predicate<DecodedRow> derivation) {
      this.derivedValues = values;
      this.derivation = derivation;
      return this;
    }

    /** The decoder; the builder may not be used any more. */
    public RowDecoder build() {
      if (timestamp == NONE && !withoutTimestamp) {
        throw new IllegalStateException("input.timestamp: not set; expected a column and its unit");
      }
      return new RowDecoder(this);
    }
  }
}
