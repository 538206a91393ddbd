package io.tidemark.files;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A view of bytes that belong to someone else, to be filled again and again. What it shows is valid
 * for as long as the one who filled it says.
 */
public final class Slice {
  private static final byte[] NONE = {};

  private byte[] bytes = NONE;
  private int start;
  private int length;

  /** Shows other bytes; nothing is copied. */
  public void set(byte[] bytes, int start, int length) {
    this.bytes = bytes;
    this.start = start;
    this.length = length;
  }

  /** The array that holds the bytes, and others around them. */
  public byte[] bytes() {
    return bytes;
  }

  /** Where in {@link #bytes()} the first byte is. */
  public int start() {
    return start;
  }

  /** How many bytes there are. */
  public int length() {
    return length;
  }

  /** The bytes as UTF-8 text; allocates. */
  public String text() {
    return new String(bytes, start, length, StandardCharsets.UTF_8);
  }

  /** A copy of the bytes; allocates. */
  public byte[] copy() {
    return Arrays.copyOfRange(bytes, start, start + length);
  }

  @Override
  public String toString() {
    return text();
  }
}
