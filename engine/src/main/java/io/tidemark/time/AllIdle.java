package io.tidemark.time;

/** What the merged watermark does when every partition that takes part is idle. */
public enum AllIdle {
  /**
   * It goes to the largest watermark of any of them, whatever the order they went idle in, and
   * stays: Flink's rule, and the default. Windows beyond it stay open.
   */
  MAXIMUM,
  /** It stays where it was when the last of them went idle. */
  HOLD,
  /**
   * It goes to the largest and on from there as the engine's clock does, at ticks: where timestamps
   * follow the clock, a silence of the idleness closes a window by its end + bound + idleness. What
   * comes later of that time is late: for alarms, which cannot wait for a source that is down.
   */
  WALLCLOCK
}
