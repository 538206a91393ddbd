package io.tidemark.window;

/** A definition has as many rows as it may have, and an event needs more. */
public final class CeilingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String window;
  private final long key;
  private final long timestamp;
  private final long ceiling;

  CeilingException(String job, String window, long key, long timestamp, long ceiling) {
    super(
        ("job %s: windows[%s].atMost: no room within %d rows for an event of key %d with timestamp"
                + " %d; allow more rows, have new keys refused or idle windows evicted, or take"
                + " smaller windows, less allowed lateness or fewer keys")
            .formatted(job, window, ceiling, key, timestamp));
    this.window = window;
    this.key = key;
    this.timestamp = timestamp;
    this.ceiling = ceiling;
  }

  /** The window definition. */
  public String window() {
    return window;
  }

  /** The event's key. */
  public long key() {
    return key;
  }

  /** The event's timestamp. */
  public long timestamp() {
    return timestamp;
  }

  /** How many rows the definition may have. */
  public long ceiling() {
    return ceiling;
  }
}
