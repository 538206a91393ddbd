package io.tidemark.files;

import java.io.IOException;
import java.util.Arrays;

/**
 * The window onto an input that holds the current row whole. Both readers scan it; when they reach
 * its end, {@link #more} moves the row to the front, grows the array if the row fills it, and reads
 * on. Eight zero bytes follow the content, so that scanning by eights needs no special end: zero is
 * none of the bytes searched for.
 *
 * <p>Positions inside a row are kept relative to {@link #rowStart} by the readers: they survive the
 * move.
 */
final class RowBuffer {
  static final int DEFAULT_SIZE = 1 << 18;
  static final int SIZE_FOR_ONE_ROW = 1 << 12;

  private static final int PADDING = Long.BYTES;
  private static final int MAX_SIZE = Integer.MAX_VALUE - 16;

  /** Where the bytes come from; null where rows come whole. */
  private final ByteInput input;

  /** Where rows come from whole; null where they are cut from bytes. */
  private final WholeRows wholeRows;

  private final Slice wholeRow = new Slice();

  byte[] bytes;

  /** Where the content ends. Written by {@link #more} only. */
  int limit;

  /** Where the current row starts. Written by {@link #startRow} and {@link #more}. */
  int rowStart;

  /** Where the current row ends, without its line end. Written by {@link #endRow}. */
  int rowEnd;

  /** Where the next row starts. Written by {@link #endRow}. */
  private int nextRow;

  /** The line on which the current row starts, from 1. */
  long line = 1;

  private long nextLine = 1;
  private boolean ended;

  RowBuffer(ByteInput input, int size) {
    this.input = input;
    this.wholeRows = null;
    this.bytes = new byte[size + PADDING];
  }

  RowBuffer(WholeRows wholeRows, int size) {
    this.input = null;
    this.wholeRows = wholeRows;
    this.bytes = new byte[size + PADDING];
    // All there is of a row is there when it starts.
    this.ended = true;
  }

  String name() {
    return wholeRows == null ? input.name() : wholeRows.name();
  }

  /** Goes to where the next row starts; false at the end of the input. */
  boolean startRow() throws IOException {
    if (wholeRows != null) {
      return takeWholeRow();
    }
    rowStart = nextRow;
    line = nextLine;
    return rowStart < limit || more();
  }

  private boolean takeWholeRow() throws IOException {
    if (!wholeRows.next()) {
      return false;
    }
    wholeRows.row(wholeRow);
    int length = wholeRow.length();
    if (length > bytes.length - PADDING) {
      bytes = new byte[Math.max(length, Math.min(2 * length, MAX_SIZE - PADDING)) + PADDING];
    }
    System.arraycopy(wholeRow.bytes(), wholeRow.start(), bytes, 0, length);
    Arrays.fill(bytes, length, length + PADDING, (byte) 0);
    rowStart = 0;
    limit = length;
    line = wholeRows.line();
    return true;
  }

  /** Whether what should be one row goes on behind its end; then its end is put right. */
  boolean goesOn() {
    boolean goesOn = wholeRows != null && nextRow < limit;
    if (goesOn) {
      rowEnd = limit;
    }
    return goesOn;
  }

  /** Says where the current row ends and the next one starts, and how many lines lie between. */
  void endRow(int end, int next, long lines) {
    rowEnd = end;
    nextRow = next;
    nextLine = line + lines;
  }

  /**
   * Reads at least one more byte behind the content; false at the end of the input. Either way
   * {@link #bytes}, {@link #limit} and {@link #rowStart} may have changed.
   */
  boolean more() throws IOException {
    if (ended) {
      return false;
    }
    makeRoom();
    int n = input.read(bytes, limit, bytes.length - PADDING - limit);
    if (n <= 0) {
      ended = true;
      return false;
    }
    limit += n;
    Arrays.fill(bytes, limit, limit + PADDING, (byte) 0);
    return true;
  }

  private void makeRoom() throws IOException {
    if (limit < bytes.length - PADDING) {
      return;
    }
    int kept = limit - rowStart;
    boolean crowded = kept > (bytes.length - PADDING) / 2;
    byte[] target = crowded ? new byte[grownLength()] : bytes;
    System.arraycopy(bytes, rowStart, target, 0, kept);
    bytes = target;
    limit = kept;
    rowStart = 0;
    Arrays.fill(bytes, limit, limit + PADDING, (byte) 0);
  }

  private int grownLength() throws IOException {
    if (bytes.length >= MAX_SIZE) {
      throw new IOException(
          "cannot read " + name() + ": the row that starts on line " + line + " is beyond 2 GB");
    }
    return (int) Math.min(2L * bytes.length, MAX_SIZE);
  }

  void close() throws IOException {
    if (wholeRows == null) {
      input.close();
    } else {
      wholeRows.close();
    }
  }
}
