package io.tidemark.files;

import java.io.Closeable;
import java.io.IOException;

/**
 * Rows that somebody else keeps one by one, such as the records of a journal: each is a row whole,
 * whatever line breaks and open quotes are in it. {@link CsvReader} and {@link JsonlReader} cut
 * them into fields. For one thread.
 */
public interface WholeRows extends Closeable {
  /** What messages call it. */
  String name();

  /**
   * Goes to the next row; false at the end.
   *
   * @throws IOException if reading fails; the message names the input
   */
  boolean next() throws IOException;

  /**
   * Shows the row; a line end at its end is none of it. Valid until the next call of {@link
   * #next()}.
   */
  void row(Slice into);

  /** What {@link RowReader#line()} is to tell of the row. */
  long line();
}
