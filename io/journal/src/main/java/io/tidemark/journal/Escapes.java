package io.tidemark.journal;

/** Control characters as JSON writes them. */
final class Escapes {
  private Escapes() {}

  /**
   * Appends the text with its control characters escaped.
   *
   * @param quotes whether quotes and backslashes are escaped too
   */
  static void append(StringBuilder out, String text, boolean quotes) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quotes && (c == '"' || c == '\\')) {
        out.append('\\').append(c);
      } else if (c < ' ' || c == 0x7F) {
        appendControl(out, c);
      } else {
        out.append(c);
      }
    }
  }

  private static void appendControl(StringBuilder out, char c) {
    switch (c) {
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> out.append(String.format("\\u%04x", (int) c));
    }
  }
}
