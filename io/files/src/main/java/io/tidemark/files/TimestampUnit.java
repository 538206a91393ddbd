package io.tidemark.files;

/** How a column writes a point in time. */
public enum TimestampUnit {
  /** An integer of seconds since the epoch. */
  SECONDS("s", 1_000_000_000),
  /** An integer of milliseconds since the epoch. */
  MILLISECONDS("ms", 1_000_000),
  /** An integer of microseconds since the epoch. */
  MICROSECONDS("us", 1_000),
  /** An integer of nanoseconds since the epoch. */
  NANOSECONDS("ns", 1),
  /**
   * What {@link java.time.format.DateTimeFormatter#ISO_OFFSET_DATE_TIME} reads, decoded to
   * milliseconds since the epoch; digits below a millisecond are dropped downward.
   */
  ISO_8601("iso-8601", 1_000_000);

  private final String text;
  private final long nanos;

  TimestampUnit(String text, long nanos) {
    this.text = text;
    this.nanos = nanos;
  }

  /** The name in job files: s, ms, us, ns or iso-8601. */
  public String text() {
    return text;
  }

  /**
   * How many nanoseconds the unit has, of a decoded timestamp: that of ISO 8601 is a millisecond.
   */
  public long nanos() {
    return nanos;
  }
}
