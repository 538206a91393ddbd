package io.tidemark.window;

import io.tidemark.output.FiringKind;
import io.tidemark.time.Durations;
import io.tidemark.time.SlotBatch;

/**
 * Sliding windows of any size and slide. An event goes into one row, that of its key in its pane;
 * panes go into running rows and out of them from window to window.
 *
 * <p>A pane's row is its key, the number of its arrival among all rows, and the state of the
 * aggregates. One writer: the stage that runs the windows.
 */
final class SlidingOperator extends WindowOperator {
  /** Where in a pane's row the number of its arrival is. */
  static final int ARRIVAL = 1;

  private final SlidingAssigner assigner;
  private final long allowedLateness;
  private final Deadline deadline;
  private final Panes panes;
  private final RunningRows running;
  private final LateWindows lateWindows;

  /** The row that fires: key, revision, state. */
  private final long[] row;

  /** Where the events at hand go: their panes' slots, and their rows there. */
  private final int[] slotOf = new int[SlotBatch.SIZE];

  private final int[] rowOf = new int[SlotBatch.SIZE];

  /** Numbers stand for panes: writing a reference for each event has the collector's barrier. */
  private final PaneSlots slots = new PaneSlots();

  /** Rows of panes so far: a row's arrival is its number. */
  private long arrivals;

  /** The first window that may have to fire when the watermark reaches its end. */
  private long unfired = Long.MIN_VALUE;

  /** The first window that may be open to events. */
  private long open = Long.MIN_VALUE;

  SlidingOperator(OperatorSetup setup, SlidingAssigner assigner, Deadline deadline) {
    super(setup, true);
    this.assigner = assigner;
    this.allowedLateness = setup.allowedLateness();
    this.deadline = deadline;
    this.panes = new Panes(stride());
    this.running = new RunningRows(code, assigner, panes);
    this.row = new long[stride()];
    this.lateWindows = new LateWindows(this, assigner, panes);
  }

  @Override
  int quietEnd(SlotBatch batch, int from, int to) {
    long[] timestamps = batch.timestamps;
    long[] judgedBy = batch.judgedBy;
    int i = from;
    while (i < to) {
      Pane pane = panes.find(assigner.pane(timestamps[i]));
      if (pane == null || judgedBy[i] >= pane.firstFiresAt) {
        break;
      }
      slotOf[i++] = pane.slot;
    }
    return i;
  }

  @Override
  void takeQuiet(SlotBatch batch, int from, int to) {
    int next = from;
    while (next < to) {
      next = findAll(batch.keys, next, to);
      if (next < to) {
        addRow(batch.keys[next], next);
        next++;
      }
    }
    code.addEach(slots.rows(), slotOf, rowOf, stateAt, batch.values, batch.timestamps, from, to);
  }

  /** Finds rows up to the first event that has none; a loop of little else than memory accesses. */
  private int findAll(long[] keys, int from, int to) {
    for (int i = from; i < to; i++) {
      int at = slots.pane(slotOf[i]).table.find(keys[i]);
      if (at < 0) {
        return i;
      }
      rowOf[i] = at;
    }
    return to;
  }

  private void addRow(long key, int i) {
    KeyTable table = slots.pane(slotOf[i]).table;
    int at = table.rowOf(key);
    create(table.rows(), at);
    table.rows()[at + ARRIVAL] = arrivals++;
    slots.note(slotOf[i], table.rows());
    rowOf[i] = at;
  }

  @Override
  int take(SlotBatch batch, int i) {
    long timestamp = batch.timestamps[i];
    long watermark = batch.judgedBy[i];
    long index = assigner.pane(timestamp);
    if (assigner.isGap(index)) {
      boolean late = Durations.saturatedAdd(timestamp, allowedLateness) <= watermark;
      return late ? TOO_LATE : UNASSIGNED;
    }
    Pane pane = panes.find(index);
    if (pane == null) {
      pane = openPane(index, watermark);
      if (pane == null) {
        return TOO_LATE;
      }
    }
    slotOf[i] = pane.slot;
    int oldEnd = pane.table.rowsEnd();
    takeQuiet(batch, i, i + 1);
    boolean isNew = rowOf[i] == oldEnd;
    if (pane.firstFiresAt > watermark) {
      return COUNTED;
    }
    return takeLate(batch, i, pane, isNew);
  }

  /** In the row of its pane; the rows of windows that have fired take it as that one does. */
  @Override
  void tryOut(SlotBatch batch, int i) {
    long index = assigner.pane(batch.timestamps[i]);
    if (!assigner.isGap(index) && closesAt(assigner.newestWindow(index)) > batch.judgedBy[i]) {
      Pane pane = panes.find(index);
      int at = pane == null ? -1 : pane.table.find(batch.keys[i]);
      copyOfState(at < 0 ? null : pane.table.rows(), at);
      addToCopy(batch, i);
    }
  }

  /** The rest of what is to be done with an event for which a window has reached its end. */
  private int takeLate(SlotBatch batch, int i, Pane pane, boolean isNew) {
    if (running.holds(pane.index)) {
      running.add(pane, rowOf[i], isNew, batch, i);
    }
    long watermark = batch.judgedBy[i];
    long oldest = assigner.oldestWindow(pane.index);
    long behind = assigner.newestWindow(pane.index) + 1;
    long kept = firstBeyond(watermark, oldest, behind, allowedLateness);
    long waiting = firstBeyond(watermark, kept, behind, 0);
    if (kept < waiting) {
      lateWindows.fire(kept, waiting, pane, rowOf[i], isNew, batch, i);
    }
    return kept > oldest ? PARTLY_LATE : COUNTED;
  }

  @Override
  long nextFiring() {
    Pane next = panes.nextToFire();
    return next == null ? NEVER : assigner.firesAt(nextWindow(next));
  }

  @Override
  void fireNext() {
    long fires = nextWindow(panes.nextToFire());
    running.enter(fires);
    for (int i = 0; i < running.size(); i++) {
      running.row(i, row);
      emit(row, 0, fires, FiringKind.ON_TIME);
    }
    running.leave();
    unfired = fires + 1;
    for (Pane pane = panes.nextToFire();
        pane != null && assigner.newestWindow(pane.index) == fires;
        pane = panes.nextToFire()) {
      panes.markFired();
    }
  }

  @Override
  void closeUpTo(long watermark) {
    while (nextClosing() <= watermark && panes.oldest() != null) {
      Pane oldest = panes.oldest();
      long closing = Math.max(open, assigner.oldestWindow(oldest.index));
      open = closing + 1;
      counters.closedWindows.increment();
      lateWindows.close(closing);
      while (oldest != null && assigner.newestWindow(oldest.index) == closing) {
        counters.closedRows.add(oldest.table.size());
        slots.free(oldest);
        panes.closeOldest();
        oldest = panes.oldest();
      }
    }
  }

  @Override
  long nextClosing() {
    Pane oldest = panes.oldest();
    return oldest == null ? NEVER : closesAt(Math.max(open, assigner.oldestWindow(oldest.index)));
  }

  /** Hands out the firing of a row: key, revision, state. */
  void emit(long[] rows, int at, long fires, FiringKind kind) {
    long firesAt = assigner.firesAt(fires);
    emit(rows, at, assigner.start(fires), firesAt + 1, kind);
  }

  /** The next window to fire: the first unfired one that has this pane, the first unfired one. */
  private long nextWindow(Pane next) {
    return Math.max(unfired, assigner.oldestWindow(next.index));
  }

  private long closesAt(long window) {
    return Durations.saturatedAdd(assigner.firesAt(window), allowedLateness);
  }

  /** The first of these windows whose end - 1 and so much more lies beyond the watermark. */
  private long firstBeyond(long watermark, long from, long behind, long more) {
    long low = from;
    long high = behind;
    while (low < high) {
      long middle = low + (high - low) / 2;
      if (Durations.saturatedAdd(assigner.firesAt(middle), more) <= watermark) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Opens the pane of this index, or gives null if all its windows are closed. */
  private Pane openPane(long index, long watermark) {
    long oldest = assigner.oldestWindow(index);
    long newest = assigner.newestWindow(index);
    long firesAt = assigner.firesAt(newest);
    long closesAt = closesAt(newest);
    if (closesAt <= watermark) {
      return null;
    }
    if (assigner.firesAt(oldest) <= watermark) {
      // The watermark has come to these windows: nothing is left to be fired or closed before it.
      unfired = Math.max(unfired, firstBeyond(watermark, oldest, newest + 1, 0));
    }
    if (closesAt(oldest) <= watermark) {
      open = Math.max(open, firstBeyond(watermark, oldest, newest + 1, allowedLateness));
    }
    countOpened(Math.max(open, oldest), newest, panes.placeFrom(index));
    Pane pane = panes.open(index, firesAt <= watermark);
    slots.take(pane);
    pane.firstFiresAt = assigner.firesAt(oldest);
    pane.firesAt = firesAt;
    pane.closesAt = closesAt;
    if (firesAt <= watermark) {
      running.pass(index);
    }
    deadline.lower(Math.min(nextFiring(), nextClosing()));
    return pane;
  }

  /** Counts those of these windows that no live pane belongs to, before or behind this place. */
  private void countOpened(long oldest, long newest, int place) {
    long from = oldest;
    long to = newest;
    if (place > panes.begin()) {
      from = Math.max(from, assigner.newestWindow(panes.at(place - 1).index) + 1);
    }
    if (place < panes.end()) {
      to = Math.min(to, assigner.oldestWindow(panes.at(place).index) - 1);
    }
    counters.openedWindows.add(Math.max(to - from + 1, 0));
  }
}
