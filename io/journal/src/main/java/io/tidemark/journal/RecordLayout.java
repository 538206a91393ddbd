package io.tidemark.journal;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableDirectByteBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The bytes of a record, little-endian, version 1.
 *
 * <pre>
 *  0        1        2                 4                                   8
 *  +--------+--------+-----------------+-----------------------------------+
 *  |version | kind   | header length   | length of the whole record        |
 *  +--------+--------+-----------------+-----------------------------------+  8
 *  | record number: 0, 1, 2, … without a hole                              |
 *  +-----------------------------------------------------------------------+ 16
 *  | timestamp, in the job's unit                                          |
 *  +-----------------------------------------------------------------------+ 24
 *  | arrival, ns since the epoch                                           |
 *  +-----------------------------------------------------------------------+ 32
 *  | watermark, in the job's unit                                          |
 *  +-----------------------------------------------------------------------+ 40
 *  | line, or another position in the source                               |
 *  +-----------------------------------------------------------------------+ 48
 *  | the source's own record number                                        |
 *  +-----------------------------------+-----------------------------------+ 56
 *  | length of window                  | length of partition               |
 *  +-----------------------------------+-----------------------------------+ 64
 *  | length of key                     | length of reason                  |
 *  +-----------------------------------+-----------------------------------+ 72
 *  | length of event                   | 1 + missed windows, 0: not said   |
 *  +-----------------------------------+-----------------------------------+ 80 = header length
 *  | window, partition, key, reason, event: one after the other, unpadded  |
 *  | then zeros, so that the record's length is a multiple of 8            |
 *  |                                   +-----------------------------------+
 *  |                                   | CRC32C of all bytes before it     |
 *  +-----------------------------------+-----------------------------------+
 * </pre>
 *
 * <p>A timestamp, arrival or watermark of -2^63 is none.
 *
 * <p>In every later version the first eight bytes and the CRC stay where they are, and fields may
 * be added to the header's end: a reader finds the texts by the header length.
 */
final class RecordLayout {
  static final int VERSION = 1;
  static final int HEADER_LENGTH = 80;
  static final int CRC_LENGTH = Integer.BYTES;
  static final int MIN_LENGTH = HEADER_LENGTH + 2 * CRC_LENGTH;

  /** So that the block that must hold it four times stays well within what Chronicle maps. */
  static final int MAX_LENGTH = 64 << 20;

  static final int NUMBER_OFFSET = 8;
  private static final int FIELD_LENGTHS_OFFSET = 56;

  /** Always 0 in the first releases, so that these do not say it. */
  private static final int MISSED_OFFSET = 76;

  private static final int ALIGNMENT = 8;
  private static final RecordField[] FIELDS = RecordField.values();

  private RecordLayout() {}

  /** How long the record will be, in bytes; beyond {@link #MAX_LENGTH} it cannot be encoded. */
  static long encodedLength(JournalRecord record) {
    long length = HEADER_LENGTH + CRC_LENGTH;
    for (RecordField field : FIELDS) {
      length += record.length(field);
    }
    return (length + ALIGNMENT - 1) & -ALIGNMENT;
  }

  /** Lays the record out from offset 0 on. */
  static void encode(
      JournalRecord record, int length, ExpandableDirectByteBuffer into, CRC32C crc) {
    into.checkLimit(length);
    into.putByte(0, (byte) VERSION);
    into.putByte(1, record.kind().code());
    into.putShort(2, (short) HEADER_LENGTH, LITTLE_ENDIAN);
    into.putInt(4, length, LITTLE_ENDIAN);
    into.putLong(NUMBER_OFFSET, record.number(), LITTLE_ENDIAN);
    into.putLong(16, record.timestamp(), LITTLE_ENDIAN);
    into.putLong(24, record.arrivalNs(), LITTLE_ENDIAN);
    into.putLong(32, record.watermark(), LITTLE_ENDIAN);
    into.putLong(40, record.line(), LITTLE_ENDIAN);
    into.putLong(48, record.sourceRecord(), LITTLE_ENDIAN);
    into.putInt(MISSED_OFFSET, record.missedWindows() + 1, LITTLE_ENDIAN);
    int end = encodeFields(record, into);
    int crcOffset = length - CRC_LENGTH;
    into.setMemory(end, crcOffset - end, (byte) 0);
    into.putInt(crcOffset, crcOf(into.byteBuffer(), crcOffset, crc), LITTLE_ENDIAN);
  }

  private static int encodeFields(JournalRecord record, MutableDirectBuffer into) {
    int at = HEADER_LENGTH;
    for (RecordField field : FIELDS) {
      int length = record.length(field);
      into.putInt(lengthOffset(field), length, LITTLE_ENDIAN);
      into.putBytes(at, record.buffer(), record.offset(field), length);
      at += length;
    }
    return at;
  }

  /**
   * Reads what is in the record's own bytes from offset 0 on.
   *
   * @param length how many bytes the queue says there are
   * @return null when all is well, else what is wrong
   */
  static String decode(JournalRecord record, int length, CRC32C crc) {
    ExpandableDirectByteBuffer from = record.ownBytes();
    if (length < MIN_LENGTH) {
      return "is " + length + " bytes long, expected at least " + MIN_LENGTH;
    }
    int crcOffset = length - CRC_LENGTH;
    if (from.getInt(crcOffset, LITTLE_ENDIAN) != crcOf(from.byteBuffer(), crcOffset, crc)) {
      return "fails its CRC32C";
    }
    if (from.getInt(4, LITTLE_ENDIAN) != length) {
      return "says it is " + from.getInt(4, LITTLE_ENDIAN) + " bytes long, found " + length;
    }
    if (from.getByte(0) != VERSION) {
      return "has format version " + from.getByte(0) + ", this release reads " + VERSION;
    }
    return decodeValid(record, from, length);
  }

  private static String decodeValid(JournalRecord record, DirectBuffer from, int length) {
    RecordKind kind = RecordKind.ofCode(from.getByte(1));
    if (kind == null) {
      return "has kind " + from.getByte(1) + ", which this release does not know";
    }
    record.kind(kind);
    record.number(from.getLong(NUMBER_OFFSET, LITTLE_ENDIAN));
    record
        .timestamp(from.getLong(16, LITTLE_ENDIAN))
        .arrivalNs(from.getLong(24, LITTLE_ENDIAN))
        .watermark(from.getLong(32, LITTLE_ENDIAN))
        .line(from.getLong(40, LITTLE_ENDIAN))
        .sourceRecord(from.getLong(48, LITTLE_ENDIAN))
        .missedWindows(from.getInt(MISSED_OFFSET, LITTLE_ENDIAN) - 1);
    record.readInto(length);
    int at = from.getShort(2, LITTLE_ENDIAN);
    if (at < HEADER_LENGTH || at > length - CRC_LENGTH) {
      return "has a header of " + at + " bytes, expected at least " + HEADER_LENGTH;
    }
    for (RecordField field : FIELDS) {
      int fieldLength = from.getInt(lengthOffset(field), LITTLE_ENDIAN);
      if (fieldLength < 0 || fieldLength > length - CRC_LENGTH - at) {
        return "says its " + field + " is " + fieldLength + " bytes long, which does not fit";
      }
      record.placeRead(field, at, fieldLength);
      at += fieldLength;
    }
    return null;
  }

  private static int lengthOffset(RecordField field) {
    return FIELD_LENGTHS_OFFSET + Integer.BYTES * field.ordinal();
  }

  private static int crcOf(ByteBuffer bytes, int length, CRC32C crc) {
    crc.reset();
    crc.update(bytes.limit(length).position(0));
    return (int) crc.getValue();
  }
}
