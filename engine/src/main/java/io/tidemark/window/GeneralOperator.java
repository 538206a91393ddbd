package io.tidemark.window;

import io.tidemark.output.FiringKind;
import io.tidemark.time.Durations;
import io.tidemark.time.SlotBatch;

/**
 * Windows of any {@link WindowAssigner}: each window keeps a row for each of its keys, and an event
 * goes into every window it falls into.
 *
 * <p>Cost of an event: for each of its windows two look-ups, of the window and of the row, and one
 * addition. Shapes with many windows an event have an operator of their own where that is cheaper.
 * One writer: the stage that runs the windows.
 */
final class GeneralOperator extends WindowOperator {
  /** How many rows are added to at a time, at the least. */
  private static final int LEAST_ENTRIES = 4 * SlotBatch.SIZE;

  private final WindowAssigner assigner;
  private final long allowedLateness;
  private final Deadline deadline;
  private final LiveWindows windows;

  /** The bounds of the windows of the event at hand. */
  private final long[] starts;

  private final long[] ends;

  // Events at hand, once for each window that takes them: windows' slots, rows, times and values.
  private final int[] slotOf;
  private final int[] rowOf;
  private final long[] timestamps;
  private final long[] values;

  /** Where the entries of each event of the quiet part begin, and behind the last one they end. */
  private final int[] firstEntry = new int[SlotBatch.SIZE + 1];

  GeneralOperator(OperatorSetup setup, WindowAssigner assigner, Deadline deadline) {
    super(setup, setup.allowedLateness() > 0);
    this.assigner = assigner;
    this.allowedLateness = setup.allowedLateness();
    this.deadline = deadline;
    this.windows = new LiveWindows(stride());
    int most = assigner.most();
    this.starts = new long[most];
    this.ends = new long[most];
    int entries = Math.max(LEAST_ENTRIES, most);
    this.slotOf = new int[entries];
    this.rowOf = new int[entries];
    this.timestamps = new long[entries];
    this.values = new long[entries * code.valuesPerEvent()];
  }

  /** Quiet are events whose windows are all there and have not fired. */
  @Override
  int quietEnd(SlotBatch batch, int from, int to) {
    int entries = 0;
    int i = from;
    while (i < to && entries + starts.length <= slotOf.length) {
      firstEntry[i] = entries;
      int behind = noteOpen(batch.timestamps[i], batch.judgedBy[i], entries);
      if (behind <= entries) {
        break;
      }
      entries = behind;
      i++;
    }
    firstEntry[i] = entries;
    return i;
  }

  /** Notes the windows of an event; how many entries there are then, or -1 if one is not quiet. */
  private int noteOpen(long timestamp, long watermark, int entries) {
    int count = assigner.assign(timestamp, starts, ends);
    int next = entries;
    for (int n = 0; n < count; n++) {
      LiveWindow window = windows.find(starts[n], ends[n]);
      if (window == null || window.firesAt <= watermark) {
        return -1;
      }
      slotOf[next++] = window.slot;
    }
    return next;
  }

  @Override
  void takeQuiet(SlotBatch batch, int from, int to) {
    for (int i = from; i < to; i++) {
      copyEvent(batch, i, firstEntry[i], firstEntry[i + 1]);
    }
    add(firstEntry[from], firstEntry[to]);
  }

  @Override
  int take(SlotBatch batch, int i) {
    long timestamp = batch.timestamps[i];
    long watermark = batch.judgedBy[i];
    int count = assigner.assign(timestamp, starts, ends);
    int kept = 0;
    for (int n = 0; n < count; n++) {
      LiveWindow window = keptWindow(starts[n], ends[n], watermark);
      if (window != null) {
        slotOf[kept++] = window.slot;
      }
    }
    if (kept == 0) {
      return count > 0 || Durations.saturatedAdd(timestamp, allowedLateness) <= watermark
          ? TOO_LATE
          : UNASSIGNED;
    }
    copyEvent(batch, i, 0, kept);
    add(0, kept);
    fireLate(kept, watermark);
    return kept < count ? PARTLY_LATE : COUNTED;
  }

  /** The window with these bounds, opened if need be; null if it is closed to events. */
  private LiveWindow keptWindow(long start, long end, long watermark) {
    long firesAt = end - 1;
    long closesAt = Durations.saturatedAdd(firesAt, allowedLateness);
    if (closesAt <= watermark) {
      return null;
    }
    LiveWindow window = windows.find(start, end);
    if (window == null) {
      window = windows.open(start, end, firesAt <= watermark);
      window.firesAt = firesAt;
      window.closesAt = closesAt;
      counters.openedWindows.increment();
      deadline.lower(firesAt <= watermark ? closesAt : firesAt);
    }
    return window;
  }

  private void copyEvent(SlotBatch batch, int i, int from, int to) {
    int width = batch.valuesPerEvent;
    for (int n = from; n < to; n++) {
      rowOf[n] = rowOf(windows.at(slotOf[n]), batch.keys[i]);
      timestamps[n] = batch.timestamps[i];
      for (int v = 0; v < width; v++) {
        values[n * width + v] = batch.values[i * width + v];
      }
    }
  }

  private int rowOf(LiveWindow window, long key) {
    KeyTable table = window.table;
    int oldEnd = table.rowsEnd();
    int at = table.rowOf(key);
    if (at == oldEnd) {
      create(table.rows(), at);
      windows.noteRows(window);
    }
    return at;
  }

  private void add(int from, int to) {
    code.addEach(windows.rows(), slotOf, rowOf, stateAt, values, timestamps, from, to);
  }

  private void fireLate(int entries, long watermark) {
    for (int n = 0; n < entries; n++) {
      LiveWindow window = windows.at(slotOf[n]);
      if (window.firesAt <= watermark) {
        emit(window.table.rows(), rowOf[n], window.start, window.end, FiringKind.LATE);
      }
    }
  }

  @Override
  void tryOut(SlotBatch batch, int i) {
    int count = assigner.assign(batch.timestamps[i], starts, ends);
    for (int n = 0; n < count; n++) {
      if (Durations.saturatedAdd(ends[n] - 1, allowedLateness) > batch.judgedBy[i]) {
        LiveWindow window = windows.find(starts[n], ends[n]);
        int at = window == null ? -1 : window.table.find(batch.keys[i]);
        copyOfState(at < 0 ? null : window.table.rows(), at);
        addToCopy(batch, i);
      }
    }
  }

  @Override
  long nextFiring() {
    LiveWindow next = windows.nextToFire();
    return next == null ? NEVER : next.firesAt;
  }

  @Override
  void fireNext() {
    LiveWindow window = windows.nextToFire();
    windows.markFired();
    long[] rows = window.table.rows();
    int end = window.table.rowsEnd();
    for (int at = 0; at < end; at += window.table.stride()) {
      emit(rows, at, window.start, window.end, FiringKind.ON_TIME);
    }
  }

  @Override
  void closeUpTo(long watermark) {
    for (LiveWindow window = windows.oldest();
        window != null && window.closesAt <= watermark;
        window = windows.oldest()) {
      counters.closedRows.add(window.table.size());
      counters.closedWindows.increment();
      windows.closeOldest();
    }
  }

  @Override
  long nextClosing() {
    LiveWindow oldest = windows.oldest();
    return oldest == null ? NEVER : oldest.closesAt;
  }
}
