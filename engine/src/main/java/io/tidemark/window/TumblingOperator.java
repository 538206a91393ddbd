package io.tidemark.window;

import io.tidemark.output.FiringKind;
import io.tidemark.time.Durations;
import io.tidemark.time.SlotBatch;

/**
 * Windows that do not overlap: tumbling ones, those of a calendar, of an exchange, the global one.
 * A window is one pane.
 *
 * <p>Cost: an event finds its pane by comparing with the last one used, else with its neighbours,
 * which for windows of one size takes one division and a counting sort, and its row by one look-up.
 * One writer: the stage that runs the windows.
 */
final class TumblingOperator extends WindowOperator {
  private final WindowEdges edges;
  private final long allowedLateness;
  private final Deadline deadline;
  private final Panes panes;

  private final OpenStretch open;
  private final PaneGroups groups;

  /** Where the rows of the events at hand begin, and in which of several arrays. */
  private final int[] rowOf = new int[PaneGroups.PLACES];

  private final int[] chunkOf = new int[PaneGroups.PLACES];

  /** Up to where the quiet part of the batch falls into that pane alone. */
  private int recentUpTo;

  /** The pane of the last event, in the open stretch; events of one time come together. Or null. */
  private Pane recent;

  /** The operator of windows that may differ in size, with the triggers asked for. */
  static WindowOperator of(OperatorSetup setup, WindowEdges edges, Deadline deadline) {
    return setup.hasTriggers()
        ? new TriggeredOperator(setup, edges, deadline)
        : new TumblingOperator(setup, edges, deadline);
  }

  /** Windows that may differ in size. */
  TumblingOperator(OperatorSetup setup, WindowEdges edges, Deadline deadline) {
    this(setup, edges, 0, deadline);
  }

  /**
   * Windows side by side.
   *
   * @param size the size of all of them, or 0 where they differ
   */
  TumblingOperator(OperatorSetup setup, WindowEdges edges, long size, Deadline deadline) {
    super(setup, setup.allowedLateness() > 0);
    this.edges = edges;
    this.open = new OpenStretch(size == 0 ? 2 : PaneGroups.LIMIT);
    this.allowedLateness = setup.allowedLateness();
    this.deadline = deadline;
    this.panes = Panes.inChunks(stride());
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
    Pane first = panes.find(open.firstIndex());
    if (count == 1) {
      recent = first;
      add(first, batch.keys, batch.values, batch.timestamps, from, to);
      return;
    }
    groups.sort(batch, from, to, open.start(), first.end, count);
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
    int oldSize = table.size();
    table.rowsOf(keys, from, to, rowOf);
    create(table, oldSize);
    if (table.isInChunks()) {
      table.toChunks(rowOf, chunkOf, from, to);
      code.addEach(table.chunks(), chunkOf, rowOf, stateAt, values, timestamps, from, to);
    } else {
      code.addAll(table.rows(), rowOf, stateAt, values, timestamps, from, to);
    }
  }

  @Override
  int take(SlotBatch batch, int i) {
    long watermark = batch.judgedBy[i];
    if (!edges.find(batch.timestamps[i])) {
      missedWindows = 0;
      boolean late = Durations.saturatedAdd(batch.timestamps[i], allowedLateness) <= watermark;
      return late ? TOO_LATE : UNASSIGNED;
    }
    Pane pane = foundPane(watermark);
    if (pane == null) {
      missedWindows = 1;
      return TOO_LATE;
    }
    if (pane.isFiring()) {
      fireAhead(pane, batch.keys[i]);
    }
    add(pane, batch.keys, batch.values, batch.timestamps, i, i + 1);
    if (pane.firesAt <= watermark) {
      emit(pane, pane.table.find(batch.keys[i]), FiringKind.LATE);
    } else {
      open.use(pane);
      recent = pane;
    }
    return COUNTED;
  }

  @Override
  int rowsNeeded(SlotBatch batch, int i) {
    if (!edges.find(batch.timestamps[i])
        || Durations.saturatedAdd(edges.end() - 1, allowedLateness) <= batch.judgedBy[i]) {
      return 0;
    }
    Pane pane = panes.find(edges.index());
    return pane != null && pane.table.find(batch.keys[i]) >= 0 ? 0 : 1;
  }

  @Override
  boolean tryOut(SlotBatch batch, int i) {
    if (!edges.find(batch.timestamps[i])
        || Durations.saturatedAdd(edges.end() - 1, allowedLateness) <= batch.judgedBy[i]) {
      return false;
    }
    Pane pane = panes.find(edges.index());
    int at = pane == null ? -1 : pane.table.find(batch.keys[i]);
    copyOfRow(pane == null ? null : pane.table, at);
    addToCopy(batch, i);
    return true;
  }

  @Override
  long nextFiring() {
    Pane next = panes.nextToFire();
    return next == null ? NEVER : next.firesAt;
  }

  @Override
  boolean firesInSlices() {
    return true;
  }

  @Override
  KeyedWindow beginFiring() {
    Pane pane = panes.nextToFire();
    panes.markFired();
    open.fired(pane);
    recent = null;
    pane.beginFiring();
    return pane;
  }

  @Override
  void closeUpTo(long watermark) {
    for (Pane pane = panes.oldest();
        pane != null && pane.closesAt <= watermark && !pane.isFiring();
        pane = panes.oldest()) {
      counters.closedRows.add(pane.table.size());
      counters.closedWindows.increment();
      panes.closeOldest();
    }
  }

  @Override
  long nextClosing() {
    Pane oldest = panes.oldest();
    return oldest == null || oldest.isFiring() ? NEVER : oldest.closesAt;
  }

  /** The open pane of the window just found, or null if it is closed to events. */
  private Pane foundPane(long watermark) {
    long firesAt = edges.end() - 1;
    long closesAt = Durations.saturatedAdd(firesAt, allowedLateness);
    if (closesAt <= watermark) {
      return null;
    }
    Pane pane = panes.find(edges.index());
    if (pane == null) {
      pane = panes.open(edges.index(), firesAt <= watermark);
      pane.start = edges.start();
      pane.end = edges.end();
      pane.firesAt = firesAt;
      pane.closesAt = closesAt;
      counters.openedWindows.increment();
      deadline.lower(firesAt <= watermark ? closesAt : firesAt);
    }
    return pane;
  }
}
