package io.tidemark.journal;

/** The parts of a record that vary in length, in the order in which they are laid out. */
public enum RecordField {
  /** Name of the window definition; empty for a rejected event. */
  WINDOW,
  /** Text of the partition. */
  PARTITION,
  /** Text of the key. */
  KEY,
  /** Why the event is here, in the words of the source: {@code bad-row}, … */
  REASON,
  /** The event as its codec wrote it. */
  EVENT;

  static final int COUNT = 5;
}
