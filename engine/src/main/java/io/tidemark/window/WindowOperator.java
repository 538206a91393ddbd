package io.tidemark.window;

import io.tidemark.aggregate.AggregateOverflowException;
import io.tidemark.aggregate.RowCode;
import io.tidemark.counters.WindowCounters;
import io.tidemark.output.FiringKind;
import io.tidemark.time.SlotBatch;

/**
 * Runs the windows of one definition. One writer: the stage that runs the windows.
 *
 * <p>A row is its key, the number of its firings where a window can fire more than once, what its
 * operator and {@link RowFiring} keep there, and the state of the aggregates.
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

  /** There is no room for the event's rows. */
  static final int NO_ROOM = 4;

  /** Where there is nothing to fire or to close. */
  static final long NEVER = Long.MAX_VALUE;

  final RowCode code;
  final WindowCounters counters;
  private final String name;
  private final int number;
  private final boolean firesAgain;
  private final long boundaryShift;

  /** Hands out rows. */
  final RowFiring output;

  /** How many rows there may be, or null; set before the first event. */
  Ceiling ceiling;

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
    this.firesAgain = firesAgain;
    this.boundaryShift = setup.boundaryShift();
    this.trial = new long[code.mayThrow() ? code.width() : 0];
    this.trialRows = new int[code.mayThrow() ? SlotBatch.SIZE : 0];
    this.output = new RowFiring(setup, firesAgain, (firesAgain ? 2 : 1) + fields);
    this.stateAt = output.stateAt();
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

  /** Takes the event, as {@link #take}, if there is room for its rows. */
  final int takeInRoom(SlotBatch batch, int i) {
    return ceiling == null ? take(batch, i) : ceiling.take(batch, i);
  }

  /** How many rows the event would add: none where it is late, or falls into no window. */
  abstract int rowsNeeded(SlotBatch batch, int i);

  /** How many rows an event of a quiet part adds at the most. */
  int mostQuietRows() {
    return 1;
  }

  /** How many rows an event adds at the most. */
  long mostRows() {
    return mostQuietRows();
  }

  /**
   * The smallest watermark at which a window that there is now closes, fired or not; or {@link
   * #NEVER}. Not while windows are being fired.
   */
  long oldestClosing() {
    return nextClosing();
  }

  /**
   * Takes the event into a copy of its row, or rows merged for it, and leaves everything as it is.
   *
   * @return whether there was one: not if it is too late, or falls into no window
   */
  abstract boolean tryOut(SlotBatch batch, int i);

  /** The same of a row of a table; of no event where the place is -1. */
  final long[] copyOfRow(KeyTable table, int at) {
    return at < 0 ? copyOfState(null, 0) : copyOfState(table.rows(at), table.offset(at));
  }

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
   * that {@link #nextFiring} is later. Only where {@link #firesInSlices} says no.
   */
  void fireNext() {
    throw new IllegalStateException(name + " fires windows in slices");
  }

  /** Whether the next firing can go on in slices, while events are taken. */
  boolean firesInSlices() {
    return false;
  }

  /**
   * Begins to fire the earliest window that has not fired: for events it has, and its rows are
   * handed out by {@link #fireRows}. Only where {@link #firesInSlices} says so.
   */
  KeyedWindow beginFiring() {
    throw new IllegalStateException(name + " fires windows whole");
  }

  /** Hands out the next rows, so many, of a window that is being fired. */
  final void fireRows(KeyedWindow window, int count) {
    KeyTable table = window.table;
    int row = window.takeRows(count);
    int behind = row + count;
    while (row < behind) {
      int place = table.place(row);
      long[] rows = table.rows(place);
      int at = table.offset(place);
      for (int end = Math.min(behind, table.behindChunk(row)); row < end; row++) {
        if (window.isDue(row)) {
          emit(rows, at, window.start, window.end, FiringKind.ON_TIME);
        }
        at += table.stride();
      }
    }
  }

  /**
   * An event comes to a window that is being fired: the row that it is to change is handed out as
   * it is.
   */
  final void fireAhead(KeyedWindow window, long key) {
    int at = window.table.find(key);
    if (at < 0) {
      return;
    }
    int row = window.table.row(at);
    if (window.takeAhead(row)) {
      try {
        emit(window, at, FiringKind.ON_TIME);
      } catch (AggregateOverflowException fault) {
        window.putBack(row);
        throw fault;
      }
    }
  }

  /** Closes the windows whose time has come and whose rows have all been handed out. */
  abstract void closeUpTo(long watermark);

  /**
   * The smallest watermark at which a window may close, or {@link #NEVER}; not that of a window
   * that is being fired.
   */
  abstract long nextClosing();

  /** The state of no event, in the rows of a table from this number on, which were just added. */
  final void create(KeyTable table, int from) {
    int row = from;
    while (row < table.size()) {
      int place = table.place(row);
      long[] rows = table.rows(place);
      int at = table.offset(place);
      for (int end = Math.min(table.size(), table.behindChunk(row)); row < end; row++) {
        create(rows, at);
        at += table.stride();
      }
    }
  }

  /** The state of no event, in a row that was just added. */
  final void create(long[] rows, int at) {
    if (firesAgain) {
      rows[at + 1] = 0;
    }
    code.create(rows, at + stateAt);
    counters.openedRows.increment();
  }

  /** The smallest processing time at which a window may fire by it, or {@link #NEVER}; in ns. */
  long nextFiringNs() {
    return NEVER;
  }

  /** Fires the windows that are due at {@link #nextFiringNs}; or finds that none is. */
  void fireNextByClock() {
    throw new UnsupportedOperationException("nothing fires by processing time");
  }

  /** Fires what is due at the end of time, which {@link #nextFiring} cannot tell from never. */
  void fireAtEndOfTime() {}

  /** Hands out the firing of a window's row at this place. */
  final void emit(KeyedWindow window, int at, FiringKind kind) {
    KeyTable table = window.table;
    emit(table.rows(at), table.offset(at), window.start, window.end, kind);
  }

  /** Hands out the firing of one row; the bounds are those that the operator works with. */
  final void emit(long[] rows, int at, long from, long to, FiringKind kind) {
    emit(rows, at, from, to, kind, output.isLast(kind));
  }

  /** Hands out the firing of one row, said to be the last one or not. */
  final void emit(long[] rows, int at, long from, long to, FiringKind kind, boolean isLast) {
    long end = to - boundaryShift;
    output.emit(rows, at, from - boundaryShift, end, end, kind, isLast);
  }

  /** Hands out the firing of one row whose window's bounds are no times: it fires once. */
  final void emitWithoutTimes(long[] rows, int at, long start, long end, FiringKind kind) {
    output.emit(rows, at, start, end, Long.MAX_VALUE, kind, true);
  }

  /** Takes back what the row fired last within these bounds, if anything; only where rows do so. */
  final void retract(long[] rows, int at, long from, long to) {
    output.takeBack(rows, at, from - boundaryShift, to - boundaryShift);
  }

  /** Whether a firing takes back the one before it. */
  final boolean retracts() {
    return output.retracts();
  }
}
