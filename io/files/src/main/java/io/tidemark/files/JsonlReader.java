package io.tidemark.files;

import java.io.IOException;

/**
 * Reads JSON lines: one object a line. A field's text is that of a string, or a number, {@code
 * true} or {@code false} as written ({@code 1e3} stays {@code 1e3}); a missing or null field is an
 * empty text. An object or array as a field is {@link #nested} and shows as an empty text too.
 *
 * <p>Bad rows: what is not one JSON object (RFC 8259, strictly) with nothing but blanks around it;
 * an object, at any depth, that has a name twice; bytes that are not UTF-8; an asked-for string
 * with half a surrogate pair, which no UTF-8 can write.
 *
 * <p>Cost: one pass of Jackson over each row. A good row allocates for the check of repeated names
 * only; a bad one an exception and a new parser.
 */
public final class JsonlReader implements RowReader {
  private final RowBuffer buffer;
  private final JsonFields fields = new JsonFields();
  private final JsonObjectParser parser = new JsonObjectParser(fields);

  private boolean bad;

  private JsonlReader(RowBuffer buffer) {
    this.buffer = buffer;
  }

  /** Reads the input; nothing is read before the first {@link #next()}. */
  public static JsonlReader open(ByteInput input) {
    return open(input, RowBuffer.DEFAULT_SIZE);
  }

  static JsonlReader open(ByteInput input, int bufferSize) {
    return new JsonlReader(new RowBuffer(input, bufferSize));
  }

  /** Reads rows that are whole already; one with a line break in it is bad. */
  public static JsonlReader of(WholeRows rows) {
    return new JsonlReader(new RowBuffer(rows, RowBuffer.SIZE_FOR_ONE_ROW));
  }

  /** {@inheritDoc} JSON lines have no header: a name that no row has is an empty field in each. */
  @Override
  public int column(String name, String setting) {
    return fields.column(name);
  }

  @Override
  public boolean next() throws IOException {
    do {
      if (!buffer.startRow()) {
        return false;
      }
      scanLine();
    } while (buffer.rowEnd == buffer.rowStart);
    fields.clear();
    bad =
        buffer.goesOn()
            || !Utf8.isValid(buffer.bytes, buffer.rowStart, buffer.rowEnd)
            || !parser.parse(buffer.bytes, buffer.rowStart, buffer.rowEnd);
    return true;
  }

  /** Finds the end of the line, which may be empty. */
  private void scanLine() throws IOException {
    int at = 0;
    while (at < buffer.limit - buffer.rowStart || buffer.more()) {
      long marks = Swar.lineFeed(Swar.load(buffer.bytes, buffer.rowStart + at));
      if (marks != 0) {
        endLine(buffer.rowStart + at + (Long.numberOfTrailingZeros(marks) >>> 3));
        return;
      }
      at = Math.min(at + Long.BYTES, buffer.limit - buffer.rowStart);
    }
    buffer.endRow(buffer.limit, buffer.limit, 0);
  }

  private void endLine(int lineFeed) {
    boolean carriageReturn = lineFeed > buffer.rowStart && buffer.bytes[lineFeed - 1] == '\r';
    buffer.endRow(carriageReturn ? lineFeed - 1 : lineFeed, lineFeed + 1, 1);
  }

  @Override
  public boolean bad() {
    return bad;
  }

  @Override
  public long line() {
    return buffer.line;
  }

  @Override
  public void row(Slice into) {
    into.set(buffer.bytes, buffer.rowStart, buffer.rowEnd - buffer.rowStart);
  }

  @Override
  public void field(int column, Slice into) {
    fields.show(column, into);
  }

  @Override
  public boolean nested(int column) {
    return fields.nested(column);
  }

  @Override
  public void close() throws IOException {
    parser.close();
    buffer.close();
  }
}
