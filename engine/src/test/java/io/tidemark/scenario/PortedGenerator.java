package io.tidemark.scenario;

import io.tidemark.time.Watermark;
import io.tidemark.time.WatermarkGenerator;
import io.tidemark.time.WatermarkOutput;

/**
 * The example of Flink's documentation on periodic generators, as a Flink user would have written
 * it: only the imports and the type of event are this project's.
 */
class PortedGenerator implements WatermarkGenerator<Sample> {
  private final long maxOutOfOrderness = 3500; // 3.5 seconds

  private long currentMaxTimestamp = Long.MIN_VALUE + maxOutOfOrderness + 1;

  @Override
  public void onEvent(Sample event, long eventTimestamp, WatermarkOutput output) {
    currentMaxTimestamp = Math.max(currentMaxTimestamp, eventTimestamp);
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {
    // emit the watermark as current highest timestamp minus the out-of-orderness bound
    output.emitWatermark(new Watermark(currentMaxTimestamp - maxOutOfOrderness - 1));
  }
}
