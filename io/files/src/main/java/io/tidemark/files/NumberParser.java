package io.tidemark.files;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;

/**
 * Parses numbers from bytes by the strict grammars of {@link ValueType}. A method that returns true
 * has set {@link #bits}. Nothing allocates, but for doubles of very many digits.
 */
final class NumberParser {
  static final long[] POWERS_OF_TEN = new long[ValueType.MAX_SCALE + 1];

  private static final double[] EXACT_POWERS_OF_TEN = new double[23];

  static {
    POWERS_OF_TEN[0] = 1;
    for (int i = 1; i < POWERS_OF_TEN.length; i++) {
      POWERS_OF_TEN[i] = 10 * POWERS_OF_TEN[i - 1];
    }
    EXACT_POWERS_OF_TEN[0] = 1;
    for (int i = 1; i < EXACT_POWERS_OF_TEN.length; i++) {
      EXACT_POWERS_OF_TEN[i] = 10 * EXACT_POWERS_OF_TEN[i - 1];
    }
  }

  /**
   * Exponents beyond this are infinite or zero whatever the digits: it only has to not overflow.
   */
  private static final int EXPONENT_CAP = 1 << 28;

  /** As many digits always fit in 63 bits. */
  private static final int SAFE_DIGITS = 18;

  private static final long MAX_EXACT_INTEGER = 1L << 53;

  private byte[] bytes;
  private int at;
  private int end;
  private long bits;

  /** What was parsed last: a long, a scaled decimal, or the raw bits of a double. */
  long bits() {
    return bits;
  }

  boolean parse(ValueType.Kind kind, int scale, Slice text) {
    switch (kind) {
      case LONG:
        return parseLong(text);
      case DECIMAL:
        return parseDecimal(text, scale);
      default:
        return parseDouble(text);
    }
  }

  boolean parseLong(Slice text) {
    return parseDecimal(text, 0);
  }

  /** With a scale of 0 this is the grammar of a long, too. */
  boolean parseDecimal(Slice text, int scale) {
    start(text);
    boolean negative = take('-');
    int first = at;
    if (!integer() || at == first) {
      return false;
    }
    int missing = scale;
    if (at < end) {
      if (scale == 0 || !take('.')) {
        return false;
      }
      int point = at;
      int most = Math.min(end, point + scale);
      while (at < most && digit(bytes[at]) && append(bytes[at] - '0')) {
        at++;
      }
      if (at < end || at == point) {
        return false;
      }
      missing -= at - point;
    }
    return scaleUp(missing) && sign(negative);
  }

  private void start(Slice text) {
    bytes = text.bytes();
    at = text.start();
    end = at + text.length();
    bits = 0;
  }

  private boolean take(char c) {
    if (at < end && bytes[at] == c) {
      at++;
      return true;
    }
    return false;
  }

  /** Takes a sign if there is one; true for minus. */
  private boolean takeSign() {
    boolean negative = take('-');
    if (!negative) {
      take('+');
    }
    return negative;
  }

  private static boolean digit(byte b) {
    return b >= '0' && b <= '9';
  }

  /**
   * Reads digits into {@link #bits}, negated (there is one more negative long); false if too many.
   */
  private boolean integer() {
    if (end - at >= Long.BYTES) {
      long word = Swar.load(bytes, at);
      if (Swar.eightDigits(word)) {
        bits = -Swar.eightDigitValue(word);
        at += Long.BYTES;
      }
    }
    while (at < end && digit(bytes[at])) {
      if (!append(bytes[at] - '0')) {
        return false;
      }
      at++;
    }
    return true;
  }

  private boolean append(int digit) {
    if (bits < Long.MIN_VALUE / 10) {
      return false;
    }
    long tenfold = bits * 10;
    bits = tenfold - digit;
    return bits <= tenfold;
  }

  private boolean scaleUp(int digits) {
    long power = POWERS_OF_TEN[digits];
    if (bits < Long.MIN_VALUE / power) {
      return false;
    }
    bits *= power;
    return true;
  }

  private boolean sign(boolean negative) {
    if (negative) {
      return true;
    }
    bits = -bits;
    return bits != Long.MIN_VALUE;
  }

  /**
   * Few digits and a small exponent are one exact multiplication or division (Clinger, "How to Read
   * Floating Point Numbers Accurately", 1990); the rest goes to a library that rounds correctly.
   */
  boolean parseDouble(Slice text) {
    start(text);
    boolean negative = takeSign();
    int digits = digits();
    int fraction = 0;
    if (take('.')) {
      fraction = digits();
    }
    if (digits + fraction == 0) {
      return false;
    }
    int exponent = 0;
    if (at < end) {
      if (!take('e') && !take('E')) {
        return false;
      }
      boolean down = takeSign();
      int first = at;
      exponent = exponent();
      if (at == first || at < end) {
        return false;
      }
      exponent = down ? -exponent : exponent;
    }
    double value = exact(digits + fraction, exponent - fraction);
    if (Double.isNaN(value)) {
      value = JavaDoubleParser.parseDouble(bytes, text.start(), text.length());
    } else if (negative) {
      value = -value;
    }
    bits = Double.doubleToRawLongBits(value);
    return Double.isFinite(value);
  }

  /** Reads digits, appends them to {@link #bits} (which may overflow) and returns how many. */
  private int digits() {
    int first = at;
    while (at < end && digit(bytes[at])) {
      bits = 10 * bits + (bytes[at] - '0');
      at++;
    }
    return at - first;
  }

  private int exponent() {
    int value = 0;
    while (at < end && digit(bytes[at])) {
      value = Math.min(10 * value + (bytes[at] - '0'), EXPONENT_CAP / 10);
      at++;
    }
    return value;
  }

  private double exact(int digits, int exponent) {
    if (digits > SAFE_DIGITS || bits > MAX_EXACT_INTEGER) {
      return Double.NaN;
    }
    if (exponent >= 0 && exponent < EXACT_POWERS_OF_TEN.length) {
      return bits * EXACT_POWERS_OF_TEN[exponent];
    }
    if (exponent < 0 && exponent > -EXACT_POWERS_OF_TEN.length) {
      return bits / EXACT_POWERS_OF_TEN[-exponent];
    }
    return Double.NaN;
  }
}
