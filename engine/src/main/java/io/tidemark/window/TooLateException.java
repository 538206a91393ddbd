package io.tidemark.window;

/** An event was too late for a definition whose policy does not allow that. */
public final class TooLateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String window;
  private final long key;
  private final long timestamp;
  private final long watermark;

  TooLateException(String window, long key, long timestamp, long watermark) {
    super(
        "windows[%s]: an event of key %d with timestamp %d is too late at watermark %d"
            .formatted(window, key, timestamp, watermark));
    this.window = window;
    this.key = key;
    this.timestamp = timestamp;
    this.watermark = watermark;
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

  /** The watermark it was judged by. */
  public long watermark() {
    return watermark;
  }
}
