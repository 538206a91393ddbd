package io.tidemark.window;

/**
 * Which tumbling window a timestamp falls into: floor division, right for negative timestamps and
 * up to the ends of long.
 */
final class TumblingAssigner implements WindowAssigner {
  private final long size;

  /** The offset brought into 0 to size - 1, which gives the same windows. */
  private final long offset;

  TumblingAssigner(long size, long offset) {
    this.size = size;
    this.offset = Math.floorMod(offset, size);
  }

  /** The number of the window, counted from the one that begins at the offset. */
  long index(long timestamp) {
    long quotient = Math.floorDiv(timestamp, size);
    return timestamp - quotient * size < offset ? quotient - 1 : quotient;
  }

  /** The window's start; the timestamp's window must fit in 64 bits. */
  long start(long timestamp) {
    long into = Math.floorMod(timestamp, size) - offset;
    return timestamp - (into < 0 ? into + size : into);
  }

  @Override
  public int most() {
    return 1;
  }

  @Override
  public int assign(long timestamp, long[] starts, long[] ends) {
    long start = start(timestamp);
    starts[0] = start;
    ends[0] = start + size;
    return 1;
  }

  /** The smallest timestamp whose window fits in 64 bits; the smallest long is no timestamp. */
  long smallestTimestamp() {
    long ahead = Math.floorMod(offset - Math.floorMod(Long.MIN_VALUE, size), size);
    return Math.max(Long.MIN_VALUE + ahead, Long.MIN_VALUE + 1);
  }

  /** The largest timestamp whose window fits in 64 bits. */
  long largestTimestamp() {
    return Long.MAX_VALUE - Math.floorMod(Math.floorMod(Long.MAX_VALUE, size) - offset, size) - 1;
  }
}
