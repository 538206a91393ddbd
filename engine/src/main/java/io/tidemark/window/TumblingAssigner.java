package io.tidemark.window;

/**
 * Which tumbling window a timestamp falls into: floor division, right for negative timestamps and
 * up to the ends of long. One writer: the stage that runs the windows.
 */
final class TumblingAssigner implements WindowEdges {
  private final long size;

  /** The offset and the shift brought into 0 to size - 1, which gives the same windows. */
  private final long offset;

  private final long shift;

  private long index;
  private long start;

  /**
   * Windows of this size.
   *
   * @param shift 0 for [start, end), 1 for (start, end]: its events are those of [start + 1, end +
   *     1)
   */
  TumblingAssigner(long size, long offset, long shift) {
    this.size = size;
    this.offset = Math.floorMod(Math.floorMod(offset, size) + shift, size);
    this.shift = shift;
  }

  /** There is one for each timestamp. */
  @Override
  public boolean find(long timestamp) {
    long quotient = Math.floorDiv(timestamp, size);
    long into = timestamp - quotient * size - offset;
    index = into < 0 ? quotient - 1 : quotient;
    start = timestamp - (into < 0 ? into + size : into);
    return true;
  }

  /** Counted from the one that begins at the offset. */
  @Override
  public long index() {
    return index;
  }

  @Override
  public long start() {
    return start;
  }

  @Override
  public long end() {
    return start + size;
  }

  /** The smallest timestamp whose window fits in 64 bits; the smallest long is no timestamp. */
  long smallestTimestamp() {
    long least = Long.MIN_VALUE + shift;
    long ahead = Math.floorMod(offset - Math.floorMod(least, size), size);
    return Math.max(least + ahead, Long.MIN_VALUE + 1);
  }

  /** The largest timestamp whose window fits in 64 bits. */
  long largestTimestamp() {
    return Long.MAX_VALUE - Math.floorMod(Math.floorMod(Long.MAX_VALUE, size) - offset, size) - 1;
  }
}
