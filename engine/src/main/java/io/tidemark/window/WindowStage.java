package io.tidemark.window;

import io.tidemark.counters.WindowCounters;
import io.tidemark.output.LateEvent;
import io.tidemark.output.LateHandler;
import io.tidemark.time.SlotBatch;
import java.util.List;

/**
 * Runs all window definitions of a job, or of one shard of it: takes judged events, fires and
 * closes windows as the watermark moves. Pure: its results are a function of the calls made.
 *
 * <p>The order within one firing is fixed: window end, then the definitions in the job's order,
 * then start, then the order in which keys were first seen. A leap of the watermark costs as much
 * as there are live windows, however far it goes. One writer: the thread that runs the stage.
 *
 * @param <E> the type of event
 */
public final class WindowStage<E> {
  private final WindowOperator[] operators;
  private final Deadline deadline;
  private final LateHandler<E> late;
  private final boolean lateIsDropped;
  private final LateEvent<E> lateEvent = new LateEvent<>();

  WindowStage(
      List<WindowOperator> operators,
      Deadline deadline,
      LateHandler<E> late,
      boolean lateIsDropped) {
    this.operators = operators.toArray(WindowOperator[]::new);
    this.deadline = deadline;
    this.late = late;
    this.lateIsDropped = lateIsDropped;
  }

  /**
   * Takes a batch that the time stage has judged.
   *
   * @param after the merged watermark after the last slot
   * @param slots the slots themselves, for side outputs
   * @return how many of them were accepted events
   */
  public int onBatch(SlotBatch batch, long after, BatchSlots<E> slots) {
    int accepted = 0;
    int next = 0;
    while (next < batch.size) {
      int end = quietEnd(batch, next);
      if (end > next) {
        takeQuiet(batch, next, end);
        accepted += end - next;
      } else {
        if (SlotBatch.isAccepted(batch.kinds[next])) {
          take(batch, next, slots);
          accepted++;
        } else {
          slots.onSkipped(next);
        }
        end = next + 1;
      }
      next = end;
    }
    advance(after);
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

  /** Fires and closes what is due by this watermark, which the next event is judged by. */
  public void advanceTo(long watermark) {
    advance(watermark);
  }

  /**
   * Has the user's own aggregates take an event on copies of its rows. What one throws comes out of
   * here, and nothing has changed; what one throws later on is no event's fault and stops the job.
   */
  public void tryOut(SlotBatch batch, int i) {
    for (WindowOperator operator : operators) {
      if (operator.code.mayThrow()) {
        operator.tryOut(batch, i);
      }
    }
  }

  /** How far no definition has anything to say: then none of them minds the others' order. */
  private int quietEnd(SlotBatch batch, int from) {
    int end = batch.eventsEnd(from, deadline.watermark());
    for (WindowOperator operator : operators) {
      end = operator.quietEnd(batch, from, end);
    }
    return end;
  }

  private void takeQuiet(SlotBatch batch, int from, int to) {
    for (WindowOperator operator : operators) {
      operator.takeQuiet(batch, from, to);
      operator.counters.counted.add(to - from);
    }
  }

  private void take(SlotBatch batch, int i, BatchSlots<E> slots) {
    advance(batch.judgedBy[i]);
    for (WindowOperator operator : operators) {
      int verdict = operator.take(batch, i);
      if (verdict == WindowOperator.COUNTED) {
        operator.counters.counted.increment();
      } else {
        account(operator, verdict, batch, i, slots);
      }
    }
  }

  private void advance(long watermark) {
    if (deadline.isReachedBy(watermark)) {
      fireAndClose(watermark);
    }
  }

  private void account(
      WindowOperator operator, int verdict, SlotBatch batch, int i, BatchSlots<E> slots) {
    WindowCounters counts = operator.counters;
    switch (verdict) {
      case WindowOperator.PARTLY_LATE -> {
        counts.counted.increment();
        counts.partlyLate.increment();
      }
      case WindowOperator.TOO_LATE -> tooLate(operator, batch, i, slots);
      default -> counts.unassigned.increment();
    }
  }

  private void tooLate(WindowOperator operator, SlotBatch batch, int i, BatchSlots<E> slots) {
    operator.counters.tooLate.increment();
    if (lateIsDropped) {
      operator.counters.lateDropped.increment();
    }
    if (batch.kinds[i] == SlotBatch.RETURNED) {
      operator.counters.lateAfterIdle.increment();
    }
    late.onLate(
        lateEvent.wrap(
            slots.slot(i),
            operator.name(),
            operator.number(),
            batch.keys[i],
            batch.timestamps[i],
            batch.judgedBy[i]));
  }

  private void fireAndClose(long watermark) {
    for (WindowOperator next = earliest(watermark); next != null; next = earliest(watermark)) {
      next.fireNext();
    }
    deadline.reset();
    for (WindowOperator operator : operators) {
      operator.closeUpTo(watermark);
      deadline.lower(Math.min(operator.nextFiring(), operator.nextClosing()));
    }
  }

  /** The definition whose next window ends first, if the watermark has reached that end. */
  private WindowOperator earliest(long watermark) {
    WindowOperator earliest = null;
    long smallest = watermark;
    for (WindowOperator operator : operators) {
      long firing = operator.nextFiring();
      if (firing != WindowOperator.NEVER
          && (firing < smallest || (firing == smallest && earliest == null))) {
        earliest = operator;
        smallest = firing;
      }
    }
    return earliest;
  }
}
