package io.tidemark.files;

import java.io.Closeable;
import java.io.IOException;

/**
 * Reads an input row by row. One row is current at a time; what {@link #row} and {@link #field}
 * show of it is valid until the next call of {@link #next()}.
 *
 * <p>Empty lines are no rows. Lines end with LF or CRLF; a CR anywhere else is a character as
 * others. For one thread.
 */
public interface RowReader extends Closeable {
  /**
   * The index by which {@link #field} knows a column. To be called before the first {@link
   * #next()}.
   *
   * @param setting what named the column, for messages: {@code input.key}
   * @throws UnusableFileException if the input has a header and the column is not in it, or twice
   */
  int column(String name, String setting) throws UnusableFileException;

  /**
   * Goes to the next row; false at the end of the input. Blocks only while no whole row has
   * arrived.
   *
   * @throws IOException if reading fails; the message names the input
   */
  boolean next() throws IOException;

  /**
   * Whether the current row is no row of the format: it has its text and its line, and no fields.
   */
  boolean bad();

  /** The line, from 1, on which the current row starts. */
  long line();

  /** Shows the current row as it stands in the input, without its line end; also of a bad row. */
  void row(Slice into);

  /**
   * Shows a field of the current row as text, without its quotes and escapes. Not for bad rows.
   * Without allocation in steady state.
   */
  void field(int column, Slice into);

  /**
   * Whether the field holds a structure (an object or an array) and so has no text. Only JSON has
   * such.
   */
  boolean nested(int column);
}
