package io.tidemark.window;

import io.tidemark.output.FiringKind;
import io.tidemark.time.Durations;
import io.tidemark.time.SlotBatch;

/**
 * Sliding windows of any size and slide. An event goes into one row, that of its key in its pane;
 * panes go into running rows and out of them from window to window. Rows of panes may be shared
 * with other definitions, see {@link PaneSharing}. One writer: the stage that runs the windows.
 */
final class SlidingOperator extends WindowOperator {
  private final SlidingAssigner assigner;
  private final long allowedLateness;

  /** How long after its end a window fires: the allowed lateness, where that is its only firing. */
  private final long fireDelay;

  private final Deadline deadline;
  private final Panes panes;
  private final OpenPanes openPanes;
  private final RunningRows running;
  private final RunningTable keys;
  private final PaneIntake intake;
  private final LateWindows lateWindows;

  /** Which one it is of the definitions that share panes; the first one takes the quiet events. */
  private final int definition;

  /** The first window that may have to fire when the watermark reaches its end. */
  private long unfired = Long.MIN_VALUE;

  /** The first window that may be open to events. */
  private long open = Long.MIN_VALUE;

  /** Windows that share no panes. */
  static SlidingOperator of(OperatorSetup setup, SlidingAssigner assigner, Deadline deadline) {
    OperatorSetup counted = setup.counted();
    return new SlidingOperator(counted, assigner, deadline, new PaneIntake(counted.code(), 1));
  }

  /**
   * Windows that may share panes.
   *
   * @param setup its code works on the rows of {@code intake}
   */
  SlidingOperator(
      OperatorSetup setup, SlidingAssigner assigner, Deadline deadline, PaneIntake intake) {
    super(setup, true);
    this.assigner = assigner;
    this.allowedLateness = setup.allowedLateness();
    this.fireDelay = setup.triggers().finalOnly() ? allowedLateness : 0;
    this.deadline = deadline;
    this.intake = intake;
    this.panes = new Panes(1);
    this.openPanes = new OpenPanes(assigner, panes);
    this.running = new RunningRows(code, assigner, panes, intake);
    this.keys = running.keys();
    this.definition = running.definition();
    this.lateWindows = new LateWindows(this, assigner, panes, intake.numbers);
  }

  @Override
  int quietEnd(SlotBatch batch, int from, int to) {
    int i = findOpen(batch, from, to);
    while (i < to) {
      Pane pane = panes.find(assigner.pane(batch.timestamps[i]));
      if (pane == null || batch.judgedBy[i] >= pane.firstFiresAt) {
        return i;
      }
      intake.slotOf[i] = pane.slot;
      i = findOpen(batch, i + 1, to);
    }
    return i;
  }

  /** Finds open panes; the slots of their rows are found once for all definitions. */
  private int findOpen(SlotBatch batch, int from, int to) {
    return definition == 0
        ? openPanes.find(batch.timestamps, from, to, intake.slotOf)
        : openPanes.covered(batch.timestamps, from, to);
  }

  @Override
  void takeQuiet(SlotBatch batch, int from, int to) {
    if (definition == 0) {
      intake.take(batch, from, to);
    }
    counters.openedRows.add(intake.opened());
  }

  @Override
  int take(SlotBatch batch, int i) {
    if (definition == 0) {
      intake.begin();
    }
    long timestamp = batch.timestamps[i];
    long watermark = batch.judgedBy[i];
    long index = assigner.pane(timestamp);
    if (assigner.isGap(index)) {
      missedWindows = 0;
      boolean late = Durations.saturatedAdd(timestamp, allowedLateness) <= watermark;
      return late ? TOO_LATE : UNASSIGNED;
    }
    Pane pane = panes.find(index);
    if (pane == null) {
      pane = openPane(index, watermark);
      if (pane == null) {
        missedWindows = windowsOf(index);
        return TOO_LATE;
      }
    }
    intake.slotOf[i] = pane.slot;
    boolean isNew = intake.takeOne(definition, batch, i);
    counters.openedRows.add(isNew ? 1 : 0);
    return pane.firstFiresAt > watermark ? COUNTED : takeLate(batch, i, pane, isNew);
  }

  @Override
  int rowsNeeded(SlotBatch batch, int i) {
    long index = assigner.pane(batch.timestamps[i]);
    if (assigner.isGap(index) || closesAt(assigner.newestWindow(index)) <= batch.judgedBy[i]) {
      return 0;
    }
    Pane pane = panes.find(index);
    long key = batch.keys[i];
    int rows = pane != null && rowOf(key, pane) >= 0 ? 0 : 1;
    long oldest = assigner.oldestWindow(index);
    long behind = assigner.newestWindow(index) + 1;
    long kept = assigner.firstBeyond(batch.judgedBy[i], oldest, behind, allowedLateness);
    long waiting = assigner.firstBeyond(batch.judgedBy[i], kept, behind, fireDelay);
    return rows + lateWindows.rowsNeeded(kept, waiting, key);
  }

  /** One in its pane, and one for each window that may have fired. */
  @Override
  long mostRows() {
    return allowedLateness == fireDelay
        ? 1
        : 1 + assigner.newestWindow(0) - assigner.oldestWindow(0) + 1;
  }

  /** In the row of its pane; the rows of windows that have fired take it as that one does. */
  @Override
  boolean tryOut(SlotBatch batch, int i) {
    long index = assigner.pane(batch.timestamps[i]);
    if (assigner.isGap(index) || closesAt(assigner.newestWindow(index)) <= batch.judgedBy[i]) {
      return false;
    }
    Pane pane = panes.find(index);
    long key = batch.keys[i];
    int at = pane == null ? -1 : rowOf(key, pane);
    copyOfState(at < 0 ? null : pane.rows.array(), at - stateAt);
    addToCopy(batch, i);
    return true;
  }

  /** An event has gone into its pane for which a window has reached its end. */
  private int takeLate(SlotBatch batch, int i, Pane pane, boolean isNew) {
    int row = rowOf(batch.keys[i], pane);
    if (running.holds(pane.index)) {
      running.add(pane, row, isNew, batch, i);
    }
    long watermark = batch.judgedBy[i];
    long oldest = assigner.oldestWindow(pane.index);
    long behind = assigner.newestWindow(pane.index) + 1;
    long kept = assigner.firstBeyond(watermark, oldest, behind, allowedLateness);
    long waiting = assigner.firstBeyond(watermark, kept, behind, fireDelay);
    if (kept < waiting) {
      lateWindows.fire(kept, waiting, pane, row, isNew, batch, i);
    }
    missedWindows = (int) (kept - oldest);
    countedWindows = (int) (behind - kept);
    return kept > oldest ? PARTLY_LATE : COUNTED;
  }

  private int rowOf(long key, Pane pane) {
    return pane.rows.find(key, intake.numbers.find(key));
  }

  private int windowsOf(long pane) {
    return (int) (assigner.newestWindow(pane) - assigner.oldestWindow(pane) + 1);
  }

  @Override
  long nextFiring() {
    Pane next = panes.nextToFire();
    return next == null ? NEVER : firesAt(nextWindow(next));
  }

  @Override
  void fireNext() {
    long fires = nextWindow(panes.nextToFire());
    running.enter(fires);
    fireRows(fires);
    running.leave();
    openPanes.fired(assigner.lastPane(fires));
    unfired = fires + 1;
    for (Pane pane = panes.nextToFire();
        pane != null && assigner.newestWindow(pane.index) == fires;
        pane = panes.nextToFire()) {
      panes.markFired();
    }
  }

  /** Windows whose delay goes beyond the end of time. */
  @Override
  void fireAtEndOfTime() {
    while (panes.nextToFire() != null) {
      fireNext();
    }
  }

  /** Hands out the running rows, those of this window, in the order of their keys. */
  private void fireRows(long window) {
    long start = assigner.start(window);
    long end = assigner.end(window);
    long[] rows = running.rows();
    int members = keys.members();
    int fired = 0;
    for (int place = 0; place < members; place++) {
      int number = keys.member(place);
      if (keys.isIn(number)) {
        emit(rows, running.row(number), start, end, FiringKind.ON_TIME);
        fired++;
      }
    }
    if (fired < members) {
      running.forget(firesAt(window));
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
        counters.closedRows.add(intake.close(oldest));
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
    emit(rows, at, assigner.start(fires), assigner.end(fires), kind);
  }

  /** The next window to fire: the first unfired one that has this pane, the first unfired one. */
  private long nextWindow(Pane next) {
    return Math.max(unfired, assigner.oldestWindow(next.index));
  }

  private long firesAt(long window) {
    return Durations.saturatedAdd(assigner.last(window), fireDelay);
  }

  private long closesAt(long window) {
    return Durations.saturatedAdd(assigner.last(window), allowedLateness);
  }

  /** Opens the pane of this index, or gives null if all its windows are closed. */
  private Pane openPane(long index, long watermark) {
    long oldest = assigner.oldestWindow(index);
    long newest = assigner.newestWindow(index);
    long firesAt = firesAt(newest);
    long closesAt = closesAt(newest);
    if (closesAt <= watermark) {
      return null;
    }
    if (firesAt(oldest) <= watermark) {
      // The watermark has come to these windows: nothing is left to be fired or closed before it.
      unfired = Math.max(unfired, assigner.firstBeyond(watermark, oldest, newest + 1, fireDelay));
    }
    if (closesAt(oldest) <= watermark) {
      open = Math.max(open, assigner.firstBeyond(watermark, oldest, newest + 1, allowedLateness));
    }
    countOpened(Math.max(open, oldest), newest, panes.placeFrom(index));
    Pane pane = panes.open(index, firesAt <= watermark);
    intake.open(pane);
    pane.firstFiresAt = firesAt(oldest);
    pane.firesAt = firesAt;
    pane.closesAt = closesAt;
    if (firesAt <= watermark) {
      running.pass(index);
    }
    if (pane.firstFiresAt > watermark) {
      openPanes.add(pane, watermark);
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
