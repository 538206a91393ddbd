package io.tidemark.files;

/**
 * Strict UTF-8 as the Unicode Standard has it (table 3-7): no overlong forms, no surrogates,
 * nothing beyond U+10FFFF. {@code new String} would replace what is wrong and not say so.
 */
final class Utf8 {
  private Utf8() {}

  /** Whether the bytes are valid UTF-8. Skips ASCII eight bytes at a time; allocates nothing. */
  static boolean isValid(byte[] bytes, int start, int end) {
    int at = start;
    while (at < end) {
      if (at + Long.BYTES <= end && (Swar.load(bytes, at) & Swar.HIGH_BITS) == 0) {
        at += Long.BYTES;
      } else if (bytes[at] >= 0) {
        at++;
      } else {
        int length = sequenceLength(bytes, at, end);
        if (length == 0) {
          return false;
        }
        at += length;
      }
    }
    return true;
  }

  /** The length of the well-formed sequence that starts with a byte beyond ASCII, or 0. */
  private static int sequenceLength(byte[] bytes, int at, int end) {
    int first = bytes[at] & 0xFF;
    int length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || end - at < length) {
      return 0;
    }
    int second = bytes[at + 1] & 0xFF;
    // The second byte is where overlong forms, surrogates and too large code points show.
    int lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    int highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (second < lowest || second > highest) {
      return 0;
    }
    for (int i = 2; i < length; i++) {
      if ((bytes[at + i] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return length;
  }
}
