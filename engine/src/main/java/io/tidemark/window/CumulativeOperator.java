package io.tidemark.window;

import io.tidemark.output.FiringKind;
import io.tidemark.time.Durations;
import io.tidemark.time.SlotBatch;

/**
 * Cumulative windows: an event goes into one row, that of its key in its pane, and panes go into
 * the rows of the running span when their windows fire.
 *
 * <p>So the cost of an event does not depend on how many windows it is in; a firing costs as much
 * as the rows of its last pane and one result for each key. A row is its key, the number of its
 * arrival among all rows, and the state of the aggregates. One writer: the stage that runs the
 * windows.
 */
final class CumulativeOperator extends WindowOperator {
  private static final int MOST_KEPT = 1 << 16;

  private final CumulativeAssigner assigner;
  private final long allowedLateness;
  private final Deadline deadline;
  private final Panes panes;
  private final CumulativeRows running;
  private final CumulativeLate late;

  /** Where the rows of the events at hand begin. */
  private final int[] rowOf = new int[SlotBatch.SIZE];

  /** The pane of the last events. Or null. */
  private Pane recent;

  /** Rows of panes so far: a row's arrival is its number. */
  private long arrivals;

  /** The first window that may have to fire when the watermark reaches its end. */
  private long unfired = Long.MIN_VALUE;

  /** The first window that may be open to events. */
  private long open = Long.MIN_VALUE;

  CumulativeOperator(OperatorSetup setup, CumulativeAssigner assigner, Deadline deadline) {
    super(setup, true);
    this.assigner = assigner;
    this.allowedLateness = setup.allowedLateness();
    this.deadline = deadline;
    // The panes of a span close together.
    this.panes = new Panes(stride(), (int) Math.min(assigner.panesPerSpan(), MOST_KEPT));
    this.running = new CumulativeRows(code, stateAt, panes);
    this.late = new CumulativeLate(this, assigner, panes);
  }

  @Override
  int quietEnd(SlotBatch batch, int from, int to) {
    if (from == to || !isOpen(batch, from)) {
      return from;
    }
    Pane pane = recent;
    int i = from;
    while (i < to && pane.contains(batch.timestamps[i]) && batch.judgedBy[i] < pane.firstFiresAt) {
      i++;
    }
    return i;
  }

  /** Whether the event's pane is live; that is the recent one from now on. */
  private boolean isOpen(SlotBatch batch, int i) {
    long timestamp = batch.timestamps[i];
    if (recent == null || !recent.contains(timestamp)) {
      recent = panes.find(assigner.pane(timestamp));
    }
    return recent != null;
  }

  @Override
  void takeQuiet(SlotBatch batch, int from, int to) {
    KeyTable table = recent.table;
    int oldEnd = table.rowsEnd();
    table.rowsOf(batch.keys, from, to, rowOf);
    long[] rows = table.rows();
    for (int at = oldEnd; at < table.rowsEnd(); at += table.stride()) {
      create(rows, at);
      rows[at + CumulativeRows.ARRIVAL] = arrivals++;
    }
    code.addAll(rows, rowOf, stateAt, batch.values, batch.timestamps, from, to);
  }

  @Override
  int take(SlotBatch batch, int i) {
    long watermark = batch.judgedBy[i];
    if (!isOpen(batch, i)) {
      long index = assigner.pane(batch.timestamps[i]);
      recent = openPane(index, watermark);
      if (recent == null) {
        missedWindows = (int) (assigner.lastWindow(index) - index + 1);
        return TOO_LATE;
      }
    }
    Pane pane = recent;
    long behind = assigner.lastWindow(pane.index) + 1;
    long kept = firstBeyond(watermark, pane.index, behind, allowedLateness);
    int oldEnd = pane.table.rowsEnd();
    takeQuiet(batch, i, i + 1);
    if (pane.firstFiresAt > watermark) {
      return COUNTED;
    }
    if (running.holds(pane.index)) {
      running.add(pane.table.rows(), rowOf[i], batch, i);
    }
    long waiting = firstBeyond(watermark, kept, behind, 0);
    late.fire(kept, waiting, batch.keys[i], rowOf[i] == oldEnd);
    missedWindows = (int) (kept - pane.index);
    countedWindows = (int) (behind - kept);
    return kept > pane.index ? PARTLY_LATE : COUNTED;
  }

  @Override
  int rowsNeeded(SlotBatch batch, int i) {
    long index = assigner.pane(batch.timestamps[i]);
    if (closesAt(assigner.lastWindow(index)) <= batch.judgedBy[i]) {
      return 0;
    }
    Pane pane = panes.find(index);
    int rows = pane != null && pane.table.find(batch.keys[i]) >= 0 ? 0 : 1;
    long behind = assigner.lastWindow(index) + 1;
    long kept = firstBeyond(batch.judgedBy[i], index, behind, allowedLateness);
    long waiting = firstBeyond(batch.judgedBy[i], kept, behind, 0);
    return rows + late.rowsNeeded(kept, waiting, batch.keys[i]);
  }

  /** One in its pane, and one for each window that may have fired. */
  @Override
  long mostRows() {
    return allowedLateness == 0 ? 1 : 1 + assigner.panesPerSpan();
  }

  @Override
  boolean tryOut(SlotBatch batch, int i) {
    long index = assigner.pane(batch.timestamps[i]);
    if (closesAt(assigner.lastWindow(index)) <= batch.judgedBy[i]) {
      return false;
    }
    Pane pane = panes.find(index);
    int at = pane == null ? -1 : pane.table.find(batch.keys[i]);
    copyOfState(at < 0 ? null : pane.table.rows(), at);
    addToCopy(batch, i);
    return true;
  }

  @Override
  long nextFiring() {
    Pane next = panes.nextToFire();
    return next == null ? NEVER : assigner.firesAt(nextWindow(next));
  }

  @Override
  void fireNext() {
    long fires = nextWindow(panes.nextToFire());
    running.enter(assigner.firstPane(fires), fires);
    long[] row = running.row();
    for (int i = 0; i < running.size(); i++) {
      running.copy(i);
      emit(row, 0, fires, FiringKind.ON_TIME);
    }
    unfired = fires + 1;
    if (assigner.lastWindow(fires) == fires) {
      running.clear();
    }
    for (Pane pane = panes.nextToFire();
        pane != null && assigner.lastWindow(pane.index) == fires;
        pane = panes.nextToFire()) {
      panes.markFired();
    }
  }

  @Override
  void closeUpTo(long watermark) {
    while (nextClosing() <= watermark && panes.oldest() != null) {
      Pane oldest = panes.oldest();
      long closing = Math.max(open, oldest.index);
      open = closing + 1;
      counters.closedWindows.increment();
      late.close(closing);
      while (oldest != null && assigner.lastWindow(oldest.index) == closing) {
        counters.closedRows.add(oldest.table.size());
        recent = null;
        panes.closeOldest();
        oldest = panes.oldest();
      }
    }
  }

  @Override
  long nextClosing() {
    Pane oldest = panes.oldest();
    return oldest == null ? NEVER : closesAt(Math.max(open, oldest.index));
  }

  /** Hands out the firing of a row: key, revision, state. */
  void emit(long[] rows, int at, long window, FiringKind kind) {
    emit(rows, at, assigner.start(window), assigner.firesAt(window) + 1, kind);
  }

  /** The next window to fire: the first unfired one that has this pane, the first unfired one. */
  private long nextWindow(Pane next) {
    return Math.max(unfired, next.index);
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
    long last = assigner.lastWindow(index);
    if (closesAt(last) <= watermark) {
      return null;
    }
    // The watermark has come to these windows: nothing is left to be fired or closed before it.
    if (assigner.firesAt(index) <= watermark) {
      unfired = Math.max(unfired, firstBeyond(watermark, index, last + 1, 0));
    }
    if (closesAt(index) <= watermark) {
      open = Math.max(open, firstBeyond(watermark, index, last + 1, allowedLateness));
    }
    countOpened(Math.max(open, index), last, panes.placeFrom(index));
    Pane pane = panes.open(index, assigner.firesAt(last) <= watermark);
    pane.start = assigner.paneStart(index);
    pane.firstFiresAt = assigner.firesAt(index);
    pane.end = pane.firstFiresAt + 1;
    deadline.lower(Math.min(nextFiring(), nextClosing()));
    return pane;
  }

  /** Counts those of these windows that no live pane belongs to, before or behind this place. */
  private void countOpened(long first, long last, int place) {
    boolean isOpened =
        place > panes.begin() && assigner.lastWindow(panes.at(place - 1).index) == last;
    long to = place < panes.end() ? Math.min(last, panes.at(place).index - 1) : last;
    if (!isOpened) {
      counters.openedWindows.add(Math.max(to - first + 1, 0));
    }
  }
}
