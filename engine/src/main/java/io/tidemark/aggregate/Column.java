package io.tidemark.aggregate;

import static java.util.Objects.requireNonNull;

/**
 * A named, typed column of a result.
 *
 * @param name the name; of one aggregate's columns, an ending to put behind the aggregate's name
 * @param type the type
 * @param scale the digits after the point of a {@link ColumnType#DECIMAL}; 0 for the others
 */
public record Column(String name, ColumnType type, int scale) {
  /** The largest scale of a decimal: 10^18 is the largest power of ten in 64 bits. */
  public static final int MAX_SCALE = 18;

  /** Validates the parts. */
  public Column {
    requireNonNull(name, "column name");
    requireNonNull(type, "column type");
    int largest = type == ColumnType.DECIMAL ? MAX_SCALE : 0;
    if (scale < 0 || scale > largest) {
      throw new IllegalArgumentException(
          "column " + name + ": scale " + scale + "; expected 0 to " + largest + " for " + type);
    }
  }

  /** A column of 64-bit integers. */
  public static Column ofLong(String name) {
    return new Column(name, ColumnType.LONG, 0);
  }

  /** A column of doubles. */
  public static Column ofDouble(String name) {
    return new Column(name, ColumnType.DOUBLE, 0);
  }

  /** The same column under another name. */
  public Column named(String newName) {
    return new Column(newName, type, scale);
  }
}
