package io.tidemark.window;

import java.util.Arrays;

/**
 * Rows side by side, in the order in which they were added: all in one array, or in chunks of at
 * most 2 MB, so that growing never copies or clears more than that.
 *
 * <p>A row is named by its place: the number of its chunk and, in the lower bits, where it begins
 * there. In the first chunk that is where it begins; no row lies in two chunks. Rows are not
 * cleared: who adds one writes all of it. One writer: the table's.
 */
final class RowChunks {
  /**
   * The most longs of a chunk: with its header 2 MB, so that the regions of G1 hold it without a
   * remainder, and it is not moved where they are as small as that.
   */
  private static final int CHUNK = (1 << 18) - 2;

  /** How many bits of a place say where a row begins in its chunk. */
  private static final int CHUNK_BITS = 18;

  private static final int SMALLEST_ROWS = 8;

  /** Room for so many rows is not worth giving up. */
  private static final int FEW_ROWS = 1 << 10;

  /** The longs of a row. */
  final int stride;

  /** The bits of a place below the number of the chunk, and a mask of them. */
  final int bits;

  final int mask;

  /** The rows of a full chunk. */
  private final int perChunk;

  /** The longs of a full chunk. */
  private final int fullLength;

  private long[][] chunks = new long[1][];

  /** The chunk that rows are added to, and how many longs of it are in use. */
  private int last;

  private int used;

  private int size;

  /** How many rows room is kept for; see {@link #clear}. */
  private int kept;

  /**
   * No rows.
   *
   * @param stride the longs of a row
   * @param inChunks whether rows may lie in several arrays
   */
  RowChunks(int stride, boolean inChunks) {
    this.stride = stride;
    int bitsOfRow = Integer.SIZE - Integer.numberOfLeadingZeros(stride - 1);
    this.bits = inChunks ? Math.max(CHUNK_BITS, bitsOfRow) : Integer.SIZE - 1;
    this.mask = (int) ((1L << bits) - 1);
    this.perChunk = (inChunks ? Math.max(CHUNK, stride) : Integer.MAX_VALUE - 8) / stride;
    this.fullLength = perChunk * stride;
    this.chunks[0] = new long[Math.min(SMALLEST_ROWS, perChunk) * stride];
  }

  /** How many rows there are. */
  int size() {
    return size;
  }

  /** The chunks, by number; adding a row may replace the array, and any in it. */
  long[][] chunks() {
    return chunks;
  }

  /** Whether all rows lie in the first chunk, and one more would. */
  boolean areInOne() {
    return used < fullLength && last == 0;
  }

  /** The place of the row that is added next. */
  int end() {
    return (last << bits) + used;
  }

  /** The place of the row of this number. */
  int place(int row) {
    return ((row / perChunk) << bits) + (row % perChunk) * stride;
  }

  /** The number of the row at this place. */
  int row(int place) {
    return (place >>> bits) * perChunk + (place & mask) / stride;
  }

  /** The number of the first row in the chunk behind that of this row. */
  int behindChunk(int row) {
    return (row / perChunk + 1) * perChunk;
  }

  /** The key of the row at this place. */
  long key(int place) {
    return chunks[place >>> bits][place & mask];
  }

  /** Adds a row and returns its place. */
  int add(long key) {
    if (used == chunks[last].length) {
      makeRoom();
    }
    int place = (last << bits) + used;
    chunks[last][used] = key;
    used += stride;
    size++;
    return place;
  }

  /**
   * Forgets all rows. Room is kept for as many as there were of late: of what this time was too
   * much, half is given up.
   */
  void clear() {
    kept = size >= kept ? size : size + (kept - size) / 2;
    size = 0;
    used = 0;
    last = 0;
    int full = kept / perChunk;
    int spare = full + full / 8 + 2;
    int first = chunks[0].length / stride;
    if (kept < first / 4 && first > FEW_ROWS) {
      chunks[0] = new long[first / 2 * stride];
      spare = 1;
    }
    for (int i = spare; i < chunks.length && chunks[i] != null; i++) {
      chunks[i] = null;
    }
  }

  /** How many rows there were of late. */
  int kept() {
    return kept;
  }

  /** The longs that there is room for. */
  long room() {
    long room = 0;
    for (long[] chunk : chunks) {
      room += chunk == null ? 0 : chunk.length;
    }
    return room;
  }

  private void makeRoom() {
    if (used < fullLength) {
      chunks[last] = Arrays.copyOf(chunks[last], (int) Math.min(fullLength, 2L * used));
      return;
    }
    int next = last + 1;
    if (next >= (1 << (Integer.SIZE - 1 - bits)) - 1) {
      throw new IllegalStateException("a table has room for " + size + " rows of " + stride);
    }
    if (next == chunks.length) {
      chunks = Arrays.copyOf(chunks, next + 4 + next / 4);
    }
    if (chunks[next] == null) {
      // A small part of what there is, so that tables of little more than a chunk are not doubled.
      long longs = Math.max(SMALLEST_ROWS, size / 4) * (long) stride;
      chunks[next] = new long[(int) Math.min(fullLength, longs)];
    }
    last = next;
    used = 0;
  }
}
