package io.tidemark.files;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Reads CSV with a header. A field is quoted when its first character is {@code "}, and then {@code
 * ""} in it is a quote; blanks belong to a field; a quoted field may contain line breaks.
 *
 * <p>Bad rows: a quote inside an unquoted field, or text between a closing quote and the next comma
 * (the row ends at the end of that line); a quote never closed (the row is the rest of the input);
 * a number of fields other than the header's; bytes that are not UTF-8.
 *
 * <p>Cost: the bytes of a row are looked at once, eight at a time, and a second time by the UTF-8
 * check if one of them is beyond ASCII. Allocates only to grow with the longest row.
 */
public final class CsvReader implements RowReader {
  private final RowBuffer buffer;
  private final CsvFields fields = new CsvFields();
  private final CsvQuotes quotes;
  private final List<String> columns;

  private boolean bad;

  private CsvReader(RowBuffer buffer) throws IOException {
    this.buffer = buffer;
    this.quotes = new CsvQuotes(buffer, fields);
    this.columns = readHeader();
    fields.limitTo(columns.size());
  }

  private CsvReader(RowBuffer buffer, List<String> columns) {
    this.buffer = buffer;
    this.quotes = new CsvQuotes(buffer, fields);
    this.columns = List.copyOf(columns);
    fields.limitTo(columns.size());
  }

  /**
   * Opens the input and reads its header, the first line that is not empty.
   *
   * @throws UnusableFileException if there is no header or it is broken
   * @throws IOException if reading fails
   */
  public static CsvReader open(ByteInput input) throws IOException {
    return open(input, RowBuffer.DEFAULT_SIZE);
  }

  static CsvReader open(ByteInput input, int bufferSize) throws IOException {
    return new CsvReader(new RowBuffer(input, bufferSize));
  }

  /**
   * Reads rows that are whole already, all of them rows with these columns. One that goes on behind
   * its end is bad.
   */
  public static CsvReader of(WholeRows rows, List<String> columns) {
    return new CsvReader(new RowBuffer(rows, RowBuffer.SIZE_FOR_ONE_ROW), columns);
  }

  private List<String> readHeader() throws IOException {
    if (!advance()) {
      throw new UnusableFileException(
          buffer.name() + ": no header; expected a first line with the names of the columns");
    }
    if (bad) {
      throw new UnusableFileException(
          buffer.name()
              + ": line "
              + buffer.line
              + ": the header is broken; expected the names of the columns as CSV in UTF-8");
    }
    List<String> names = new ArrayList<>();
    Slice name = new Slice();
    for (int i = 0; i < fields.count; i++) {
      fields.show(i, buffer, name);
      names.add(name.text());
    }
    return Collections.unmodifiableList(names);
  }

  /** The names of the columns as the header has them, in its order; a name may be there twice. */
  public List<String> columns() {
    return columns;
  }

  @Override
  public int column(String name, String setting) throws UnusableFileException {
    int index = columns.indexOf(name);
    if (index < 0) {
      throw new UnusableFileException(
          String.format(
              "%s: column '%s' is not in the header of %s; it has %s",
              setting, name, buffer.name(), columns));
    }
    if (index != columns.lastIndexOf(name)) {
      throw new UnusableFileException(
          String.format(
              "%s: column '%s' is more than once in the header of %s; expected it once",
              setting, name, buffer.name()));
    }
    return index;
  }

  @Override
  public boolean next() throws IOException {
    boolean there = advance();
    bad |= fields.count != columns.size();
    return there;
  }

  /** Goes to the next row that is not empty, of whatever number of fields. */
  private boolean advance() throws IOException {
    do {
      if (!buffer.startRow()) {
        return false;
      }
      fields.clear();
      quotes.clear();
      scan();
    } while (buffer.rowEnd == buffer.rowStart);
    bad = buffer.goesOn() || quotes.broken || (fields.beyondAscii && !isUtf8());
    return true;
  }

  private boolean isUtf8() {
    return Utf8.isValid(buffer.bytes, buffer.rowStart, buffer.rowEnd);
  }

  /**
   * Scans one row, which may be empty. The loop handles unquoted fields and leaves quotes to {@link
   * CsvQuotes}; {@code at} runs ahead of the marks it finds.
   */
  private void scan() throws IOException {
    byte[] bytes = buffer.bytes;
    int base = buffer.rowStart;
    int at = base;
    int start = base;
    long seen = 0;
    while (true) {
      long word = Swar.load(bytes, at);
      seen |= word;
      long marks = Swar.commaQuoteOrLineFeed(word);
      while (marks != 0) {
        int mark = at + (Long.numberOfTrailingZeros(marks) >>> 3);
        marks &= marks - 1;
        byte c = bytes[mark];
        if (c == ',') {
          fields.add(start - base, mark - base);
          start = mark + 1;
        } else if (c == '\n') {
          fields.seen(seen);
          endAtLineFeed(start, mark);
          return;
        } else {
          fields.seen(seen);
          int next = quotes.scan(start - base, mark - base);
          if (next == CsvQuotes.ROW_ENDED) {
            return;
          }
          bytes = buffer.bytes;
          base = buffer.rowStart;
          start = base + next;
          // The word is read anew from behind the quoted field, so the loop's step is undone.
          at = start - Long.BYTES;
          break;
        }
      }
      at += Long.BYTES;
      if (at >= buffer.limit) {
        int scanned = buffer.limit - base;
        int field = start - base;
        if (!buffer.more()) {
          fields.seen(seen);
          endAtInputEnd(field);
          return;
        }
        bytes = buffer.bytes;
        base = buffer.rowStart;
        at = base + scanned;
        start = base + field;
      }
    }
  }

  private void endAtLineFeed(int start, int mark) {
    boolean carriageReturn = mark > start && buffer.bytes[mark - 1] == '\r';
    int end = carriageReturn ? mark - 1 : mark;
    fields.add(start - buffer.rowStart, end - buffer.rowStart);
    buffer.endRow(end, mark + 1, quotes.lineBreaks + 1);
  }

  private void endAtInputEnd(int field) {
    int length = buffer.limit - buffer.rowStart;
    fields.add(field, length);
    buffer.endRow(buffer.limit, buffer.limit, quotes.lineBreaks);
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
    fields.show(column, buffer, into);
  }

  @Override
  public boolean nested(int column) {
    return false;
  }

  @Override
  public void close() throws IOException {
    buffer.close();
  }
}
