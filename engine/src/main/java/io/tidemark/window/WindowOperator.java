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
  private final AccumulationMode mode;

  /** Whether a window closes when it fires in time. */
  private final boolean closesWhenFired;

  /** Where a row keeps what it fired last, its kind and its values; 0 where it keeps nothing. */
  private final int formerAt;

  /** Whether the watermark has reached the end of time: nothing fires later. */
  private boolean timeHasEnded;

  /** Of how many windows a partly or wholly too late event came too late. */
  int missedWindows;

  /** In how many windows a partly late event counted. */
  int countedWindows;

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
    Triggers triggers = setup.triggers();
    this.mode = triggers.mode();
    this.closesWhenFired = setup.allowedLateness() == 0 || triggers.finalOnly();
    this.trial = new long[code.mayThrow() ? code.width() : 0];
    this.trialRows = new int[code.mayThrow() ? SlotBatch.SIZE : 0];
    int ownEnd = (firesAgain ? 2 : 1) + fields;
    boolean keepsFormer = mode == AccumulationMode.RETRACTING;
    this.formerAt = keepsFormer ? ownEnd : 0;
    this.stateAt = keepsFormer ? ownEnd + 1 + values.length : ownEnd;
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
   *
   * @return whether there was one: not if it is too late, or falls into no window
   */
  abstract boolean tryOut(SlotBatch batch, int i);

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

  /** How many rows the earliest window that has not fired has, or 0 if it is fired whole. */
  int rowsToFire() {
    return 0;
  }

  /**
   * Begins to fire the earliest window that has not fired: for events it has, and its rows are
   * handed out by {@link #fireRows}. Only where {@link #rowsToFire} is not 0, and no other firing
   * of this operator is under way.
   */
  void beginFiring() {
    throw new IllegalStateException(name + " fires windows whole");
  }

  /**
   * Hands out rows of the firing under way; an event that is to change a row hands it out first.
   *
   * @param most how many rows are looked at
   * @return how many were
   */
  int fireRows(int most) {
    return 0;
  }

  /** Whether a firing is under way. */
  boolean isFiring() {
    return false;
  }

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

  /** Whether the row has been handed out; false where rows are handed out only once. */
  final boolean hasFired(long[] rows, int at) {
    return firesAgain && rows[at + 1] != 0;
  }

  /** The smallest processing time at which a window may fire by it, or {@link #NEVER}; in ns. */
  long nextFiringNs() {
    return NEVER;
  }

  /** Fires the windows that are due at {@link #nextFiringNs}; or finds that none is. */
  void fireNextByClock() {
    throw new UnsupportedOperationException("nothing fires by processing time");
  }

  /** The watermark goes to the end of time: what fires now fires for the last time. */
  final void endTime() {
    timeHasEnded = true;
  }

  /** Fires what is due at the end of time, which {@link #nextFiring} cannot tell from never. */
  void fireAtEndOfTime() {}

  /** Hands out the firing of one row; the bounds are those that the operator works with. */
  final void emit(long[] rows, int at, long from, long to, FiringKind kind) {
    emit(rows, at, from, to, kind, isLast(kind));
  }

  /** Hands out the firing of one row, said to be the last one or not. */
  final void emit(long[] rows, int at, long from, long to, FiringKind kind, boolean isLast) {
    long end = to - boundaryShift;
    emit(rows, at, from - boundaryShift, end, end, kind, isLast);
  }

  /** Hands out the firing of one row whose window's bounds are no times: it fires once. */
  final void emitWithoutTimes(long[] rows, int at, long start, long end, FiringKind kind) {
    emit(rows, at, start, end, Long.MAX_VALUE, kind, true);
  }

  private boolean isLast(FiringKind kind) {
    return kind != FiringKind.EARLY && (closesWhenFired || timeHasEnded);
  }

  private void emit(
      long[] rows, int at, long start, long end, long endOfTimes, FiringKind kind, boolean isLast) {
    if (formerAt > 0) {
      takeBack(rows, at, start, end);
    }
    int revision = firesAgain ? (int) rows[at + 1]++ : 0;
    try {
      code.result(rows, at + stateAt, start, endOfTimes, values);
    } catch (ArithmeticException fault) {
      throw overflow(rows, at, start, endOfTimes, fault);
    }
    if (mode != AccumulationMode.ACCUMULATING) {
      leaveBehind(rows, at, kind);
    }
    count(kind);
    result.wrap(rows[at], start, end, kind, revision);
    results.onResult(isLast ? result.markFinal() : result);
  }

  private void count(FiringKind kind) {
    if (kind == FiringKind.ON_TIME) {
      counters.onTimeFirings.increment();
    } else if (kind == FiringKind.LATE) {
      counters.lateFirings.increment();
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

  /** Takes back what the row fired last within these bounds, if anything; only where rows do so. */
  final void retract(long[] rows, int at, long from, long to) {
    takeBack(rows, at, from - boundaryShift, to - boundaryShift);
  }

  private void takeBack(long[] rows, int at, long start, long end) {
    int firings = (int) rows[at + 1];
    if (firings > 0) {
      System.arraycopy(rows, at + formerAt + 1, values, 0, values.length);
      FiringKind kind = FiringKind.of((int) rows[at + formerAt]);
      counters.retractions.increment();
      results.onResult(result.wrap(rows[at], start, end, kind, firings - 1).markRetraction());
    }
  }

  /** Whether a firing takes back the one before it. */
  final boolean retracts() {
    return formerAt > 0;
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
