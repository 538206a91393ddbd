package io.tidemark.oracle;

/**
 * The time a window covers, in the job's unit.
 *
 * @param start the first instant inside, or the one before it
 * @param end the first instant after it, or the last one inside
 * @param includesEnd whether it is (start, end] and not [start, end)
 */
record Span(long start, long end, boolean includesEnd) {

  /** [start, end). */
  Span(long start, long end) {
    this(start, end, false);
  }

  Span {
    if (end <= start) {
      throw new IllegalArgumentException(
          "a window must end after it starts: " + start + ", " + end);
    }
  }

  /** The last instant inside: the window fires once the watermark has reached it. */
  long last() {
    return includesEnd ? end : end - 1;
  }

  /** The watermark at which the window takes no more events; the end of time beyond 64 bits. */
  long closesAt(long allowedLateness) {
    return Exact.add(last(), allowedLateness);
  }

  /** Whether the two overlap, or one ends where the other starts: then sessions are one. */
  boolean touches(Span other) {
    return start <= other.end && end >= other.start;
  }

  /** The smallest span around both. */
  Span cover(Span other) {
    return new Span(Math.min(start, other.start), Math.max(end, other.end));
  }
}
