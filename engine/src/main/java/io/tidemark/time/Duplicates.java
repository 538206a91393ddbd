package io.tidemark.time;

import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/** Finds the events that have been there before. One writer: the time stage. */
final class Duplicates {
  private final ToLongFunction<Object> idOf;
  private final RecentIds recent;

  /** The id of the event under way. */
  private long id;

  Duplicates(Deduplication settings, TimeUnit unit) {
    this.idOf = settings.id();
    this.recent = new RecentIds(settings.horizonIn(unit));
  }

  /**
   * Whether this event is one; it is the event under way from now on.
   *
   * @throws WatermarkException when the user's function throws
   */
  boolean isOne(Object event, long watermark) {
    try {
      id = idOf.applyAsLong(event);
    } catch (Exception thrown) {
      throw new WatermarkException("the id of an event threw " + thrown, thrown);
    }
    return recent.contains(id, watermark);
  }

  /** The event under way has been accepted. */
  void remember(long timestamp, long watermark) {
    recent.add(id, timestamp, watermark);
  }
}
