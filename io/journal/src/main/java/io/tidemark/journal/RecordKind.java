package io.tidemark.journal;

/**
 * What a record holds: an event that left the main path, something that an engine was given, or a
 * decision. The code is what is written; codes are never used again.
 */
public enum RecordKind {
  /**
   * Every window of one window definition that the event belongs to was closed; or, by the reason,
   * the definition had no room for it.
   */
  LATE(1, "late"),
  /** The row could not be an event, or was refused. */
  REJECTED(2, "rejected"),
  /** An event as it was published. */
  EVENT(3, "event"),
  /** Time has passed until the record's arrival. */
  TICK(4, "tick"),
  /** The partition said that it has nothing to say for now. */
  IDLE(5, "idle"),
  /** The partition gave a sign of life. */
  ACTIVE(6, "active"),
  /** The partition has ended. */
  END(7, "end"),
  /** The partition left. */
  LEAVE(8, "leave"),
  /** The partition's source gave the record's watermark. */
  WATERMARK(9, "watermark"),
  /** The guard of timestamps refused the event, and set it aside to be looked at and replayed. */
  QUARANTINED(10, "quarantined"),
  /**
   * A decision of an adaptive bound. The line is how many events of the partition came before it
   * takes effect, the event's bytes are the bound's digits, in the job's unit; there is nothing
   * else but the partition.
   */
  BOUND(11, "bound");

  private static final RecordKind[] ALL = values();

  private final byte code;
  private final String text;

  RecordKind(int code, String text) {
    this.code = (byte) code;
    this.text = text;
  }

  /** The word used in printed output. */
  public String text() {
    return text;
  }

  byte code() {
    return code;
  }

  /** The kind with this code, or null. */
  static RecordKind ofCode(byte code) {
    return code >= 1 && code <= ALL.length ? ALL[code - 1] : null;
  }
}
