package io.tidemark.window;

import io.tidemark.aggregate.Column;
import io.tidemark.aggregate.RowCode;
import io.tidemark.counters.WindowCounters;
import io.tidemark.output.ResultHandler;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What an operator is made from.
 *
 * @param name the definition's name
 * @param number its place in the job, from 0
 * @param unit the unit of timestamps
 * @param allowedLateness how long a window is kept after its end, in that unit
 * @param boundaryShift 1 where windows are (start, end], else 0: by so much the bounds that the
 *     operator works with lie behind those of results
 * @param triggers when windows fire, as far as that differs from the default
 * @param clock processing time, where {@code triggers} need it, else null
 * @param gapAt where a session's gap is among an event's values, if it is read from events
 * @param code the aggregates
 * @param columns the columns of the results
 * @param counters where the operator counts
 * @param results takes the firings
 */
record OperatorSetup(
    String name,
    int number,
    TimeUnit unit,
    long allowedLateness,
    long boundaryShift,
    Triggers triggers,
    ProcessingClock clock,
    int gapAt,
    RowCode code,
    List<Column> columns,
    WindowCounters counters,
    ResultHandler results) {

  /** The same with the number of events in each row's state; see {@link RowCode#counted}. */
  OperatorSetup counted() {
    return with(code.counted());
  }

  /** The same for rows that are shared; see {@link RowCode#within}. */
  OperatorSetup within(RowCode union) {
    return with(code.within(union));
  }

  private OperatorSetup with(RowCode newCode) {
    return new OperatorSetup(
        name,
        number,
        unit,
        allowedLateness,
        boundaryShift,
        triggers,
        clock,
        gapAt,
        newCode,
        columns,
        counters,
        results);
  }

  /** Whether windows fire otherwise than by default. */
  boolean hasTriggers() {
    return !triggers.equals(Triggers.DEFAULT);
  }
}
