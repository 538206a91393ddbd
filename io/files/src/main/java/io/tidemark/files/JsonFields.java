package io.tidemark.files;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The asked-for fields of the current JSON row, as UTF-8 texts one behind the other. */
final class JsonFields {
  private final Map<String, Integer> columns = new HashMap<>();

  private int[] starts = new int[8];
  private int[] ends = new int[8];
  private boolean[] nested = new boolean[8];
  private byte[] text = new byte[256];
  private int textEnd;

  /** The index of a column, which is added if it is not there. */
  int column(String name) {
    Integer known = columns.putIfAbsent(name, columns.size());
    if (known != null) {
      return known;
    }
    if (columns.size() > starts.length) {
      int length = 2 * starts.length;
      starts = Arrays.copyOf(starts, length);
      ends = Arrays.copyOf(ends, length);
      nested = Arrays.copyOf(nested, length);
    }
    return columns.size() - 1;
  }

  /** The index of a column that was asked for, or null; does not allocate. */
  Integer indexOf(String name) {
    return columns.get(name);
  }

  /** Makes all fields empty. */
  void clear() {
    textEnd = 0;
    Arrays.fill(starts, 0);
    Arrays.fill(ends, 0);
    Arrays.fill(nested, false);
  }

  void setNested(int column) {
    nested[column] = true;
  }

  /** Sets a field from UTF-16; false if half a surrogate pair is in it. */
  boolean set(int column, char[] chars, int start, int length) {
    // One char takes three bytes at most; a pair of them takes four.
    makeRoom(3L * length);
    int to = encode(chars, start, start + length, text, textEnd);
    if (to >= 0) {
      endField(column, to);
    }
    return to >= 0;
  }

  /** Sets a field from UTF-8. */
  void set(int column, byte[] bytes, int start, int length) {
    makeRoom(length);
    System.arraycopy(bytes, start, text, textEnd, length);
    endField(column, textEnd + length);
  }

  private void endField(int column, int end) {
    starts[column] = textEnd;
    ends[column] = end;
    textEnd = end;
  }

  private void makeRoom(long length) {
    long needed = textEnd + length;
    if (needed > text.length) {
      text = Arrays.copyOf(text, grownLength(needed));
    }
  }

  private int grownLength(long needed) {
    long most = Integer.MAX_VALUE - 16L;
    if (needed > most) {
      throw new OutOfMemoryError("the fields of a JSON row are beyond 2 GB");
    }
    return (int) Math.min(Math.max(2L * text.length, needed), most);
  }

  /** Returns the end of what was written, or -1. */
  private static int encode(char[] chars, int start, int end, byte[] into, int offset) {
    int to = offset;
    for (int i = start; i < end; i++) {
      char c = chars[i];
      if (c < 0x80) {
        into[to++] = (byte) c;
      } else if (c < 0x800) {
        into[to++] = (byte) (0xC0 | (c >> 6));
        into[to++] = continuation(c);
      } else if (!Character.isSurrogate(c)) {
        into[to++] = (byte) (0xE0 | (c >> 12));
        into[to++] = continuation(c >> 6);
        into[to++] = continuation(c);
      } else if (i + 1 < end && Character.isSurrogatePair(c, chars[i + 1])) {
        int point = Character.toCodePoint(c, chars[++i]);
        into[to++] = (byte) (0xF0 | (point >> 18));
        into[to++] = continuation(point >> 12);
        into[to++] = continuation(point >> 6);
        into[to++] = continuation(point);
      } else {
        return -1;
      }
    }
    return to;
  }

  private static byte continuation(int bits) {
    return (byte) (0x80 | (bits & 0x3F));
  }

  void show(int column, Slice into) {
    into.set(text, starts[column], ends[column] - starts[column]);
  }

  boolean nested(int column) {
    return nested[column];
  }
}
