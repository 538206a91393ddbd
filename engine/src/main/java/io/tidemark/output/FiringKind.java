package io.tidemark.output;

/** Why a window fired for a key. */
public enum FiringKind {
  /** The watermark reached the window's end. */
  ON_TIME("on-time"),
  /**
   * An event came after the watermark had reached the window's end, within the allowed lateness.
   */
  LATE("late");

  private final String text;

  FiringKind(String text) {
    this.text = text;
  }

  /** The name in files. */
  public String text() {
    return text;
  }
}
