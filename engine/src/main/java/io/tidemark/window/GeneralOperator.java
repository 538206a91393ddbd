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
class GeneralOperator extends WindowOperator {
  /** How many rows are added to at a time, at the least. */
  private static final int LEAST_ENTRIES = 4 * SlotBatch.SIZE;

  private final WindowAssigner assigner;
  private final long allowedLateness;
  final Deadline deadline;
  final LiveWindows windows;

  /** The bounds of the windows of the event at hand. */
  private final long[] starts;

  private final long[] ends;

  // Events at hand, once for each window that takes them: windows' slots, rows, times and values.
  final int[] slotOf;
  final int[] rowOf;
  private final long[] timestamps;
  private final long[] values;

  /** Where the entries of each event of the quiet part begin, and behind the last one they end. */
  final int[] firstEntry = new int[SlotBatch.SIZE + 1];

  /** Whether windows fire when they close. */
  private final boolean finalOnly;

  /** With the default trigger. */
  GeneralOperator(OperatorSetup setup, WindowAssigner assigner, Deadline deadline) {
    this(setup, assigner, deadline, setup.allowedLateness() > 0, 0);
  }

  GeneralOperator(
      OperatorSetup setup,
      WindowAssigner assigner,
      Deadline deadline,
      boolean firesAgain,
      int fields) {
    super(setup, firesAgain, fields);
    this.assigner = assigner;
    this.allowedLateness = setup.allowedLateness();
    this.deadline = deadline;
    this.windows = new LiveWindows(stride());
    this.finalOnly = setup.triggers().finalOnly();
    int most = assigner.most();
    this.starts = new long[most];
    this.ends = new long[most];
    int entries = Math.max(LEAST_ENTRIES, most);
    this.slotOf = new int[entries];
    this.rowOf = new int[entries];
    this.timestamps = new long[entries];
    this.values = new long[entries * code.valuesPerEvent()];
  }

  /** The operator of these windows, with the triggers that the definition asks for. */
  static GeneralOperator of(OperatorSetup setup, WindowAssigner assigner, Deadline deadline) {
    return setup.hasTriggers()
        ? new TriggeredOperator(setup, assigner, deadline)
        : new GeneralOperator(setup, assigner, deadline);
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
        if (window.isFiring()) {
          fireAhead(window, batch.keys[i]);
        }
        slotOf[kept++] = window.slot;
      }
    }
    missedWindows = count - kept;
    countedWindows = kept;
    if (kept == 0) {
      return count > 0 || Durations.saturatedAdd(timestamp, allowedLateness) <= watermark
          ? TOO_LATE
          : UNASSIGNED;
    }
    copyEvent(batch, i, 0, kept);
    add(0, kept);
    fireAfter(batch, i, kept);
    return kept < count ? PARTLY_LATE : COUNTED;
  }

  /** The window with these bounds, opened if need be; null if it is closed to events. */
  private LiveWindow keptWindow(long start, long end, long watermark) {
    long closesAt = Durations.saturatedAdd(end - 1, allowedLateness);
    if (closesAt <= watermark) {
      return null;
    }
    LiveWindow window = windows.find(start, end);
    if (window == null) {
      long firesAt = finalOnly ? closesAt : end - 1;
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
      begin(table.rows(), at);
      windows.noteRows(window);
    }
    return at;
  }

  private void add(int from, int to) {
    code.addEach(windows.rows(), slotOf, rowOf, stateAt, values, timestamps, from, to);
  }

  /** Sets the fields of a new row that this class does not know. */
  void begin(long[] rows, int at) {}

  /** The entries from 0 to {@code entries} have taken this event: fires what that makes fire. */
  void fireAfter(SlotBatch batch, int i, int entries) {
    for (int n = 0; n < entries; n++) {
      LiveWindow window = windows.at(slotOf[n]);
      if (window.firesAt <= batch.judgedBy[i]) {
        emit(window.table.rows(), rowOf[n], window.start, window.end, FiringKind.LATE);
      }
    }
  }

  @Override
  int rowsNeeded(SlotBatch batch, int i) {
    int rows = 0;
    int count = assigner.assign(batch.timestamps[i], starts, ends);
    for (int n = 0; n < count; n++) {
      if (Durations.saturatedAdd(ends[n] - 1, allowedLateness) > batch.judgedBy[i]) {
        LiveWindow window = windows.find(starts[n], ends[n]);
        rows += window != null && window.table.find(batch.keys[i]) >= 0 ? 0 : 1;
      }
    }
    return rows;
  }

  @Override
  int mostQuietRows() {
    return starts.length;
  }

  @Override
  boolean tryOut(SlotBatch batch, int i) {
    boolean counts = false;
    int count = assigner.assign(batch.timestamps[i], starts, ends);
    for (int n = 0; n < count; n++) {
      if (Durations.saturatedAdd(ends[n] - 1, allowedLateness) > batch.judgedBy[i]) {
        LiveWindow window = windows.find(starts[n], ends[n]);
        int at = window == null ? -1 : window.table.find(batch.keys[i]);
        copyOfState(at < 0 ? null : window.table.rows(), at);
        addToCopy(batch, i);
        counts = true;
      }
    }
    return counts;
  }

  @Override
  long nextFiring() {
    LiveWindow next = windows.nextToFire();
    return next == null ? NEVER : next.firesAt;
  }

  @Override
  boolean firesInSlices() {
    return true;
  }

  @Override
  KeyedWindow beginFiring() {
    LiveWindow window = windows.nextToFire();
    windows.markFired();
    window.beginFiring();
    return window;
  }

  @Override
  void closeUpTo(long watermark) {
    for (LiveWindow window = windows.oldest();
        window != null && window.closesAt <= watermark && !window.isFiring();
        window = windows.oldest()) {
      counters.closedRows.add(window.table.size());
      counters.closedWindows.increment();
      windows.closeOldest();
    }
  }

  @Override
  long nextClosing() {
    LiveWindow oldest = windows.oldest();
    return oldest == null || oldest.isFiring() ? NEVER : oldest.closesAt;
  }
}
