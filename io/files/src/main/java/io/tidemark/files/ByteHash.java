package io.tidemark.files;

/**
 * A 32-bit hash of bytes: eight bytes at a time are mixed in by a multiplication whose high half is
 * folded back, as wyhash does, so that every bit of a word reaches the low bits that tables use.
 */
final class ByteHash {
  private static final long A = 0xA0761D6478BD642FL;
  private static final long B = 0xE7037ED1A0B428DBL;

  private ByteHash() {}

  static int of(byte[] bytes, int start, int length) {
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
    hash = mix(hash ^ A);
    return (int) (hash ^ (hash >>> 32));
  }

  private static long mix(long word) {
    return (word * B) ^ Math.multiplyHigh(word, B);
  }
}
