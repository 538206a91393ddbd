package io.tidemark.files;

/** Writes integers and scaled decimals as ASCII, without allocation. */
final class DecimalText {
  private DecimalText() {}

  /**
   * Writes {@code scaled} times ten to the power of minus {@code scale} with exactly that many
   * digits behind the point; returns the end. Takes at most 21 bytes.
   */
  static int write(long scaled, int scale, byte[] into, int at) {
    int from = at;
    // Negative numbers are the larger half: the least long has no positive counterpart.
    long rest = scaled > 0 ? -scaled : scaled;
    if (scaled < 0) {
      into[from++] = '-';
    }
    int digits = Math.max(digits(rest), scale + 1);
    int end = from + digits + (scale > 0 ? 1 : 0);
    int to = end;
    for (int i = 0; i < digits; i++) {
      if (i == scale && scale > 0) {
        into[--to] = '.';
      }
      long tenth = rest / 10;
      into[--to] = (byte) ('0' + (tenth * 10 - rest));
      rest = tenth;
    }
    return end;
  }

  private static int digits(long negative) {
    int digits = 1;
    for (long rest = negative / 10; rest != 0; rest /= 10) {
      digits++;
    }
    return digits;
  }
}
