package io.tidemark.window;

import io.tidemark.aggregate.AggregateOverflowException;
import io.tidemark.aggregate.RowCode;
import io.tidemark.counters.WindowCounters;
import io.tidemark.output.FiringKind;
import io.tidemark.output.ResultHandler;
import io.tidemark.output.WindowResult;
import io.tidemark.time.SlotBatch;

/**
 * Runs the windows of one definition. One writer: the stage that runs the windows.
 *
 * <p>A row is its key, the number of its firings where a window can fire more than once, and the
 * state of the aggregates.
 */
abstract class WindowOperator {
  /** The event counts in every window it falls into. */
  static final int COUNTED = 0;

  /** The event counts in some of its windows and is too late for the others. */
  static final int PARTLY_LATE = 1;

  /** The event is late for every window it falls into. */
  static final int TOO_LATE = 2;

  /** The event falls into no window and is not late. */
  static final int UNASSIGNED = 3;

  /** Where there is nothing to fire or to close. */
  static final long NEVER = Long.MAX_VALUE;

  final RowCode code;
  final WindowCounters counters;
  private final String name;
  private final int number;
  private final ResultHandler results;
  private final long[] values;
  private final WindowResult result;
  private final boolean firesAgain;
  private final long boundaryShift;

  /** A state to try things out with, where an aggregate is the user's own. */
  private final long[] trial;

  /** Says for each event that its row begins at 0. */
  private final int[] trialRows;

  /** Where the state begins in a row. */
  final int stateAt;

  WindowOperator(OperatorSetup setup, boolean firesAgain) {
    this(setup, firesAgain, 0);
  }

  /**
   * An operator without windows.
   *
   * @param fields how many longs of its own it keeps in a row, before the state
   */
  WindowOperator(OperatorSetup setup, boolean firesAgain, int fields) {
    this.name = setup.name();
    this.number = setup.number();
    this.code = setup.code();
    this.counters = setup.counters();
    this.results = setup.results();
    this.values = new long[code.resultCount()];
    this.result = new WindowResult(name, number, setup.columns(), values);
    this.firesAgain = firesAgain;
    this.boundaryShift = setup.boundaryShift();
    this.trial = new long[code.mayThrow() ? code.width() : 0];
    this.trialRows = new int[code.mayThrow() ? SlotBatch.SIZE : 0];
    this.stateAt = (firesAgain ? 2 : 1) + fields;
  }

  final String name() {
    return name;
  }

  final int number() {
    return number;
  }

  /** The longs of a row. */
  final int stride() {
    return stateAt + code.width();
  }

  /**
   * How far the batch is quiet: whatever their order, its events only count in windows that are
   * open and have not fired.
   *
   * @param from where it begins; up to {@code to} all are accepted events, and no window of the
   *     stage fires or closes meanwhile
   * @return the place of the first event that is not like that, at least {@code from}
   */
  abstract int quietEnd(SlotBatch batch, int from, int to);

  /**
   * Takes the events of a quiet part of the batch. In short loops, look-ups apart from counting:
   * where memory is waited for, a core then waits for several rows at once.
   */
  abstract void takeQuiet(SlotBatch batch, int from, int to);

  /**
   * Takes any one event of the batch; a window past its end fires at once.
   *
   * @return what became of it
   */
  abstract int take(SlotBatch batch, int i);

  /**
   * Takes the event into a copy of its row, or rows merged for it, and leaves everything as it is.
   */
  abstract void tryOut(SlotBatch batch, int i);

  /** A copy of a row's state for {@link #tryOut}; of no event where there is no row. */
  final long[] copyOfState(long[] rows, int at) {
    if (rows == null) {
      code.create(trial, 0);
    } else {
      System.arraycopy(rows, at + stateAt, trial, 0, trial.length);
    }
    return trial;
  }

  /** Takes the event into the copy. */
  final void addToCopy(SlotBatch batch, int i) {
    code.addAll(trial, trialRows, 0, batch.values, batch.timestamps, i, i + 1);
  }

  /** The smallest watermark at which a window may fire, or {@link #NEVER}. */
  abstract long nextFiring();

  /**
   * Fires the earliest window that has not fired, for all its keys; or finds that it has grown, so
   * that {@link #nextFiring} is later.
   */
  abstract void fireNext();

  /** Closes the windows whose time has come. */
  abstract void closeUpTo(long watermark);

  /** The smallest watermark at which a window may close, or {@link #NEVER}. */
  abstract long nextClosing();

  /** The state of no event, in a row that was just added. */
  final void create(long[] rows, int at) {
    if (firesAgain) {
      rows[at + 1] = 0;
    }
    code.create(rows, at + stateAt);
    counters.openedRows.increment();
  }

  /** Hands out the firing of one row; the bounds are those that the operator works with. */
  final void emit(long[] rows, int at, long from, long to, FiringKind kind) {
    long end = to - boundaryShift;
    emit(rows, at, from - boundaryShift, end, end, kind);
  }

  /** Hands out the firing of one row whose window's bounds are no times: it has no end in time. */
  final void emitWithoutTimes(long[] rows, int at, long start, long end, FiringKind kind) {
    emit(rows, at, start, end, Long.MAX_VALUE, kind);
  }

  private void emit(long[] rows, int at, long start, long end, long endOfTimes, FiringKind kind) {
    int revision = firesAgain ? (int) rows[at + 1]++ : 0;
    try {
      code.result(rows, at + stateAt, start, endOfTimes, values);
    } catch (ArithmeticException fault) {
      throw overflow(rows, at, start, endOfTimes, fault);
    }
    if (kind == FiringKind.ON_TIME) {
      counters.onTimeFirings.increment();
    } else {
      counters.lateFirings.increment();
    }
    results.onResult(result.wrap(rows[at], start, end, kind, revision));
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
