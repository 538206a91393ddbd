package io.tidemark.output;

/**
 * An event too late for windows of one definition that it falls into, or refused by it for want of
 * room: for all of them, unless the handler asked to be told of others too. A flyweight, valid
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
  private LateKind kind;
  private int missedWindows;
  private int countedWindows;
  private long adjustedTimestamp;

  /** For the engine: points the flyweight at a late event. */
  public LateEvent<E> wrap(
      E newEvent, String newWindow, int newIndex, long newKey, long newTimestamp, long judgedBy) {
    event = newEvent;
    window = newWindow;
    windowIndex = newIndex;
    key = newKey;
    timestamp = newTimestamp;
    watermark = judgedBy;
    return asTooLate(1);
  }

  /** For the engine: it missed all of its windows. */
  public LateEvent<E> asTooLate(int missed) {
    return as(LateKind.TOO_LATE, missed, 0, timestamp);
  }

  /** For the engine: it missed some of its windows and counted in the others. */
  public LateEvent<E> asPartlyLate(int missed, int counted) {
    return as(LateKind.PARTLY_LATE, missed, counted, timestamp);
  }

  /** For the engine: it missed all of its windows and counted as if of this time. */
  public LateEvent<E> asAdjusted(int missed, long newTimestamp) {
    return as(LateKind.ADJUSTED, missed, 0, newTimestamp);
  }

  /** For the engine: the definition had no room for its rows. */
  public LateEvent<E> asRefused() {
    return as(LateKind.NO_ROOM, 0, 0, timestamp);
  }

  private LateEvent<E> as(LateKind newKind, int missed, int counted, long adjusted) {
    kind = newKind;
    missedWindows = missed;
    countedWindows = counted;
    adjustedTimestamp = adjusted;
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

  /**
   * The watermark it was judged by: the merged one or, where windows of the definition have been
   * evicted since, the one that they were evicted up to.
   */
  public long watermark() {
    return watermark;
  }

  /** Whether it missed all of its windows, or some, counts at another time, or had no room. */
  public LateKind kind() {
    return kind;
  }

  /**
   * How many of the definition's windows it came too late for; 0 where its timestamp falls into
   * none of them, or there was no room. An event that came too late for sessions missed one.
   */
  public int missedWindows() {
    return missedWindows;
  }

  /** In how many of the windows of its own timestamp it counted. */
  public int countedWindows() {
    return countedWindows;
  }

  /** The time it counts at, in the job's unit: its timestamp, unless it was adjusted. */
  public long adjustedTimestamp() {
    return adjustedTimestamp;
  }

  /** How far its timestamp lies behind that watermark, in the job's unit; saturates. */
  public long lateness() {
    long lateness = watermark - timestamp;
    return lateness < 0 ? Long.MAX_VALUE : lateness;
  }
}
