package io.tidemark.files;

/** Quoting of single fields, outside the reader's scan. */
final class CsvText {
  private CsvText() {}

  static boolean needsQuotes(Slice text) {
    byte[] bytes = text.bytes();
    int end = text.start() + text.length();
    for (int i = text.start(); i < end; i++) {
      byte b = bytes[i];
      if (b == ',' || b == '"' || b == '\n' || b == '\r') {
        return true;
      }
    }
    return false;
  }

  /** Where the field of a well-formed row ends that starts at {@code at}: at a comma or the end. */
  static int endOfField(byte[] bytes, int at, int end) {
    boolean quoted = false;
    int i = at;
    while (i < end && (quoted || bytes[i] != ',')) {
      // A doubled quote closes and opens again, which comes to the same.
      quoted ^= bytes[i] == '"';
      i++;
    }
    return i;
  }

  /** Writes a quoted field without its quotes to the front of {@code into}; returns the length. */
  static int unquote(byte[] bytes, int start, int end, byte[] into) {
    int length = 0;
    for (int i = start + 1; i < end - 1; i++) {
      into[length++] = bytes[i];
      if (bytes[i] == '"') {
        i++;
      }
    }
    return length;
  }
}
