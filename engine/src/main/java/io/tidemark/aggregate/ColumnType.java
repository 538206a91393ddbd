package io.tidemark.aggregate;

/** The type of a value read from an event, or of a result. */
public enum ColumnType {
  /** A signed 64-bit integer. */
  LONG,
  /** A 64-bit floating-point number, kept as its raw bits. */
  DOUBLE,
  /** A signed 64-bit integer that counts units of 10^-scale. */
  DECIMAL
}
