package io.tidemark.output;

import io.tidemark.aggregate.Column;
import io.tidemark.aggregate.ColumnType;
import java.math.BigDecimal;
import java.util.List;

/** Raw bits as the values of columns. */
final class Values {
  /** Up to this, and down to its negative, every long is a double. */
  private static final long EXACT = 1L << 53;

  /** Up to the largest scale; up to 10^22 they are exact. */
  private static final double[] POWERS_OF_TEN = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18
  };

  private Values() {}

  /** As a double; of a long or a decimal the nearest one. */
  static double doubleValue(Column column, long bits) {
    return switch (column.type()) {
      case LONG -> (double) bits;
      case DOUBLE -> Double.longBitsToDouble(bits);
      case DECIMAL -> nearest(bits, column.scale());
    };
  }

  /** Appends each column's name and value. */
  static void append(StringBuilder text, List<Column> columns, long[] values) {
    for (int i = 0; i < columns.size(); i++) {
      text.append(' ').append(columns.get(i).name()).append('=');
      if (columns.get(i).type() == ColumnType.LONG) {
        text.append(values[i]);
      } else {
        text.append(doubleValue(columns.get(i), values[i]));
      }
    }
  }

  private static double nearest(long unscaled, int scale) {
    if (unscaled >= -EXACT && unscaled <= EXACT) {
      // Both are exact, so the quotient is rounded once: to the nearest double.
      return unscaled / POWERS_OF_TEN[scale];
    }
    return BigDecimal.valueOf(unscaled, scale).doubleValue();
  }
}
