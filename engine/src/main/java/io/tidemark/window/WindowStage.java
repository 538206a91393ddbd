package io.tidemark.window;

import io.tidemark.counters.WindowCounters;
import io.tidemark.time.SlotBatch;
import java.util.List;

/**
 * Runs all window definitions of a job, or of one shard of it: takes judged events, fires and
 * closes windows as the watermark moves. Pure: its results are a function of the calls made.
 *
 * <p>The order within one firing is fixed: window end, then the definitions in the job's order,
 * then start, then the order in which keys were first seen: in the window, or by the definition,
 * where windows slide and fire by default. There a key has its place from its first counted event
 * on. When a window fires, the keys lose theirs that have no event in any window but those which
 * close before the watermark at which it does. A firing of many rows goes on in slices between
 * batches, where its operator can do so, and one of many windows with a row each as well; an event
 * that is to change a row which has not been handed out hands it out first, so that neither results
 * nor revisions depend on it. A leap of the watermark costs as much as there are live windows,
 * however far it goes. One writer: the thread that runs the stage.
 *
 * @param <E> the type of event
 */
public final class WindowStage<E> {
  private final WindowOperator[] operators;

  /** Whether a definition has a ceiling on its rows. */
  private final boolean hasCeilings;

  private final WindowTime time;
  private final Deadline deadline;
  private final LateEvents<E> late;

  /** How many events were taken of the slots at hand. */
  private int accepted;

  /** Processing time, where a definition fires by it, else null. */
  private final ProcessingClock clock;

  WindowStage(
      List<WindowOperator> operators,
      Firings firings,
      Deadline deadline,
      ProcessingClock clock,
      LateEvents<E> late) {
    this.operators = operators.toArray(WindowOperator[]::new);
    this.hasCeilings = operators.stream().anyMatch(operator -> operator.ceiling != null);
    this.time = new WindowTime(this.operators, firings, deadline, clock);
    this.deadline = deadline;
    this.clock = clock;
    this.late = late;
  }

  /**
   * Takes slots of a batch that the time stage has judged: all of them, or a part after the other.
   *
   * @param from the first slot
   * @param to the place behind the last one
   * @param after the merged watermark after the last of these slots
   * @param slots the slots themselves, for side outputs
   * @return how many of them were accepted events
   */
  public int onBatch(SlotBatch batch, int from, int to, long after, BatchSlots<E> slots) {
    accepted = 0;
    int next = from;
    while (next < to) {
      int end = quietEnd(batch, next, to);
      if (end > next) {
        takeQuiet(batch, next, end);
        accepted += end - next;
      } else {
        if (SlotBatch.isAccepted(batch.kinds[next])) {
          take(batch, next, slots);
          accepted++;
        } else {
          skip(batch, next);
          slots.onSkipped(next);
        }
        end = next + 1;
      }
      next = end;
    }
    time.advance(after);
    return accepted;
  }

  /** How many accepted events were taken by the last call, also if that threw. */
  public int accepted() {
    return accepted;
  }

  /** Whether any aggregate may throw, so that events have to be tried out. */
  public boolean mayThrow() {
    for (WindowOperator operator : operators) {
      if (operator.code.mayThrow()) {
        return true;
      }
    }
    return false;
  }

  /** Fires and closes what is due before this event counts. */
  public void advanceTo(SlotBatch batch, int i) {
    time.advanceBefore(batch, i);
    time.passTo(batch.arrivalsNs[i]);
  }

  /**
   * Has the user's own aggregates take an event on copies of its rows. What one throws comes out of
   * here, and nothing has changed; what one throws later on is no event's fault and stops the job.
   */
  public void tryOut(SlotBatch batch, int i) {
    for (WindowOperator operator : operators) {
      if (operator.code.mayThrow()) {
        tryOut(operator, batch, i);
      }
    }
  }

  private void tryOut(WindowOperator operator, SlotBatch batch, int i) {
    if (operator.ceiling != null) {
      operator.ceiling.raise(batch, i);
    }
    try {
      if (!operator.tryOut(batch, i)) {
        late.tryOut(operator, batch, i);
      }
    } finally {
      if (operator.ceiling != null) {
        operator.ceiling.restore(batch, i);
      }
    }
  }

  /** How far no definition has anything to say: then none of them minds the others' order. */
  private int quietEnd(SlotBatch batch, int from, int to) {
    int end = batch.eventsEnd(from, to, deadline.watermark());
    if (clock != null) {
      end = clock.quietEnd(batch, from, end);
    }
    if (hasCeilings) {
      end = roomEnd(batch, from, end);
    }
    for (WindowOperator operator : operators) {
      end = operator.quietEnd(batch, from, end);
    }
    return end;
  }

  /** How far no definition can come to its ceiling. */
  private int roomEnd(SlotBatch batch, int from, int to) {
    int end = to;
    for (WindowOperator operator : operators) {
      if (operator.ceiling != null) {
        end = operator.ceiling.roomEnd(batch, from, end);
      }
    }
    return end;
  }

  private void takeQuiet(SlotBatch batch, int from, int to) {
    for (WindowOperator operator : operators) {
      operator.takeQuiet(batch, from, to);
      operator.counters.counted.add(to - from);
    }
    if (clock != null) {
      clock.passTo(batch, from, to);
    }
  }

  /** A slot that no window takes: a control item, or an event that was rejected or filtered. */
  private void skip(SlotBatch batch, int i) {
    time.advanceBefore(batch, i);
    if (SlotBatch.passesTime(batch.kinds[i])) {
      time.passTo(batch.arrivalsNs[i]);
    }
  }

  private void take(SlotBatch batch, int i, BatchSlots<E> slots) {
    advanceTo(batch, i);
    for (WindowOperator operator : operators) {
      if (operator.ceiling == null) {
        take(operator, batch, i, slots);
      } else {
        operator.ceiling.raise(batch, i);
        take(operator, batch, i, slots);
        operator.ceiling.restore(batch, i);
      }
    }
  }

  private void take(WindowOperator operator, SlotBatch batch, int i, BatchSlots<E> slots) {
    int verdict = operator.takeInRoom(batch, i);
    if (verdict == WindowOperator.COUNTED) {
      operator.counters.counted.increment();
    } else {
      account(operator, verdict, batch, i, slots);
    }
  }

  private void account(
      WindowOperator operator, int verdict, SlotBatch batch, int i, BatchSlots<E> slots) {
    WindowCounters counts = operator.counters;
    switch (verdict) {
      case WindowOperator.PARTLY_LATE -> {
        counts.counted.increment();
        counts.partlyLate.increment();
        late.onPartlyLate(operator, batch, i, slots);
      }
      case WindowOperator.TOO_LATE -> late.onTooLate(operator, batch, i, slots);
      case WindowOperator.NO_ROOM -> late.onNoRoom(operator, batch, i, slots);
      default -> counts.unassigned.increment();
    }
  }

  /** Whether windows are being fired, in slices. */
  public boolean isFiring() {
    return time.isFiring();
  }

  /** The watermark up to which all results have been handed out; the largest one if all have. */
  public long handedOutUpTo() {
    return time.handedOutUpTo();
  }

  /** Goes on with what is being fired. */
  public void fireSlice() {
    time.fireSlice();
  }

  /** Finishes what is being fired. */
  public void finishFiring() {
    time.finishFiring();
  }

  /**
   * The job stops for what was thrown: finishes what fired before that, as it would have been in
   * one go, unless it was the handler of results that threw.
   */
  public void finishBefore(RuntimeException stop) {
    time.finishBefore(stop);
  }
}
