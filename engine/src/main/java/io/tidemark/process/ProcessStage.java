package io.tidemark.process;

import io.tidemark.counters.Counters;
import io.tidemark.output.ProcessResultHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs all process definitions of a job, or of one shard of it, in the job's order. An event is
 * first tried on all of them, then counts for all or for none. Pure: its results are a function of
 * the calls made. One writer: the thread that runs the stage.
 *
 * @param <E> the type of event
 */
public final class ProcessStage<E> {
  private final List<KeyedOperator<E>> operators = new ArrayList<>();

  /** Whether an event was tried and is neither taken nor left. */
  private boolean pending;

  /** The one whose function was called last, or null. */
  private KeyedOperator<E> tried;

  /**
   * A stage that runs these definitions, which have been checked.
   *
   * @param job its name, for messages
   * @param unit of timestamps
   * @param results takes the rows that are emitted
   */
  public ProcessStage(
      String job,
      List<KeyedProcess<E>> definitions,
      TimeUnit unit,
      Counters counters,
      ProcessResultHandler results) {
    for (KeyedProcess<E> definition : definitions) {
      int number = operators.size();
      operators.add(
          definition.operator(job, number, unit, counters.processes().get(number), results));
    }
  }

  /** The job is on processing time, which has no watermark to show; before the first slot. */
  public void hideWatermark() {
    for (KeyedOperator<E> operator : operators) {
      operator.hideWatermark();
    }
  }

  /** Whether there is nothing to run. */
  public boolean isEmpty() {
    return operators.isEmpty();
  }

  /**
   * Expires state and fires timers, definition by definition.
   *
   * @param watermark the merged watermark
   * @param nowNs the slots' clock
   */
  public void advanceTo(long watermark, long nowNs) {
    for (int i = 0; i < operators.size(); i++) {
      operators.get(i).advanceTo(watermark, nowNs);
    }
  }

  /**
   * Has all functions take an event. What one throws comes out of here, and nothing has changed;
   * {@link #triedFunction} tells whose it was.
   */
  public void tryOut(E event, long key, long timestamp) {
    pending = true;
    for (int i = 0; i < operators.size(); i++) {
      tried = operators.get(i);
      tried.onEvent(event, key, timestamp);
    }
  }

  /** The words for the function that was called last; there was one. */
  public String triedFunction() {
    return tried.function();
  }

  /** Settles the event that was tried, if any: it counts, or leaves no trace. */
  public void settle(boolean counts) {
    if (!pending) {
      return;
    }
    pending = false;
    for (int i = 0; i < operators.size(); i++) {
      if (counts) {
        operators.get(i).commit();
      } else {
        operators.get(i).discard();
      }
    }
  }
}
