package io.tidemark.journal;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** UTF-8 without allocation. */
final class Utf8 {
  private static final byte REPLACEMENT = '?';

  private Utf8() {}

  /**
   * Writes a text; a surrogate without its partner becomes '?', as in {@link String#getBytes}.
   *
   * @return bytes written
   */
  static int encode(CharSequence text, MutableDirectBuffer into, int offset) {
    int at = offset;
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        into.putByte(at++, (byte) c);
      } else if (c < 0x800) {
        into.putByte(at++, (byte) (0xC0 | (c >> 6)));
        at = tail(into, at, c);
      } else if (!Character.isSurrogate(c)) {
        into.putByte(at++, (byte) (0xE0 | (c >> 12)));
        at = tail(into, at, c >> 6);
        at = tail(into, at, c);
      } else if (Character.isHighSurrogate(c)
          && i + 1 < length
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        at = pair(into, at, Character.toCodePoint(c, text.charAt(++i)));
      } else {
        into.putByte(at++, REPLACEMENT);
      }
    }
    return at - offset;
  }

  private static int pair(MutableDirectBuffer into, int at, int codePoint) {
    into.putByte(at, (byte) (0xF0 | (codePoint >> 18)));
    int next = tail(into, at + 1, codePoint >> 12);
    next = tail(into, next, codePoint >> 6);
    return tail(into, next, codePoint);
  }

  private static int tail(MutableDirectBuffer into, int at, int bits) {
    into.putByte(at, (byte) (0x80 | (bits & 0x3F)));
    return at + 1;
  }

  /** A copy of the bytes. */
  static byte[] bytes(DirectBuffer from, int offset, int length) {
    byte[] copy = new byte[length];
    from.getBytes(offset, copy);
    return copy;
  }
}
