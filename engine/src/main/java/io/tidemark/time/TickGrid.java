package io.tidemark.time;

/**
 * The moments at which a job ticks: start + k × interval, k = 1, 2, …, in ns. One writer: the stage
 * whose grid it is.
 */
public final class TickGrid {
  /** No tick will ever come. */
  static final long NEVER = Long.MAX_VALUE;

  private final long intervalNs;
  private long startNs;

  /**
   * A grid that has not started.
   *
   * @param intervalNs from tick to tick
   */
  public TickGrid(long intervalNs) {
    this.intervalNs = intervalNs;
  }

  /** Ticks are counted from here on. */
  public void start(long nowNs) {
    startNs = nowNs;
  }

  /** The first tick after {@code timeNs}; {@link #NEVER} beyond the end of long. */
  public long after(long timeNs) {
    return timeNs == NEVER ? NEVER : atOrAfter(timeNs + 1);
  }

  /** The last tick at {@code timeNs} or earlier, where there has been one by then. */
  long atOrBefore(long timeNs) {
    return timeNs - Long.remainderUnsigned(timeNs - startNs, intervalNs);
  }

  /** The tick that lies so many ticks before this one; not before the beginning of long. */
  long back(long tickNs, int ticks) {
    long most = Long.divideUnsigned(tickNs - startNs, intervalNs);
    return tickNs - (Long.compareUnsigned(most, ticks) < 0 ? most : ticks) * intervalNs;
  }

  /** The first tick at {@code timeNs} or later; {@link #NEVER} beyond the end of long. */
  long atOrAfter(long timeNs) {
    if (timeNs <= startNs) {
      return Durations.saturatedAdd(startNs, intervalNs);
    }
    // Unsigned, as start and time may lie further apart than the largest long.
    long sinceTick = Long.remainderUnsigned(timeNs - startNs - 1, intervalNs);
    return Durations.saturatedAdd(timeNs, intervalNs - 1 - sinceTick);
  }
}
