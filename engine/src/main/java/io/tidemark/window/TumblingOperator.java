package io.tidemark.window;

import io.tidemark.output.FiringKind;
import io.tidemark.time.Durations;
import io.tidemark.time.SlotBatch;

/**
 * Tumbling windows: a window is one pane.
 *
 * <p>Cost: an event finds its pane by comparing with the last one used, else by one division and a
 * counting sort, and its row by one look-up. One writer: the stage that runs the windows.
 */
final class TumblingOperator extends WindowOperator {
  private final TumblingAssigner assigner;
  private final long size;
  private final long allowedLateness;
  private final Deadline deadline;
  private final Panes panes;

  private final OpenStretch open = new OpenStretch();
  private final PaneGroups groups;

  /** Where the rows of the events at hand begin. */
  private final int[] rowOf = new int[PaneGroups.PLACES];

  /** Up to where the quiet part of the batch falls into that pane alone. */
  private int recentUpTo;

  /** The pane of the last event, in the open stretch; events of one time come together. Or null. */
  private Pane recent;

  TumblingOperator(OperatorSetup setup, TumblingAssigner assigner, long size, Deadline deadline) {
    super(setup, setup.allowedLateness() > 0);
    this.assigner = assigner;
    this.size = size;
    this.allowedLateness = setup.allowedLateness();
    this.deadline = deadline;
    this.panes = new Panes(stride());
    this.groups = new PaneGroups(size, code.valuesPerEvent());
  }

  @Override
  int quietEnd(SlotBatch batch, int from, int to) {
    Pane pane = recent;
    int end = pane == null ? from : endOf(batch, from, to, pane.start, pane.end);
    recentUpTo = end;
    return end == to ? to : endOf(batch, end, to, open.start(), open.end());
  }

  @Override
  void takeQuiet(SlotBatch batch, int from, int to) {
    if (to <= recentUpTo) {
      add(recent, batch.keys, batch.values, batch.timestamps, from, to);
    } else {
      takeScattered(batch, from, to);
    }
  }

  /** The first place whose timestamp is not from start to before end. */
  private static int endOf(SlotBatch batch, int from, int to, long start, long end) {
    long[] timestamps = batch.timestamps;
    int i = from;
    while (i < to && timestamps[i] >= start && timestamps[i] < end) {
      i++;
    }
    return i;
  }

  /** Events of several panes, all in the open stretch. */
  private void takeScattered(SlotBatch batch, int from, int to) {
    int count = open.count();
    groups.sort(batch, from, to, open.start(), count);
    for (int g = 0; g < count; g++) {
      int start = groups.start(g);
      int end = groups.end(g);
      if (start < end) {
        recent = panes.find(open.firstIndex() + g);
        add(recent, groups.keys, groups.values, groups.timestamps, start, end);
      }
    }
  }

  private void add(Pane pane, long[] keys, long[] values, long[] timestamps, int from, int to) {
    KeyTable table = pane.table;
    int oldEnd = table.rowsEnd();
    table.rowsOf(keys, from, to, rowOf);
    long[] rows = table.rows();
    for (int at = oldEnd; at < table.rowsEnd(); at += table.stride()) {
      create(rows, at);
    }
    code.addAll(rows, rowOf, stateAt, values, timestamps, from, to);
  }

  @Override
  int take(SlotBatch batch, int i) {
    long watermark = batch.judgedBy[i];
    Pane pane = paneOf(batch.timestamps[i], watermark);
    if (pane == null) {
      return TOO_LATE;
    }
    add(pane, batch.keys, batch.values, batch.timestamps, i, i + 1);
    if (pane.firesAt <= watermark) {
      emit(pane.table.rows(), rowOf[i], pane.start, pane.end, FiringKind.LATE);
    } else {
      open.use(pane);
      recent = pane;
    }
    return COUNTED;
  }

  @Override
  void tryOut(SlotBatch batch, int i) {
    long firesAt = assigner.start(batch.timestamps[i]) + (size - 1);
    if (Durations.saturatedAdd(firesAt, allowedLateness) > batch.judgedBy[i]) {
      Pane pane = panes.find(assigner.index(batch.timestamps[i]));
      int at = pane == null ? -1 : pane.table.find(batch.keys[i]);
      copyOfState(at < 0 ? null : pane.table.rows(), at);
      addToCopy(batch, i);
    }
  }

  @Override
  long nextFiring() {
    Pane next = panes.nextToFire();
    return next == null ? NEVER : next.firesAt;
  }

  @Override
  void fireNext() {
    Pane pane = panes.nextToFire();
    panes.markFired();
    open.fired(pane);
    recent = null;
    long[] rows = pane.table.rows();
    int end = pane.table.rowsEnd();
    for (int at = 0; at < end; at += pane.table.stride()) {
      emit(rows, at, pane.start, pane.end, FiringKind.ON_TIME);
    }
  }

  @Override
  void closeUpTo(long watermark) {
    for (Pane pane = panes.oldest();
        pane != null && pane.closesAt <= watermark;
        pane = panes.oldest()) {
      counters.closedRows.add(pane.table.size());
      counters.closedWindows.increment();
      panes.closeOldest();
    }
  }

  @Override
  long nextClosing() {
    Pane oldest = panes.oldest();
    return oldest == null ? NEVER : oldest.closesAt;
  }

  /** The open pane of this timestamp, or null if it is closed to events. */
  private Pane paneOf(long timestamp, long watermark) {
    long start = assigner.start(timestamp);
    long firesAt = start + (size - 1);
    long closesAt = Durations.saturatedAdd(firesAt, allowedLateness);
    if (closesAt <= watermark) {
      return null;
    }
    long index = assigner.index(timestamp);
    Pane pane = panes.find(index);
    if (pane == null) {
      pane = panes.open(index, firesAt <= watermark);
      pane.start = start;
      pane.end = firesAt + 1;
      pane.firesAt = firesAt;
      pane.closesAt = closesAt;
      counters.openedWindows.increment();
      deadline.lower(firesAt <= watermark ? closesAt : firesAt);
    }
    return pane;
  }
}
