package io.tidemark.time;

/** What a {@link WatermarkGenerator} says of its partition; valid during the call it comes with. */
public interface WatermarkOutput {
  /**
   * No more events of the partition with a timestamp at or below {@code watermark} are expected;
   * one that is not larger than the last changes nothing, but ends idleness. Allocates nothing.
   */
  void emitWatermark(long watermark);

  /** The same, as Flink writes it. */
  default void emitWatermark(Watermark watermark) {
    emitWatermark(watermark.timestamp());
  }

  /** The partition has nothing to say for now: it no longer holds the merged watermark. */
  void markIdle();

  /** The partition takes part again. */
  void markActive();
}
