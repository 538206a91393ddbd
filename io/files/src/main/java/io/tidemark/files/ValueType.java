package io.tidemark.files;

/**
 * How a column writes a number: {@link #LONG}, {@link #DOUBLE} or {@link #decimal}.
 *
 * @param kind the grammar, and what the decoded bits are
 * @param scale digits behind the point of a decimal; 0 otherwise
 */
public record ValueType(Kind kind, int scale) {
  /** {@code -?[0-9]+} within 64 bits. */
  public static final ValueType LONG = new ValueType(Kind.LONG, 0);

  /** {@code [-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?}, finite, rounded correctly. */
  public static final ValueType DOUBLE = new ValueType(Kind.DOUBLE, 0);

  /** The largest scale: ten to its power fits in 64 bits. */
  public static final int MAX_SCALE = 18;

  /** The three ways to write a number. */
  public enum Kind {
    /** Decoded to itself. */
    LONG,
    /** Decoded to its raw bits, as {@link Double#doubleToRawLongBits} gives them. */
    DOUBLE,
    /** Decoded to its value times ten to the power of the scale. */
    DECIMAL
  }

  /** Checks the scale. */
  public ValueType {
    if (scale < 0 || scale > MAX_SCALE) {
      throw new IllegalArgumentException(
          "decimal(" + scale + "): expected a scale from 0 to " + MAX_SCALE);
    }
  }

  /** {@code -?[0-9]+(\.[0-9]{1,scale})?}, within 64 bits when scaled. */
  public static ValueType decimal(int scale) {
    return new ValueType(Kind.DECIMAL, scale);
  }
}
