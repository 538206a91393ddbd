package io.tidemark.journal;

/** Why an event left the main path. The code is what a record holds; codes are never used again. */
public enum RecordKind {
  /** Every window of one window definition that the event belongs to was closed. */
  LATE(1, "late"),
  /** The row could not be an event, or was refused by a guard. */
  REJECTED(2, "rejected");

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
    return switch (code) {
      case 1 -> LATE;
      case 2 -> REJECTED;
      default -> null;
    };
  }
}
