package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class JournalRecordTest {
  private final JournalRecord record = new JournalRecord();

  @Test
  void shouldKeepTheLastValueOfAFieldSetTwice() {
    record
        .key("first")
        .window("w")
        .key("second one, longer")
        .event(new UnsafeBuffer(new byte[3]), 0, 3);

    assertThat(record.key()).isEqualTo("second one, longer");
    assertThat(record.window()).isEqualTo("w");
    assertThat(record.bytes(RecordField.EVENT)).containsExactly(0, 0, 0);
  }

  @Test
  void shouldForgetEverythingOnClear() {
    Samples.numbered(record, 12, 30);

    record.clear();

    assertThat(Samples.Expected.of(record)).isEqualTo(Samples.Expected.of(new JournalRecord()));
  }

  @Test
  void shouldKeepKeysThatAreNotText() {
    byte[] key = {(byte) 0xFF, 0, 'a', (byte) 0xC3};

    record.key(new UnsafeBuffer(key), 1, 3);

    assertThat(record.bytes(RecordField.KEY)).containsExactly(0, 'a', (byte) 0xC3);
  }

  @Test
  void shouldEncodeAndDecodeAnEventWithItsCodec() {
    Point back = new Point();

    record.window("w").event(new PointCodec(), new Point(3, -4)).key("k");
    record.decodeEvent(new PointCodec(), back);

    assertThat(back.x).isEqualTo(3);
    assertThat(back.y).isEqualTo(-4);
    assertThat(record.length(RecordField.EVENT)).isEqualTo(16);
    assertThat(record.key()).isEqualTo("k");
  }

  @Test
  void shouldKeepItsFieldsWhenACodecThrows() {
    record.key("k").event(new PointCodec(), new Point(1, 2));

    assertThatThrownBy(() -> record.event(new PointCodec(), null))
        .isInstanceOf(NullPointerException.class);

    Point back = new Point();
    record.decodeEvent(new PointCodec(), back);
    assertThat(back.y).isEqualTo(2);
    assertThat(record.key()).isEqualTo("k");
  }

  static final class Point {
    long x;
    long y;

    Point() {}

    Point(long x, long y) {
      this.x = x;
      this.y = y;
    }
  }

  static final class PointCodec implements EventCodec<Point> {
    @Override
    public int encode(Point event, MutableDirectBuffer buffer, int offset) {
      buffer.putLong(offset, 99);
      buffer.putLong(offset, event.x);
      buffer.putLong(offset + 8, event.y);
      return 16;
    }

    @Override
    public void decode(DirectBuffer buffer, int offset, int length, Point into) {
      into.x = buffer.getLong(offset);
      into.y = buffer.getLong(offset + 8);
    }
  }
}
