package io.tidemark.files;

import com.fasterxml.jackson.core.io.NumberOutput;

/**
 * Writes doubles in the shortest form that reads back the same. The JDK's own Double.toString does
 * so from 19 on only; Jackson carries the same algorithm (Giulietti, "The Schubfach way to render
 * doubles") for all.
 */
final class DoubleText {
  private DoubleText() {}

  /** Writes at most 24 bytes of ASCII; returns the end. */
  static int write(double value, byte[] into, int at) {
    String text = NumberOutput.toString(value, true);
    for (int i = 0; i < text.length(); i++) {
      into[at + i] = (byte) text.charAt(i);
    }
    return at + text.length();
  }
}
