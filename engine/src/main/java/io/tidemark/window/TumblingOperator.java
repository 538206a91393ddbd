package io.tidemark.window;

import io.tidemark.output.FiringKind;
import io.tidemark.time.Durations;
import io.tidemark.time.SlotBatch;

/**
 * Tumbling windows: a window is one pane.
 *
 * <p>Cost: an event finds its pane by comparing with the last one used, else by one division, and
 * its row by one look-up. One writer: the stage that runs the windows.
 */
final class TumblingOperator extends WindowOperator {
  private static final int NONE = -1;

  private final TumblingAssigner assigner;
  private final long size;
  private final long allowedLateness;
  private final Deadline deadline;
  private final Panes panes;

  /** Where in its pane's rows each event of the batch goes; {@link #NONE} for a late one. */
  private final int[] rowOf = new int[SlotBatch.SIZE];

  /**
   * The pane of each event of the batch. It is written only where it differs from what the last
   * batch left: storing a reference costs more than comparing it.
   */
  private final Pane[] paneOf = new Pane[SlotBatch.SIZE];

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
  void locate(SlotBatch batch, int i) {
    long timestamp = batch.timestamps[i];
    Pane pane = recent;
    if (pane == null || !pane.contains(timestamp)) {
      pane = paneOf(timestamp, batch.judgedBy[i]);
      if (pane == null) {
        rowOf[i] = NONE;
        return;
      }
      recent = pane;
    }
    if (paneOf[i] != pane) {
      paneOf[i] = pane;
    }
    KeyTable table = pane.table;
    int keys = table.size();
    int at = table.rowOf(batch.keys[i]);
    rowOf[i] = at;
    if (table.size() != keys) {
      create(table.rows(), at);
    }
  }

  @Override
  int take(SlotBatch batch, int i) {
    int at = rowOf[i];
    if (at == NONE) {
      return TOO_LATE;
    }
    Pane pane = paneOf[i];
    long[] rows = pane.table.rows();
    code.add(rows, at + stateAt, batch.values, i * batch.valuesPerEvent, batch.timestamps[i]);
    if (pane.firesAt <= batch.judgedBy[i]) {
      emit(rows, at, pane.start, pane.end, FiringKind.LATE);
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
