package io.tidemark.output;

/** How late an event came for the windows of a definition. */
public enum LateKind {
  /** For all of them: it counted in none. */
  TOO_LATE("late"),
  /** For some of them: it counted in the others. */
  PARTLY_LATE("partly-late"),
  /** For all of them, and it counted at a later time than its own, as the definition wants it. */
  ADJUSTED("adjusted");

  private final String text;

  LateKind(String text) {
    this.text = text;
  }

  /** The name in files. */
  public String text() {
    return text;
  }
}
