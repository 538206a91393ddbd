package io.tidemark.files;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Eight bytes at a time in a {@code long}. The searches are exact: each result has the high bit of
 * every byte that matches and no other bit, so a loop over them visits the matches in order with
 * {@code numberOfTrailingZeros(marks) >>> 3} and {@code marks &= marks - 1}. After the zero-byte
 * test in Warren, Hacker's Delight, 6-1, made exact by keeping the carries inside each byte.
 */
final class Swar {
  static final long HIGH_BITS = 0x8080808080808080L;

  private static final long LOW_BITS = ~HIGH_BITS;
  private static final long ONES = 0x0101010101010101L;
  private static final long COMMAS = ONES * ',';
  private static final long QUOTES = ONES * '"';
  private static final long LINE_FEEDS = ONES * '\n';
  private static final long ZEROS = ONES * '0';

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Swar() {}

  /** The eight bytes from {@code at}, the first one lowest. */
  static long load(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }

  static long commaQuoteOrLineFeed(long word) {
    long low = word & LOW_BITS;
    long comma = (low ^ COMMAS) + LOW_BITS;
    long quote = (low ^ QUOTES) + LOW_BITS;
    long lineFeed = (low ^ LINE_FEEDS) + LOW_BITS;
    return ~((comma & quote & lineFeed) | word) & HIGH_BITS;
  }

  static long quoteOrLineFeed(long word) {
    long low = word & LOW_BITS;
    long quote = (low ^ QUOTES) + LOW_BITS;
    long lineFeed = (low ^ LINE_FEEDS) + LOW_BITS;
    return ~((quote & lineFeed) | word) & HIGH_BITS;
  }

  static long lineFeed(long word) {
    return ~((((word & LOW_BITS) ^ LINE_FEEDS) + LOW_BITS) | word) & HIGH_BITS;
  }

  /** Whether all eight bytes are ASCII digits. */
  static boolean eightDigits(long word) {
    long digits = word ^ ZEROS;
    return (((digits + ONES * 0x76) | digits) & HIGH_BITS) == 0;
  }

  /**
   * The number that eight ASCII digits write, by adding up neighbours: pairs, fours, eights. After
   * Johnny Lee's method in Langdale and Lemire, "Parsing Gigabytes of JSON per Second" (2019).
   */
  static int eightDigitValue(long word) {
    long digits = word - ZEROS;
    long pairs = (digits * 10 + (digits >>> 8)) & 0x00FF00FF00FF00FFL;
    long fours = (pairs * 100 + (pairs >>> 16)) & 0x0000FFFF0000FFFFL;
    return (int) (fours * 10_000 + (fours >>> 32));
  }
}
