package io.tidemark.window;

import io.tidemark.output.FiringKind;
import io.tidemark.time.Durations;
import io.tidemark.time.SlotBatch;

/**
 * Sliding windows of any size and slide. An event goes into one row, that of its key in its pane;
 * panes go into running rows and out of them from window to window.
 *
 * <p>A row of a pane has the number of its arrival among all rows, by which keys have their order
 * in a window; see {@link PaneRows}. One writer: the stage that runs the windows.
 */
final class SlidingOperator extends WindowOperator {
  /** So few panes may be nearly empty. */
  private static final int FEW_PANES = 64;

  /** At least every so many keys are to be in a pane for its rows to lie at their numbers. */
  private static final int SPARSE = 4;

  private final SlidingAssigner assigner;
  private final long allowedLateness;
  private final Deadline deadline;
  private final Panes panes;
  private final RunningRows running;
  private final RunningTable keys;
  private final LateWindows lateWindows;

  /** The row that fires: key, revision, state. */
  private final long[] row;

  /** Where the events at hand go: their panes' slots, and their rows there. */
  private final int[] slotOf = new int[SlotBatch.SIZE];

  private final int[] rowOf = new int[SlotBatch.SIZE];

  private final PaneSlots slots = new PaneSlots();

  /** Events so far: a row's arrival is the number of its first one. */
  private long arrivals;

  /** Rows in live panes. */
  private long liveRows;

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
    this.keys = running.keys();
    this.row = new long[stride()];
    this.lateWindows = new LateWindows(this, assigner, panes, keys);
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
    int done = from;
    int next = from;
    while (next < to) {
      next = findAll(batch.keys, next, to);
      if (next < to) {
        if (mustMove(batch.keys[next], next)) {
          addTo(batch, done, next);
          done = next;
          slots.pane(slotOf[next]).rows.toTable(keys, running.suffix());
        }
        makeRoom(batch.keys[next], next);
      }
    }
    addTo(batch, done, to);
  }

  private void addTo(SlotBatch batch, int from, int to) {
    code.addEach(
        slots.arrays(), slotOf, rowOf, PaneRows.STATE, batch.values, batch.timestamps, from, to);
  }

  /**
   * Finds rows up to the first event for which there is no room. A loop of little else than memory
   * accesses, and without a branch for the first event of a row, which comes often and by chance.
   */
  private int findAll(long[] eventKeys, int from, int to) {
    long[][] arrays = slots.arrays();
    KeyTable[] tables = slots.tables();
    int width = PaneRows.STATE + code.width();
    long arrival = arrivals;
    int opened = 0;
    int i = from;
    for (; i < to; i++) {
      int slot = slotOf[i];
      KeyTable table = tables[slot];
      int at = table == null ? keys.find(eventKeys[i]) * width : table.find(eventKeys[i]) + 1;
      long[] array = arrays[slot];
      if (at < 0 || at >= array.length || (table != null && at == 0)) {
        break;
      }
      long first = array[at];
      opened += first == PaneRows.NONE ? 1 : 0;
      array[at] = Math.min(first, arrival++);
      rowOf[i] = at;
    }
    arrivals = arrival;
    count(opened);
    return i;
  }

  private void count(int opened) {
    if (opened > 0) {
      liveRows += opened;
      counters.openedRows.add(opened);
    }
  }

  /** Whether room for the event's row would leave its pane with too much that is empty. */
  private boolean mustMove(long key, int i) {
    PaneRows rows = slots.pane(slotOf[i]).rows;
    return rows.isNumbered() && rows.isTooSparseFor(keys.numberOf(key));
  }

  /** Makes room for a row. */
  private void makeRoom(long key, int i) {
    Pane pane = slots.pane(slotOf[i]);
    PaneRows rows = pane.rows;
    if (rows.isNumbered()) {
      rows.makeRoomAt(keys.numberOf(key));
    } else {
      int at = rows.addFor(key);
      rows.array()[at] = PaneRows.NONE;
      code.create(rows.array(), at + PaneRows.STATE);
    }
    slots.note(pane);
  }

  @Override
  int take(SlotBatch batch, int i) {
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
    slotOf[i] = pane.slot;
    boolean isNew = pane.rows.find(batch.keys[i], keys.find(batch.keys[i])) < 0;
    takeQuiet(batch, i, i + 1);
    if (pane.firstFiresAt > watermark) {
      return COUNTED;
    }
    return takeLate(batch, i, pane, isNew);
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
    int at = pane == null ? -1 : pane.rows.find(key, keys.find(key));
    copyOfState(at < 0 ? null : pane.rows.array(), at + PaneRows.STATE - stateAt);
    addToCopy(batch, i);
    return true;
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
    missedWindows = (int) (kept - oldest);
    countedWindows = (int) (behind - kept);
    return kept > oldest ? PARTLY_LATE : COUNTED;
  }

  private int windowsOf(long pane) {
    return (int) (assigner.newestWindow(pane) - assigner.oldestWindow(pane) + 1);
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
        int rows = oldest.rows.size();
        counters.closedRows.add(rows);
        liveRows -= rows;
        oldest.rows.clear();
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
    openRows(pane);
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

  /** Decides where the pane's rows are to lie: at numbers, where most keys are in most panes. */
  private void openRows(Pane pane) {
    if (pane.rows == null) {
      pane.rows = new PaneRows(pane.table, code);
    }
    int numbers = keys.numbers();
    int live = panes.live();
    boolean few = numbers <= PaneRows.FEW && live <= FEW_PANES;
    boolean dense = few || liveRows * SPARSE >= (long) numbers * live;
    pane.rows.open(dense ? numbers : -1);
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
