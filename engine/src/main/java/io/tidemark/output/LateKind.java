package io.tidemark.output;

/** How an event missed windows of a definition: by how late it came, or for want of room. */
public enum LateKind {
  /** For all of them: it counted in none. */
  TOO_LATE("late"),
  /** For some of them: it counted in the others. */
  PARTLY_LATE("partly-late"),
  /** For all of them, and it counted at a later time than its own, as the definition wants it. */
  ADJUSTED("adjusted"),
  /** It may not have been late, but the definition had no room for its rows: it counted in none. */
  NO_ROOM("no-room");

  private final String text;

  LateKind(String text) {
    this.text = text;
  }

  /** The name in files. */
  public String text() {
    return text;
  }
}
