package io.tidemark.window;

import io.tidemark.aggregate.AggregateException;
import io.tidemark.aggregate.AggregateOverflowException;
import io.tidemark.aggregate.RowCode;
import io.tidemark.counters.WindowCounters;
import io.tidemark.output.FiringKind;
import io.tidemark.output.ResultHandler;
import io.tidemark.output.WindowResult;

/**
 * Hands out the rows of one definition: computes results, numbers firings, takes back and leaves
 * behind what the definition's mode says, and tells what is final. One writer: the operator's
 * thread.
 */
final class RowFiring {
  private final String name;
  private final RowCode code;
  private final WindowCounters counters;
  private final ResultHandler results;
  private final long[] values;
  private final WindowResult result;
  private final boolean firesAgain;
  private final AccumulationMode mode;

  /** Whether a window closes when it fires in time. */
  private final boolean closesWhenFired;

  /** Where a row keeps what it fired last, its kind and its values; 0 where it keeps nothing. */
  private final int formerAt;

  /** Where the state begins in a row. */
  private final int stateAt;

  /** Whether the watermark has reached the end of time: nothing fires later. */
  private boolean timeHasEnded;

  /** Whether windows that come to their end do so to make room. */
  boolean isEvicting;

  /** Whether the handler of results has thrown: it is not to be called again. */
  boolean handlerThrew;

  /**
   * Nothing handed out yet.
   *
   * @param firesAgain whether a row has the number of its firings behind its key
   * @param ownEnd where what the operator keeps in a row ends
   */
  RowFiring(OperatorSetup setup, boolean firesAgain, int ownEnd) {
    this.name = setup.name();
    this.code = setup.code();
    this.counters = setup.counters();
    this.results = setup.results();
    this.values = new long[code.resultCount()];
    this.result =
        new WindowResult(name, setup.number(), setup.boundaryShift() > 0, setup.columns(), values);
    this.firesAgain = firesAgain;
    Triggers triggers = setup.triggers();
    this.mode = triggers.mode();
    this.closesWhenFired = setup.allowedLateness() == 0 || triggers.finalOnly();
    boolean keepsFormer = mode == AccumulationMode.RETRACTING;
    this.formerAt = keepsFormer ? ownEnd : 0;
    this.stateAt = keepsFormer ? ownEnd + 1 + values.length : ownEnd;
  }

  /** Where the state begins in a row. */
  int stateAt() {
    return stateAt;
  }

  /** Whether a firing takes back the one before it. */
  boolean retracts() {
    return formerAt > 0;
  }

  /** The watermark goes to the end of time: what fires now fires for the last time. */
  void endTime() {
    timeHasEnded = true;
  }

  /** Whether a firing of this kind is a row's last one. */
  boolean isLast(FiringKind kind) {
    return kind != FiringKind.EARLY && (closesWhenFired || timeHasEnded);
  }

  /**
   * Hands out the firing of one row.
   *
   * @param start the window's first timestamp, or what stands for it
   * @param end the first timestamp behind it, likewise
   * @param endOfTimes up to where aggregates that look at time count
   * @param reason why it fires
   * @param isLast whether the row fires for the last time
   */
  void emit(
      long[] rows,
      int at,
      long start,
      long end,
      long endOfTimes,
      FiringKind reason,
      boolean isLast) {
    FiringKind kind = isEvicting && reason == FiringKind.ON_TIME ? FiringKind.EVICTED : reason;
    compute(rows, at, start, endOfTimes);
    if (formerAt > 0 && rows[at + 1] > 0) {
      // Only now: what cannot be told takes nothing back.
      takeBack(rows, at, start, end);
      compute(rows, at, start, endOfTimes);
    }
    int revision = firesAgain ? (int) rows[at + 1]++ : 0;
    if (mode != AccumulationMode.ACCUMULATING) {
      leaveBehind(rows, at, kind);
    }
    count(kind);
    result.wrap(rows[at], start, end, kind, revision);
    hand(isLast ? result.markFinal() : result);
  }

  private void compute(long[] rows, int at, long start, long endOfTimes) {
    try {
      code.result(rows, at + stateAt, start, endOfTimes, values);
    } catch (AggregateException thrown) {
      throw thrown.ofFiring(rows[at], start);
    } catch (ArithmeticException fault) {
      throw overflow(rows, at, start, endOfTimes, fault);
    }
  }

  private void hand(WindowResult row) {
    try {
      results.onResult(row);
    } catch (RuntimeException thrown) {
      handlerThrew = true;
      throw thrown;
    }
  }

  private void count(FiringKind kind) {
    if (kind == FiringKind.ON_TIME) {
      counters.onTimeFirings.increment();
    } else if (kind == FiringKind.LATE) {
      counters.lateFirings.increment();
    } else if (kind == FiringKind.EVICTED) {
      counters.evictedFirings.increment();
    } else {
      counters.earlyFirings.increment();
    }
  }

  /** What a further firing of the row needs of this one. */
  private void leaveBehind(long[] rows, int at, FiringKind kind) {
    if (mode == AccumulationMode.DISCARDING) {
      code.create(rows, at + stateAt);
    } else {
      rows[at + formerAt] = kind.ordinal();
      System.arraycopy(values, 0, rows, at + formerAt + 1, values.length);
    }
  }

  /** Hands out what the row fired last, if anything, as a retraction; where rows keep that. */
  void takeBack(long[] rows, int at, long start, long end) {
    int firings = (int) rows[at + 1];
    if (firings > 0) {
      System.arraycopy(rows, at + formerAt + 1, values, 0, values.length);
      FiringKind kind = FiringKind.of((int) rows[at + formerAt]);
      counters.retractions.increment();
      hand(result.wrap(rows[at], start, end, kind, firings - 1).markRetraction());
    }
  }

  private AggregateOverflowException overflow(
      long[] rows, int at, long start, long end, ArithmeticException fault) {
    int column = Math.max(code.faultyColumn(rows, at + stateAt, start, end), 0);
    AggregateOverflowException overflow =
        new AggregateOverflowException(name, result.columns().get(column).name(), rows[at], start);
    overflow.initCause(fault);
    return overflow;
  }
}
