package io.tidemark.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.files.CsvOutput;
import io.tidemark.files.Slice;
import io.tidemark.journal.EventEncoder;
import io.tidemark.time.SlotKind;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.agrona.MutableDirectBuffer;

/**
 * The row of an event as the files of late and rejected rows have it: good CSV with quotes only
 * where they are needed, all else as it stands, bytes that are not UTF-8 replaced. Allocates for
 * rejected rows beyond ASCII only.
 */
final class RowEncoder implements EventEncoder<FileEvent> {
  private final boolean csv;
  private final Line line = new Line();
  private final CsvOutput fields = CsvOutput.to(line, "a record of the journal");
  private final Slice row = new Slice();

  /** For rows of CSV, or of JSON. */
  RowEncoder(boolean csv) {
    this.csv = csv;
  }

  @Override
  public int encode(FileEvent event, MutableDirectBuffer buffer, int offset) {
    event.row(row);
    boolean good = event.kind() == SlotKind.EVENT;
    if (good && csv) {
      return encodeFields(buffer, offset);
    }
    if (!good && !isAscii(row)) {
      byte[] repaired = row.text().getBytes(UTF_8);
      row.set(repaired, 0, repaired.length);
    }
    buffer.putBytes(offset, row.bytes(), row.start(), row.length());
    return row.length();
  }

  private int encodeFields(MutableDirectBuffer buffer, int offset) {
    try {
      line.length = 0;
      fields.rowFields(row).endLine().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int length = line.length - 1;
    buffer.putBytes(offset, line.bytes, 0, length);
    return length;
  }

  private static boolean isAscii(Slice text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.bytes()[text.start() + i] < 0) {
        return false;
      }
    }
    return true;
  }

  /** A line as bytes, used again and again. */
  private static final class Line extends OutputStream {
    private byte[] bytes = new byte[256];
    private int length;

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int start, int count) {
      if (count > bytes.length - length) {
        bytes = Arrays.copyOf(bytes, Math.max(length + count, 2 * bytes.length));
      }
      System.arraycopy(from, start, bytes, length, count);
      length += count;
    }
  }
}
