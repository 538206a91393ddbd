package io.tidemark.files;

/**
 * Hashes of bytes: eight bytes at a time are mixed in by a multiplication whose high half is folded
 * back, as wyhash does, so that every bit of a word reaches the low bits that tables use.
 */
final class ByteHash {
  private static final long A = 0xA0761D6478BD642FL;
  private static final long B = 0xE7037ED1A0B428DBL;

  private ByteHash() {}

  /** In 32 bits. */
  static int of(byte[] bytes, int start, int length) {
    long hash = wide(bytes, start, length);
    return (int) (hash ^ (hash >>> 32));
  }

  /** In 64 bits. */
  static long wide(byte[] bytes, int start, int length) {
    long hash = length * A;
    int at = start;
    int end = start + length;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      hash = mix(hash ^ Swar.load(bytes, at));
    }
    if (at < end) {
      long tail = 0;
      for (int i = end - 1; i >= at; i--) {
        tail = (tail << 8) | (bytes[i] & 0xFF);
      }
      hash = mix(hash ^ tail);
    }
    return mix(hash ^ A);
  }

  private static long mix(long word) {
    return (word * B) ^ Math.multiplyHigh(word, B);
  }
}
