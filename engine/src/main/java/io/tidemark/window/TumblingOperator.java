package io.tidemark.window;

import io.tidemark.output.FiringKind;
import io.tidemark.time.Durations;
import io.tidemark.time.SlotBatch;
import io.tidemark.time.SlotKind;

/**
 * Tumbling windows: a window is one pane.
 *
 * <p>Cost: an event finds its pane by comparing with the last one used, else by one division, and
 * its row by one look-up. One writer: the stage that runs the windows.
 */
final class TumblingOperator extends WindowOperator {
  private final TumblingAssigner assigner;
  private final long size;
  private final long allowedLateness;
  private final Deadline deadline;
  private final Panes panes;

  /** Where the rows of the events at hand begin. */
  private final int[] rowOf = new int[SlotBatch.SIZE];

  /** The pane of the last event, live; events of one time come together. Null after closing. */
  private Pane recent;

  TumblingOperator(OperatorSetup setup, TumblingAssigner assigner, long size, Deadline deadline) {
    super(setup, setup.allowedLateness() > 0);
    this.assigner = assigner;
    this.size = size;
    this.allowedLateness = setup.allowedLateness();
    this.deadline = deadline;
    this.panes = new Panes(stride());
  }

  @Override
  int quietEnd(SlotBatch batch, int from, int to, long limit) {
    Pane pane = recent;
    if (pane == null) {
      return from;
    }
    byte[] kinds = batch.kinds;
    long[] timestamps = batch.timestamps;
    long[] judgedBy = batch.judgedBy;
    long start = pane.start;
    long end = pane.end;
    long before = Math.min(limit, pane.firesAt);
    int i = from;
    while (i < to
        && kinds[i] == SlotKind.EVENT
        && timestamps[i] >= start
        && timestamps[i] < end
        && judgedBy[i] < before) {
      i++;
    }
    return i;
  }

  @Override
  void takeQuiet(SlotBatch batch, int from, int to) {
    KeyTable table = recent.table;
    int oldEnd = table.rowsEnd();
    table.rowsOf(batch.keys, from, to, rowOf);
    long[] rows = table.rows();
    for (int at = oldEnd; at < table.rowsEnd(); at += table.stride()) {
      create(rows, at);
    }
    code.addAll(rows, rowOf, stateAt, batch.values, batch.timestamps, from, to);
  }

  @Override
  int take(SlotBatch batch, int i) {
    long timestamp = batch.timestamps[i];
    long watermark = batch.judgedBy[i];
    Pane pane = recent;
    if (pane == null || !pane.contains(timestamp)) {
      pane = paneOf(timestamp, watermark);
      if (pane == null) {
        return TOO_LATE;
      }
      recent = pane;
    }
    takeQuiet(batch, i, i + 1);
    if (pane.firesAt <= watermark) {
      emit(pane.table.rows(), rowOf[i], pane.start, pane.end, FiringKind.LATE);
    }
    return COUNTED;
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
      recent = null;
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
