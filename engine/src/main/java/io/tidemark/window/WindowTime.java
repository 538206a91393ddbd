package io.tidemark.window;

import io.tidemark.time.Durations;
import io.tidemark.time.SlotBatch;
import io.tidemark.time.TimeStage;
import java.util.Arrays;

/**
 * Where time stands for the windows of a stage, by the watermark and by the clock: fires and closes
 * what falls due as it goes on, the definitions' windows in the order that {@link WindowStage}
 * promises. One writer: the thread that runs the stage.
 */
final class WindowTime {
  private final WindowOperator[] operators;

  /** Those whose windows may have many rows. */
  private final WindowOperator[] windowed;

  private final Firings firings;
  private final Deadline deadline;

  /** Processing time, where a definition fires by it, else null. */
  private final ProcessingClock clock;

  /** The watermark now, which has had all windows fire that end by it. */
  private long reached = Long.MIN_VALUE;

  WindowTime(
      WindowOperator[] operators, Firings firings, Deadline deadline, ProcessingClock clock) {
    this.operators = operators;
    this.windowed =
        Arrays.stream(operators)
            .filter(operator -> !RowWindows.isOne(operator))
            .toArray(WindowOperator[]::new);
    this.firings = firings;
    firings.fireFor(operators);
    this.deadline = deadline;
    this.clock = clock;
  }

  /**
   * Time comes to where it was judged to be before this slot. What had its time before time ended
   * is not said to be final: no batch's end may decide that.
   */
  void advanceBefore(SlotBatch batch, int i) {
    if (batch.judgedBy[i] == TimeStage.END_OF_TIME) {
      advance(batch.beforeTicks[i]);
    }
    advance(batch.judgedBy[i]);
  }

  /** The watermark comes to this value: fires and closes what is due by it. */
  void advance(long watermark) {
    if (deadline.isReachedBy(watermark)) {
      fireAndClose(watermark);
    }
    reached = watermark;
  }

  /** Processing time comes to this arrival: fires what is due by processing time. */
  void passTo(long arrivalNs) {
    if (clock != null) {
      clock.passTo(arrivalNs);
      if (clock.isDue()) {
        fireByClock();
      }
    }
  }

  private void fireByClock() {
    for (WindowOperator next = earliestByClock(); next != null; next = earliestByClock()) {
      next.fireNextByClock();
    }
    clock.reset();
    for (WindowOperator operator : operators) {
      clock.lower(operator.nextFiringNs());
    }
  }

  /** The definition that is due first by processing time, if that has come. */
  private WindowOperator earliestByClock() {
    WindowOperator earliest = null;
    for (WindowOperator operator : operators) {
      long due = operator.nextFiringNs();
      if (due <= clock.nowNs() && (earliest == null || due < earliest.nextFiringNs())) {
        earliest = operator;
      }
    }
    return earliest;
  }

  /** Whether windows are being fired, in slices. */
  boolean isFiring() {
    return !firings.isEmpty();
  }

  /** The watermark up to which all results have been handed out; the largest one if all have. */
  long handedOutUpTo() {
    return firings.handedOutUpTo();
  }

  /** Goes on with what is being fired. */
  void fireSlice() {
    firings.goOn(reached);
  }

  /** Finishes what is being fired. */
  void finishFiring() {
    firings.finish(reached);
  }

  /**
   * The job stops for what was thrown: finishes what fired before that, as it would have been in
   * one go, unless it was the handler of results that threw.
   */
  void finishBefore(RuntimeException stop) {
    for (WindowOperator operator : operators) {
      if (operator.output.handlerThrew) {
        return;
      }
    }
    try {
      finishFiring();
    } catch (RuntimeException before) {
      before.addSuppressed(stop);
      throw before;
    }
  }

  private void fireAndClose(long watermark) {
    if (watermark == TimeStage.END_OF_TIME) {
      // What is being fired had its time before time ended.
      finishFiring();
      for (WindowOperator operator : operators) {
        operator.output.endTime();
      }
    }
    for (WindowOperator next = earliest(watermark); next != null; next = earliest(watermark)) {
      firings.fireRowWindows(next.nextFiring(), next, reached);
      firings.fire(next, reached);
    }
    firings.fireRowWindows(watermark, null, reached);
    if (watermark == TimeStage.END_OF_TIME) {
      firings.handOutAll();
      for (WindowOperator operator : operators) {
        operator.fireAtEndOfTime();
      }
    }
    close(watermark);
  }

  private void close(long watermark) {
    for (WindowOperator operator : windowed) {
      operator.closeUpTo(watermark);
    }
    firings.closeRowWindows(watermark);
    deadline.reset();
    for (WindowOperator operator : operators) {
      deadline.lower(Math.min(operator.nextFiring(), operator.nextClosing()));
    }
    // What is due waits for its slice.
    deadline.raise(Durations.saturatedAdd(watermark, 1));
  }

  /**
   * The definition whose next window ends first, if the watermark has reached that end; but those
   * whose windows have one row.
   */
  private WindowOperator earliest(long watermark) {
    WindowOperator earliest = null;
    long smallest = watermark;
    for (WindowOperator operator : windowed) {
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
