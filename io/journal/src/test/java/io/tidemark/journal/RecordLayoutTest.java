package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.journal.Samples.Expected;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.CRC32C;
import org.agrona.ExpandableDirectByteBuffer;
import org.junit.jupiter.api.Test;

class RecordLayoutTest {
  private static final long SEED = 20_261_130;
  private static final ByteOrder LE = ByteOrder.LITTLE_ENDIAN;

  // Format version 1, its CRC computed by another program; later releases must still read it.
  private static final String VERSION_1 =
      "01 02 5000 88000000"
          + "2a00000000000000 e803000000000000 0700000000000000 f4ffffffffffffff"
          + "0300000000000000 0900000000000000"
          + "02000000 01000000 03000000 07000000 26000000 00000000"
          + "7731 70 6bc3a9 6261642d726f77"
          + "666f7572207465656e20616e6420736576656e207965617273206f6c642c2062797465732e2e"
          + "00 a4cf5e34";

  private final CRC32C crc = new CRC32C();
  private final ExpandableDirectByteBuffer encoded = new ExpandableDirectByteBuffer(16);

  @Test
  void shouldReadBackWhatItWrote() {
    Random random = new Random(SEED);
    JournalRecord record = new JournalRecord();
    JournalRecord back = new JournalRecord();
    for (int i = 0; i < 5_000; i++) {
      Expected expected = Samples.random(random, record, 300);
      record.number(random.nextLong());
      int length = encode(record);

      assertThat(length % 8).isZero();
      assertThat(decode(back, length)).as("seed %d, record %d", SEED, i).isNull();
      assertThat(Expected.of(back)).as("seed %d, record %d", SEED, i).isEqualTo(expected);
      assertThat(back.number()).isEqualTo(record.number());
    }
  }

  @Test
  void shouldNoticeEveryFlippedBit() {
    JournalRecord back = new JournalRecord();
    int length = encode(Samples.numbered(new JournalRecord(), 77, 41));
    for (int bit = 0; bit < length * 8; bit++) {
      flip(bit);
      assertThat(decode(back, length)).as("bit %d", bit).isNotNull();
      flip(bit);
    }
    assertThat(decode(back, length)).isNull();
  }

  @Test
  void shouldNoticeEveryWrongLength() {
    JournalRecord back = new JournalRecord();
    int length = encode(Samples.numbered(new JournalRecord(), 77, 41));
    encoded.setMemory(length, 64, (byte) 0);
    for (int wrong = 0; wrong <= length + 64; wrong++) {
      if (wrong != length) {
        assertThat(decode(back, wrong)).as("length %d", wrong).isNotNull();
      }
    }
  }

  @Test
  void shouldNoticeARecordOfZeros() {
    encoded.setMemory(0, 256, (byte) 0);

    assertThat(decode(new JournalRecord(), 256)).contains("CRC32C");
  }

  @Test
  void shouldSayWhichVersionItCannotRead() {
    int length = encode(Samples.numbered(new JournalRecord(), 1, 5));
    encoded.putByte(0, (byte) 2);
    seal(length);

    assertThat(decode(new JournalRecord(), length))
        .isEqualTo("has format version 2, this release reads 1");
  }

  @Test
  void shouldRefuseAFieldLongerThanItsRecord() {
    int length = encode(Samples.numbered(new JournalRecord(), 1, 5));
    encoded.putInt(64, Integer.MAX_VALUE, LE);
    seal(length);

    assertThat(decode(new JournalRecord(), length)).contains("KEY").contains("2147483647");
  }

  @Test
  void shouldReadFieldsBehindALongerHeader() {
    JournalRecord record = new JournalRecord().window("w").event(buffer(9), 0, 9);
    int length = encode(record);
    encoded.putBytes(88, encoded, 80, length - 80);
    encoded.putShort(2, (short) 88, LE);
    encoded.putInt(4, length + 8, LE);
    seal(length + 8);

    JournalRecord back = new JournalRecord();
    assertThat(decode(back, length + 8)).isNull();
    assertThat(Expected.of(back)).isEqualTo(Expected.of(record));
  }

  @Test
  void shouldLayBytesOutAsDrawn() {
    byte[] event = Samples.utf8("four teen and seven years old, bytes..");
    JournalRecord record =
        new JournalRecord()
            .kind(RecordKind.REJECTED)
            .timestamp(1_000)
            .arrivalNs(7)
            .watermark(-12)
            .line(3)
            .sourceRecord(9)
            .window("w1")
            .partition("p")
            .key("ké")
            .reason("bad-row")
            .set(RecordField.EVENT, event, 0, event.length);
    record.number(42);
    int length = encode(record);

    assertThat(decode(new JournalRecord(), length)).isNull();
    byte[] bytes = Utf8.bytes(encoded, 0, length);
    assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(VERSION_1.replace(" ", ""));
  }

  @Test
  void shouldSayHowManyWindowsWereMissedWhereTheFirstReleasesWroteZero() {
    JournalRecord back = new JournalRecord().missedWindows(7);
    byte[] first = HexFormat.of().parseHex(VERSION_1.replace(" ", ""));
    encoded.putBytes(0, first);
    assertThat(decode(back, first.length)).isNull();
    assertThat(back.missedWindows()).isEqualTo(JournalRecord.NOT_COUNTED);

    int length = encode(new JournalRecord().missedWindows(3));
    assertThat(encoded.getInt(76, LE)).isEqualTo(4);
    assertThat(decode(back, length)).isNull();
    assertThat(back.missedWindows()).isEqualTo(3);
    assertThat(decode(back, encode(new JournalRecord().missedWindows(0)))).isNull();
    assertThat(back.missedWindows()).isZero();
  }

  private static ExpandableDirectByteBuffer buffer(int length) {
    ExpandableDirectByteBuffer buffer = new ExpandableDirectByteBuffer(length);
    buffer.setMemory(0, length, (byte) 'x');
    return buffer;
  }

  private int encode(JournalRecord record) {
    int length = (int) RecordLayout.encodedLength(record);
    RecordLayout.encode(record, length, encoded, crc);
    return length;
  }

  private String decode(JournalRecord into, int length) {
    into.ownBytes().putBytes(0, encoded, 0, length);
    return RecordLayout.decode(into, length, crc);
  }

  private void flip(int bit) {
    encoded.putByte(bit / 8, (byte) (encoded.getByte(bit / 8) ^ 1 << bit % 8));
  }

  private void seal(int length) {
    CRC32C sum = new CRC32C();
    sum.update(Utf8.bytes(encoded, 0, length - 4));
    encoded.putInt(length - 4, (int) sum.getValue(), LE);
  }
}
