package io.tidemark.window;

import io.tidemark.time.SlotBatch;
import io.tidemark.time.TickGrid;

/**
 * Processing time as the slots of a stage tell it, for definitions that fire by it, and the
 * earliest time at which a window of the stage is due by it. Time never goes back. All in ns. One
 * writer: the stage that runs the windows.
 */
final class ProcessingClock {
  private final TickGrid ticks;
  private boolean started;
  private long nowNs = Long.MIN_VALUE;
  private long dueNs = Long.MAX_VALUE;

  /**
   * A clock that starts with the first arrival.
   *
   * @param tickIntervalNs from tick to tick
   */
  ProcessingClock(long tickIntervalNs) {
    this.ticks = new TickGrid(tickIntervalNs);
  }

  /** It is this time, or later. */
  void passTo(long arrivalNs) {
    if (!started) {
      started = true;
      ticks.start(arrivalNs);
    }
    nowNs = Math.max(nowNs, arrivalNs);
  }

  /** Events of the batch have arrived. */
  void passTo(SlotBatch batch, int from, int to) {
    for (int i = from; i < to; i++) {
      passTo(batch.arrivalsNs[i]);
    }
  }

  /** How far the events of the batch arrive before a window is due. */
  int quietEnd(SlotBatch batch, int from, int to) {
    int i = from;
    while (i < to && batch.arrivalsNs[i] < dueNs) {
      i++;
    }
    return i;
  }

  long nowNs() {
    return nowNs;
  }

  /** The first tick after now. */
  long nextTickNs() {
    return ticks.after(nowNs);
  }

  boolean isDue() {
    return nowNs >= dueNs;
  }

  void lower(long toNs) {
    dueNs = Math.min(dueNs, toNs);
  }

  void reset() {
    dueNs = Long.MAX_VALUE;
  }
}
