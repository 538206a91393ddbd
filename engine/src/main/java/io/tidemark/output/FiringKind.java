package io.tidemark.output;

/** Why a window fired for a key. */
public enum FiringKind {
  /** The job asked for a result before the watermark reaches the window's end. */
  EARLY("early"),
  /** The watermark reached the window's end. */
  ON_TIME("on-time"),
  /**
   * An event came after the watermark had reached the window's end, within the allowed lateness.
   */
  LATE("late"),
  /**
   * The definition had no room for more rows: its oldest windows fired as if the watermark had
   * reached their end. Events for it may still have been on their way.
   */
  EVICTED("evicted");

  private static final FiringKind[] ALL = values();

  private final String text;

  FiringKind(String text) {
    this.text = text;
  }

  /** The kind with this ordinal. */
  public static FiringKind of(int ordinal) {
    return ALL[ordinal];
  }

  /** The name in files. */
  public String text() {
    return text;
  }
}
