package io.tidemark.process;

/** A row on its way out. Columns that are not set since the last {@link #emit} are 0. */
public interface ProcessOutput {
  /**
   * Sets a column.
   *
   * @param column its number, from 0
   * @param value the integer, or the unscaled value of a decimal
   * @throws IllegalArgumentException where the column is of doubles
   */
  ProcessOutput setLong(int column, long value);

  /**
   * Sets a column.
   *
   * @param column its number, from 0
   * @throws IllegalArgumentException where the column is not of doubles
   */
  ProcessOutput setDouble(int column, double value);

  /** Emits the row: it is handed out when the function has returned. */
  void emit();
}
