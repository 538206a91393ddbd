package io.tidemark.window;

import io.tidemark.time.Durations;
import io.tidemark.time.SlotBatch;
import java.util.concurrent.TimeUnit;

/** When changed rows are due by a definition's triggers. Pure, but for the clock it reads. */
final class EarlyTimes {
  /** From one early firing to the next, in the job's unit, in ns, and in events; 0: none by it. */
  private final long step;

  private final long stepNs;
  private final long events;
  private final boolean lateCoalesced;
  private final ProcessingClock clock;

  EarlyTimes(Triggers triggers, TimeUnit unit, ProcessingClock clock) {
    this.step = triggers.early().eventTimeStep(unit);
    this.stepNs = triggers.early().processingTimeStepNs();
    this.events = triggers.early().events();
    this.lateCoalesced = triggers.lateCoalesced();
    this.clock = clock;
  }

  boolean byEventTime() {
    return step > 0;
  }

  boolean byProcessingTime() {
    return stepNs > 0;
  }

  boolean byCount() {
    return events > 0;
  }

  /** Whether a late event waits for the next tick to make its window fire. */
  boolean lateIsCoalesced() {
    return lateCoalesced;
  }

  /** Whether this many events make a row fire. */
  boolean isEnough(long count) {
    return count >= events;
  }

  /**
   * The watermark at which an event makes a row fire early, which had not changed before.
   *
   * @param isFirst whether the row never fired
   */
  long dueAt(boolean isFirst, long timestamp, long watermark) {
    return isFirst ? firstAfter(timestamp, watermark) : nextAfter(watermark, step);
  }

  /** The watermark at which the first event of a row makes it fire early. */
  long firstAfter(long timestamp, long watermark) {
    return Math.max(nextAfter(timestamp, step), Durations.saturatedAdd(watermark, 1));
  }

  /** The first whole multiple of the step after this time. */
  private static long nextAfter(long time, long step) {
    return Durations.saturatedAdd(time, step - Math.floorMod(time, step));
  }

  /** The processing time at which a row fires early that changes now. */
  long dueAtNs(long nowNs) {
    return nextAfter(nowNs, stepNs);
  }

  /** The processing time at which a row fires that a late event changes now. */
  long lateDueNs() {
    return clock.nextTickNs();
  }

  /** How far the events of the batch come before one of them can be due. */
  int quietEnd(SlotBatch batch, int from, int to) {
    if (byCount()) {
      return from;
    }
    int end = byEventTime() ? quietByEventTime(batch, from, to) : to;
    return byProcessingTime() ? quietByClock(batch, from, end) : end;
  }

  private int quietByEventTime(SlotBatch batch, int from, int to) {
    long before = Long.MAX_VALUE;
    for (int i = from; i < to; i++) {
      long watermark = batch.judgedBy[i];
      if (watermark >= before) {
        return i;
      }
      before = Math.min(before, nextAfter(watermark, step));
      before = Math.min(before, firstAfter(batch.timestamps[i], watermark));
    }
    return to;
  }

  private int quietByClock(SlotBatch batch, int from, int to) {
    if (from == to) {
      return to;
    }
    long before = nextAfter(Math.max(clock.nowNs(), batch.arrivalsNs[from]), stepNs);
    int i = from;
    while (i < to && batch.arrivalsNs[i] < before) {
      i++;
    }
    return i;
  }
}
