package io.tidemark.time;

/**
 * A point in event time at and below which no more events are expected; for generators written for
 * Flink, which emit such objects. The engine itself passes longs.
 *
 * @param timestamp in the job's unit
 */
public record Watermark(long timestamp) {
  /** The end of time. */
  public static final Watermark MAX_WATERMARK = new Watermark(TimeStage.END_OF_TIME);

  /** The same as {@link #timestamp}, by Flink's name. */
  public long getTimestamp() {
    return timestamp;
  }
}
