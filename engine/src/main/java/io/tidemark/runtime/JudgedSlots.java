package io.tidemark.runtime;

import io.tidemark.aggregate.AggregateException;
import io.tidemark.counters.Counter;
import io.tidemark.process.ProcessStage;
import io.tidemark.time.EventTrial;
import io.tidemark.time.Slot;
import io.tidemark.time.SlotBatch;
import io.tidemark.time.Timekeeper;
import io.tidemark.window.BatchSlots;
import io.tidemark.window.WindowStage;

/**
 * Takes slots that time has judged through what comes behind it, windows before processes: a batch
 * at a time or, where code of the user's may refuse an event, one by one, each tried out before it
 * has any effect. One writer: the thread that runs the loop.
 *
 * @param <E> the type of event
 */
final class JudgedSlots<E extends Slot> implements EventTrial {
  private final LoopSetup setup;
  private final Timekeeper time;
  private final WindowStage<E> windows;
  private final ProcessStage<E> processes;
  private final BatchSlots<E> slots;
  private final Counter accepted;
  private final PublishedWatermark watermark;

  /** Whether events are tried out: then each slot counts as soon as it is judged. */
  private final boolean triesOut;

  /** What an aggregate or a process function threw, if the job stops for it. */
  private UserCodeException refusal;

  JudgedSlots(
      LoopSetup setup,
      Timekeeper time,
      WindowStage<E> windows,
      ProcessStage<E> processes,
      BatchSlots<E> slots,
      Counter accepted,
      PublishedWatermark watermark) {
    this.setup = setup;
    this.time = time;
    this.windows = windows;
    this.processes = processes;
    this.slots = slots;
    this.accepted = accepted;
    this.watermark = watermark;
    this.triesOut = windows.mayThrow() || !processes.isEmpty();
    if (triesOut) {
      time.tryOutBy(this);
    }
  }

  /**
   * Takes the batch. Where events are tried out all slots have been taken, but for what time has
   * done since.
   */
  void take(SlotBatch batch) {
    int from = triesOut ? batch.size : 0;
    take(batch, from, batch.size, time.completeUpTo());
    if (triesOut) {
      processes.settle(false);
      processes.advanceTo(time.completeUpTo(), time.nowNs());
    }
  }

  /** What an aggregate or a process function threw, if the job stops for it; else null. */
  UserCodeException refusal() {
    return refusal;
  }

  /** An aggregate of the user's or a process function throws before anything has changed. */
  @Override
  public boolean accepts(SlotBatch events, int i) {
    windows.advanceTo(events, i);
    processes.advanceTo(events.judgedBy[i], time.nowNs());
    if (events.kinds[i] == SlotBatch.FILTERED) {
      return true;
    }
    try {
      windows.tryOut(events, i);
    } catch (AggregateException thrown) {
      refusal = EventCode.onThrow(setup, thrown.function(), thrown.getCause(), i, events);
      return false;
    }
    try {
      processes.tryOut(slots.slot(i), events.keys[i], events.timestamps[i]);
      return true;
    } catch (Exception thrown) {
      processes.settle(false);
      refusal = EventCode.onThrow(setup, processes.triedFunction(), thrown, i, events);
      return false;
    }
  }

  @Override
  public void onJudged(SlotBatch events, int i) {
    long completeUpTo = time.completeUpTo();
    int taken = take(events, i, i + 1, completeUpTo);
    processes.settle(taken > 0);
    processes.advanceTo(completeUpTo, time.nowNs());
  }

  private int take(SlotBatch batch, int from, int to, long after) {
    try {
      windows.onBatch(batch, from, to, after, slots);
      if (windows.isFiring()) {
        // Told first: who sees that events were taken sees that their results are not all out.
        watermark.tellFiring(true);
      }
    } finally {
      accepted.add(windows.accepted());
    }
    return windows.accepted();
  }
}
