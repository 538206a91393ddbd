package io.tidemark.files;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Rows of a reader as plain values, for comparing. */
final class Rows {
  /** A row; {@code fields} is null for a bad one. Texts are ISO 8859-1: one char for each byte. */
  record Row(long line, String raw, List<String> fields) {
    static Row good(long line, String raw, String... fields) {
      return new Row(line, latin(raw), List.of(fields).stream().map(Rows::latin).toList());
    }

    static Row bad(long line, String raw) {
      return new Row(line, latin(raw), null);
    }
  }

  private Rows() {}

  /** The UTF-8 bytes of a text as chars. */
  static String latin(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  static String latin(Slice slice) {
    return new String(slice.bytes(), slice.start(), slice.length(), StandardCharsets.ISO_8859_1);
  }

  static List<Row> all(RowReader reader, int columns) throws IOException {
    List<Row> rows = new ArrayList<>();
    Slice slice = new Slice();
    while (reader.next()) {
      reader.row(slice);
      String raw = latin(slice);
      List<String> fields = null;
      if (!reader.bad()) {
        fields = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
          reader.field(i, slice);
          fields.add(latin(slice));
        }
      }
      rows.add(new Row(reader.line(), raw, fields));
    }
    return rows;
  }

  static ByteInput input(byte[] bytes) {
    return ByteInput.of(new ByteArrayInputStream(bytes), "test.csv");
  }

  /** An input that hands out 1 to {@code most} bytes at a time, as a pipe may. */
  static ByteInput trickle(byte[] bytes, int most, long seed) {
    Random random = new Random(seed);
    InputStream in =
        new ByteArrayInputStream(bytes) {
          @Override
          public synchronized int read(byte[] into, int offset, int length) {
            return super.read(into, offset, Math.min(length, 1 + random.nextInt(most)));
          }
        };
    return ByteInput.of(in, "test.csv");
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
