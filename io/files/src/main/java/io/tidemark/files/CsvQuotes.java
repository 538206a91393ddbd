package io.tidemark.files;

import java.io.IOException;

/**
 * Scans what has to do with quotes in a CSV row: quoted fields, and rows that quotes have broken.
 */
final class CsvQuotes {
  /** What {@link #scan} returns when the row has ended. */
  static final int ROW_ENDED = -1;

  private static final int END = -1;

  private final RowBuffer buffer;
  private final CsvFields fields;

  /** Line breaks inside the current row. */
  long lineBreaks;

  /** Whether a quote has broken the current row. */
  boolean broken;

  CsvQuotes(RowBuffer buffer, CsvFields fields) {
    this.buffer = buffer;
    this.fields = fields;
  }

  void clear() {
    lineBreaks = 0;
    broken = false;
  }

  /**
   * Scans on from a quote. Positions are relative to the row's start, also the result.
   *
   * @param field where the field starts that the quote is in
   * @return where the next field starts, or {@link #ROW_ENDED}
   */
  int scan(int field, int quote) throws IOException {
    if (quote != field) {
      return skipLine(quote + 1);
    }
    boolean doubled = false;
    int close = closingQuote(quote + 1);
    while (close != END) {
      int after = byteAt(close + 1);
      if (after != '"') {
        return endField(quote + 1, close, doubled, after);
      }
      doubled = true;
      close = closingQuote(close + 2);
    }
    return endUnclosed();
  }

  private int endField(int start, int close, boolean doubled, int after) throws IOException {
    if (doubled) {
      fields.addDoubled(start, close);
    } else {
      fields.add(start, close);
    }
    if (after == ',') {
      return close + 2;
    }
    if (after == END) {
      return endRow(close + 1, close + 1);
    }
    if (after == '\n') {
      lineBreaks++;
      return endRow(close + 1, close + 2);
    }
    if (after == '\r' && byteAt(close + 2) == '\n') {
      lineBreaks++;
      return endRow(close + 1, close + 3);
    }
    return skipLine(close + 1);
  }

  private int endRow(int end, int next) {
    buffer.endRow(buffer.rowStart + end, buffer.rowStart + next, lineBreaks);
    return ROW_ENDED;
  }

  /** The row is bad up to the end of the line that {@code from} is on. */
  private int skipLine(int from) throws IOException {
    broken = true;
    int at = from;
    while (at < buffer.limit - buffer.rowStart || buffer.more()) {
      long marks = Swar.lineFeed(Swar.load(buffer.bytes, buffer.rowStart + at));
      if (marks != 0) {
        int lineFeed = at + (Long.numberOfTrailingZeros(marks) >>> 3);
        lineBreaks++;
        return endRow(lineFeed - carriageReturnBefore(lineFeed), lineFeed + 1);
      }
      at = Math.min(at + Long.BYTES, buffer.limit - buffer.rowStart);
    }
    return endRow(at, at);
  }

  /** The row is the rest of the input, without the last line end. */
  private int endUnclosed() {
    broken = true;
    int length = buffer.limit - buffer.rowStart;
    int end = length;
    if (buffer.bytes[buffer.limit - 1] == '\n') {
      end = length - 1 - carriageReturnBefore(length - 1);
    }
    return endRow(end, length);
  }

  private int carriageReturnBefore(int lineFeed) {
    return buffer.bytes[buffer.rowStart + lineFeed - 1] == '\r' ? 1 : 0;
  }

  /** The next quote from a position inside a quoted field on; counts the line breaks before it. */
  private int closingQuote(int from) throws IOException {
    int at = from;
    while (at < buffer.limit - buffer.rowStart || buffer.more()) {
      long word = Swar.load(buffer.bytes, buffer.rowStart + at);
      fields.seen(word);
      for (long marks = Swar.quoteOrLineFeed(word); marks != 0; marks &= marks - 1) {
        int mark = at + (Long.numberOfTrailingZeros(marks) >>> 3);
        if (buffer.bytes[buffer.rowStart + mark] == '"') {
          return mark;
        }
        lineBreaks++;
      }
      at = Math.min(at + Long.BYTES, buffer.limit - buffer.rowStart);
    }
    return END;
  }

  private int byteAt(int position) throws IOException {
    while (position >= buffer.limit - buffer.rowStart) {
      if (!buffer.more()) {
        return END;
      }
    }
    return buffer.bytes[buffer.rowStart + position];
  }
}
