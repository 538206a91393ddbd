package io.tidemark.files;

/** Whether a row can be an event, or the first reason why not, in the order in which they count. */
public enum RowVerdict {
  /** The row can be an event. */
  GOOD("good"),
  /** Not a row of the format: columns, quoting, JSON or UTF-8. */
  BAD_ROW("bad-row"),
  /** The timestamp or the arrival is missing, not a number or time, or out of range. */
  BAD_TIMESTAMP("bad-timestamp"),
  /** A column that is read as a number is missing, not a number of its type, or out of range. */
  BAD_VALUE("bad-value");

  private final String text;

  RowVerdict(String text) {
    this.text = text;
  }

  /** The word in files of rejected rows: bad-row, bad-timestamp or bad-value. */
  public String text() {
    return text;
  }
}
