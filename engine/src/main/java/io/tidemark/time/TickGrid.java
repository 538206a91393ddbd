package io.tidemark.time;

/**
 * The moments at which a job ticks: start + k × interval, k = 1, 2, …, in ns. One writer: the time
 * stage.
 */
final class TickGrid {
  /** No tick will ever come. */
  static final long NEVER = Long.MAX_VALUE;

  private final long intervalNs;
  private long startNs;

  TickGrid(long intervalNs) {
    this.intervalNs = intervalNs;
  }

  void start(long nowNs) {
    startNs = nowNs;
  }

  /** The first tick after {@code timeNs}, which is not before the start. */
  long after(long timeNs) {
    return timeNs == NEVER ? NEVER : atOrAfter(timeNs + 1);
  }

  /** The first tick at {@code timeNs} or later; {@link #NEVER} beyond the ends of long. */
  long atOrAfter(long timeNs) {
    long elapsed = timeNs - startNs;
    if (timeNs == NEVER || (timeNs > startNs && elapsed < 0)) {
      return NEVER;
    }
    long ticks = elapsed <= 0 ? 1 : (elapsed - 1) / intervalNs + 1;
    long high = Math.multiplyHigh(ticks, intervalNs);
    long offset = ticks * intervalNs;
    return high != 0 || offset < 0 ? NEVER : Durations.saturatedAdd(startNs, offset);
  }
}
