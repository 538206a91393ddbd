package io.tidemark.output;

/**
 * An event too late for every window of one definition that it falls into. A flyweight, valid
 * during the call that hands it out.
 *
 * @param <E> the type of event
 */
public final class LateEvent<E> {
  private E event;
  private String window;
  private int windowIndex;
  private long key;
  private long timestamp;
  private long watermark;

  /** For the engine: points the flyweight at a late event. */
  public LateEvent<E> wrap(
      E newEvent, String newWindow, int newIndex, long newKey, long newTimestamp, long judgedBy) {
    event = newEvent;
    window = newWindow;
    windowIndex = newIndex;
    key = newKey;
    timestamp = newTimestamp;
    watermark = judgedBy;
    return this;
  }

  /** The event as it was published. */
  public E event() {
    return event;
  }

  /** The window definition it was too late for. */
  public String window() {
    return window;
  }

  /** That definition's place in the job, from 0. */
  public int windowIndex() {
    return windowIndex;
  }

  /** Its key. */
  public long key() {
    return key;
  }

  /** When it happened, in the job's unit. */
  public long timestamp() {
    return timestamp;
  }

  /** The merged watermark it was judged by. */
  public long watermark() {
    return watermark;
  }

  /** How far its timestamp lies behind that watermark, in the job's unit; saturates. */
  public long lateness() {
    long lateness = watermark - timestamp;
    return lateness < 0 ? Long.MAX_VALUE : lateness;
  }
}
