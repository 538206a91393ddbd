package io.tidemark.output;

/** Why something published could not be an event. The ordinals count in the engine's counters. */
public enum RejectReason {
  /** The source could not cut it into fields. */
  BAD_ROW("bad-row"),
  /**
   * Its timestamp or arrival is missing, no number, out of range, or of a window beyond 64 bits.
   */
  BAD_TIMESTAMP("bad-timestamp"),
  /** A value that an aggregate reads is missing or no number. */
  BAD_VALUE("bad-value"),
  /** A function of the job threw, or its watermark generator. */
  USER_CODE("user-code"),
  /**
   * Its partition had ended, is none of the declared ones where no others may join, or has too
   * large a number.
   */
  PARTITION("partition"),
  /** Its timestamp fell, where the watermark strategy rejects what does. */
  DISORDER("disorder"),
  /** An event with its id has been there before, within the horizon of the job. */
  DUPLICATE("duplicate"),
  /** It has no timestamp. This and what follows: where the job has a timestamp guard. */
  MISSING_TIMESTAMP("missing-timestamp"),
  /** A window of its timestamp would begin before what 64 bits hold. */
  TIMESTAMP_UNDERFLOW("timestamp-underflow"),
  /** A window of its timestamp would end after what 64 bits hold. */
  TIMESTAMP_OVERFLOW("timestamp-overflow"),
  /** Its timestamp lies before 1970. */
  NEGATIVE_TIMESTAMP("negative-timestamp"),
  /** Its timestamp seems to be in seconds, which is not the job's unit. */
  UNIT_SECONDS("unit-seconds"),
  /** Its timestamp seems to be in milliseconds, which is not the job's unit. */
  UNIT_MILLISECONDS("unit-milliseconds"),
  /** Its timestamp seems to be in microseconds, which is not the job's unit. */
  UNIT_MICROSECONDS("unit-microseconds"),
  /** Its timestamp seems to be in nanoseconds, which is not the job's unit. */
  UNIT_NANOSECONDS("unit-nanoseconds"),
  /** Its timestamp lies too far behind its arrival. */
  PAST_TIMESTAMP("past-timestamp"),
  /** Its timestamp lies too far ahead of its arrival. */
  FUTURE_TIMESTAMP("future-timestamp");

  private static final RejectReason[] ALL = values();

  private final String text;

  RejectReason(String text) {
    this.text = text;
  }

  /** The name in files. */
  public String text() {
    return text;
  }

  /** The reason with this ordinal. */
  public static RejectReason of(int ordinal) {
    return ALL[ordinal];
  }

  /** How many reasons there are. */
  public static int count() {
    return ALL.length;
  }
}
