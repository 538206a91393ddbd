package io.tidemark.aggregate;

/**
 * A result that does not fit its column when its window fires: the sum of longs or decimals beyond
 * 64 bits. The engine stops: a wrong result is never handed out.
 */
public final class AggregateOverflowException extends ArithmeticException {
  private static final long serialVersionUID = 1L;

  private final String window;
  private final String column;
  private final long key;
  private final long start;

  /** Names the window definition, the column, the key and the start of the window. */
  public AggregateOverflowException(String window, String column, long key, long start) {
    super(
        "window "
            + window
            + ", key "
            + key
            + ", start "
            + start
            + ": "
            + column
            + " does not fit in 64 bits");
    this.window = window;
    this.column = column;
    this.key = key;
    this.start = start;
  }

  /** The window definition. */
  public String window() {
    return window;
  }

  /** The column of the result. */
  public String column() {
    return column;
  }

  /** The key. */
  public long key() {
    return key;
  }

  /** The start of the window, in the job's unit. */
  public long start() {
    return start;
  }
}
