package io.tidemark.cli.expression;

import io.tidemark.files.Slice;

/** What expressions read of a row, by the numbers of the columns that they named. */
public interface RowValues {
  /** A number: a long, a scaled decimal, or the bits of a double. */
  long number(int column);

  /** A text. */
  Slice text(int column);
}
