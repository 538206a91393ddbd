package io.tidemark.journal;

import java.util.Objects;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableDirectByteBuffer;

/**
 * One record: what happened to an event, and the event's bytes. A mutable value that is filled
 * again and again: setting a field costs a copy, nothing is allocated once its buffer has grown to
 * the largest record. Texts are UTF-8; {@link #text} makes a String, {@link #buffer} does not.
 *
 * <p>Belongs to one thread. How it is laid out on disk: {@link RecordLayout}.
 */
public final class JournalRecord {
  /** Of a timestamp, an arrival or a watermark: there is none. */
  public static final long NONE = Long.MIN_VALUE;

  /** Of how many windows the event missed: it is not said. */
  public static final int NOT_COUNTED = -1;

  private static final int INITIAL_CAPACITY = 512;

  // Holds the bytes of all fields, in the order in which they were set (or as they were read).
  private final ExpandableDirectByteBuffer bytes;
  private final int[] offsets = new int[RecordField.COUNT];
  private final int[] lengths = new int[RecordField.COUNT];
  private int used;
  private RecordKind kind = RecordKind.LATE;
  private long number;
  private long timestamp;
  private long arrivalNs;
  private long watermark;
  private long line;
  private long sourceRecord;
  private int missedWindows = NOT_COUNTED;

  /**
   * An empty record.
   *
   * @throws JournalException when the JVM lacks flags
   */
  public JournalRecord() {
    ChronicleFlags.require();
    bytes = new ExpandableDirectByteBuffer(INITIAL_CAPACITY);
  }

  /** Forgets everything: kind LATE, numbers 0, no windows counted, fields empty. */
  public JournalRecord clear() {
    kind = RecordKind.LATE;
    number = 0;
    timestamp = 0;
    arrivalNs = 0;
    watermark = 0;
    line = 0;
    sourceRecord = 0;
    missedWindows = NOT_COUNTED;
    clearFields();
    return this;
  }

  /** The record's place in its journal, from 0; the writer gives it. */
  public long number() {
    return number;
  }

  public RecordKind kind() {
    return kind;
  }

  public JournalRecord kind(RecordKind value) {
    kind = Objects.requireNonNull(value, "kind");
    return this;
  }

  /** When it happened, in the job's unit; or {@link #NONE}. */
  public long timestamp() {
    return timestamp;
  }

  public JournalRecord timestamp(long value) {
    timestamp = value;
    return this;
  }

  /** When it was published, in ns since the epoch; or {@link #NONE}. */
  public long arrivalNs() {
    return arrivalNs;
  }

  public JournalRecord arrivalNs(long value) {
    arrivalNs = value;
    return this;
  }

  /** The watermark it was judged by, in the job's unit; or {@link #NONE}. */
  public long watermark() {
    return watermark;
  }

  public JournalRecord watermark(long value) {
    watermark = value;
    return this;
  }

  /** Line, offset or other position in the source. */
  public long line() {
    return line;
  }

  public JournalRecord line(long value) {
    line = value;
    return this;
  }

  /** The number that the source itself gave the record, where it gives any. */
  public long sourceRecord() {
    return sourceRecord;
  }

  public JournalRecord sourceRecord(long value) {
    sourceRecord = value;
    return this;
  }

  /**
   * Of a late event, how many windows of the definition it came too late for; 0 where its timestamp
   * falls into none of them. {@link #NOT_COUNTED} in other records, and in those of releases that
   * did not say it.
   */
  public int missedWindows() {
    return missedWindows;
  }

  /** {@link #NOT_COUNTED}, or 0 and more. */
  public JournalRecord missedWindows(int count) {
    missedWindows = count;
    return this;
  }

  public JournalRecord window(CharSequence name) {
    return set(RecordField.WINDOW, name);
  }

  public JournalRecord partition(CharSequence text) {
    return set(RecordField.PARTITION, text);
  }

  public JournalRecord key(CharSequence text) {
    return set(RecordField.KEY, text);
  }

  public JournalRecord key(DirectBuffer from, int offset, int length) {
    return set(RecordField.KEY, from, offset, length);
  }

  public JournalRecord reason(CharSequence text) {
    return set(RecordField.REASON, text);
  }

  public JournalRecord event(DirectBuffer from, int offset, int length) {
    return set(RecordField.EVENT, from, offset, length);
  }

  /** Sets the event's bytes to what is encoded; exceptions leave the field as it was. */
  public <E> JournalRecord event(EventEncoder<? super E> encoder, E event) {
    return place(RecordField.EVENT, encoder.encode(event, bytes, used));
  }

  /** Fills {@code into} from the event's bytes. */
  public <E> void decodeEvent(EventCodec<E> codec, E into) {
    codec.decode(bytes, offset(RecordField.EVENT), length(RecordField.EVENT), into);
  }

  /** Sets a field to the text as UTF-8. */
  public JournalRecord set(RecordField field, CharSequence text) {
    return place(field, Utf8.encode(text, bytes, used));
  }

  /** Sets a field to the number in decimal digits. */
  public JournalRecord set(RecordField field, long number) {
    return place(field, bytes.putLongAscii(used, number));
  }

  /** Sets a field to a copy of the bytes. */
  public JournalRecord set(RecordField field, DirectBuffer from, int offset, int length) {
    bytes.putBytes(used, from, offset, length);
    return place(field, length);
  }

  /** Sets a field to a copy of the bytes. */
  public JournalRecord set(RecordField field, byte[] from, int offset, int length) {
    bytes.putBytes(used, from, offset, length);
    return place(field, length);
  }

  public String window() {
    return text(RecordField.WINDOW);
  }

  public String partition() {
    return text(RecordField.PARTITION);
  }

  public String key() {
    return text(RecordField.KEY);
  }

  public String reason() {
    return text(RecordField.REASON);
  }

  /** A field as a new String, malformed UTF-8 replaced. */
  public String text(RecordField field) {
    return bytes.getStringWithoutLengthUtf8(offset(field), length(field));
  }

  /** A field as a new array. */
  public byte[] bytes(RecordField field) {
    return Utf8.bytes(bytes, offset(field), length(field));
  }

  /** Where the fields' bytes are, each at its {@link #offset}, until the record is next changed. */
  public DirectBuffer buffer() {
    return bytes;
  }

  public int offset(RecordField field) {
    return offsets[field.ordinal()];
  }

  /** In bytes. */
  public int length(RecordField field) {
    return lengths[field.ordinal()];
  }

  void number(long value) {
    number = value;
  }

  ExpandableDirectByteBuffer ownBytes() {
    return bytes;
  }

  /** Says that a whole record of this length is in the bytes; its fields are placed next. */
  void readInto(int length) {
    clearFields();
    used = length;
  }

  void placeRead(RecordField field, int offset, int length) {
    offsets[field.ordinal()] = offset;
    lengths[field.ordinal()] = length;
  }

  private void clearFields() {
    used = 0;
    for (int i = 0; i < RecordField.COUNT; i++) {
      offsets[i] = 0;
      lengths[i] = 0;
    }
  }

  private JournalRecord place(RecordField field, int length) {
    placeRead(field, used, length);
    used += length;
    return this;
  }
}
