package io.tidemark.flink;

import java.util.function.LongSupplier;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;

/**
 * Flink's idleness with the rule that the engine chose: a partition is idle at a tick when its last
 * event or sign of life is the timeout or more ago, or when it said so itself; and what it had
 * reached by then counts.
 */
final class PromptIdleness implements WatermarkGenerator<String> {
  private final WatermarkGenerator<String> watermarks;
  private final long timeout;
  private final LongSupplier now;
  private long lastSign;
  private boolean idle;

  /**
   * Around a generator.
   *
   * @param timeout in ms; 0: never idle of itself
   * @param now ms
   */
  PromptIdleness(WatermarkGenerator<String> watermarks, long timeout, LongSupplier now) {
    this.watermarks = watermarks;
    this.timeout = timeout;
    this.now = now;
    this.lastSign = now.getAsLong();
  }

  void startClock() {
    lastSign = now.getAsLong();
  }

  void idle() {
    idle = true;
  }

  void active() {
    idle = false;
    lastSign = now.getAsLong();
  }

  @Override
  public void onEvent(String event, long timestamp, WatermarkOutput output) {
    active();
    watermarks.onEvent(event, timestamp, output);
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {
    idle |= timeout > 0 && now.getAsLong() - lastSign >= timeout;
    watermarks.onPeriodicEmit(output);
    if (idle) {
      output.markIdle();
    }
  }
}
