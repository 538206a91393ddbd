package io.tidemark.cli.job;

/** Which records of a journal are read. */
public enum RecordKind {
  /** Rows that were too late for a window. */
  LATE,
  /** Rows that could not be an event. */
  REJECTED,
  /** Rows that the timestamp guard set aside. */
  QUARANTINED
}
