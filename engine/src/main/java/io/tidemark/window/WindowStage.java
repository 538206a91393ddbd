package io.tidemark.window;

import io.tidemark.counters.WindowCounters;
import io.tidemark.output.LateEvent;
import io.tidemark.output.LateHandler;
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
  private final WindowCounters[] counters;
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
    this.counters =
        operators.stream().map(operator -> operator.counters).toArray(WindowCounters[]::new);
    this.deadline = deadline;
    this.late = late;
    this.lateIsDropped = lateIsDropped;
  }

  /**
   * Takes one event into every definition.
   *
   * @param values what its aggregates read, as raw bits
   * @param watermark the merged watermark it is judged by, as {@link #advance} last took it
   * @return whether it was too late for any definition
   */
  public boolean add(E event, long key, long timestamp, long[] values, long watermark) {
    boolean anyTooLate = false;
    for (int i = 0; i < operators.length; i++) {
      int verdict = operators[i].add(key, timestamp, values, watermark);
      if (verdict == WindowOperator.COUNTED) {
        counters[i].counted.increment();
      } else {
        anyTooLate |= verdict == WindowOperator.TOO_LATE;
        account(i, verdict, event, key, timestamp, watermark);
      }
    }
    return anyTooLate;
  }

  /**
   * The watermark has moved to {@code watermark}: fires and closes the windows whose time it is.
   */
  public void advance(long watermark) {
    if (deadline.isReachedBy(watermark)) {
      fireAndClose(watermark);
    }
  }

  private void account(int i, int verdict, E event, long key, long timestamp, long watermark) {
    WindowCounters counts = counters[i];
    switch (verdict) {
      case WindowOperator.PARTLY_LATE -> {
        counts.counted.increment();
        counts.partlyLate.increment();
      }
      case WindowOperator.TOO_LATE -> {
        counts.tooLate.increment();
        if (lateIsDropped) {
          counts.lateDropped.increment();
        }
        WindowOperator operator = operators[i];
        late.onLate(
            lateEvent.wrap(event, operator.name(), operator.number(), key, timestamp, watermark));
      }
      default -> counts.unassigned.increment();
    }
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
