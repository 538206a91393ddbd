package io.tidemark.window;

import io.tidemark.output.FiringKind;
import io.tidemark.time.SlotBatch;

/**
 * The general operator with more than the default trigger: early firings by event time, processing
 * time or count, late ones coalesced, firings that discard or take back.
 *
 * <p>A row that takes an event is changed until it fires, and due at a watermark or at a processing
 * time. Due times are looked for by walking over the live windows, and in those that have one over
 * their changed rows: once for each due time that comes, never for an event. So an event costs no
 * more than noting its row. Everything that is due by the watermark, at the end of the window too,
 * fires in the order of what it is due at, then by window end, start, and key as first seen.
 *
 * <p>One writer: the stage that runs the windows.
 */
final class TriggeredOperator extends GeneralOperator {
  /** Where in a row the first of the operator's fields is. */
  private static final int FIELDS_AT = 2;

  private final EarlyTimes times;
  private final ProcessingClock clock;
  private final boolean discards;

  // Where in a row the fields are; those that the triggers do not ask for have no place.

  /** The watermark that it is due at while it is changed. */
  private final int dueAt;

  /** The processing time that it is due at while it is changed. */
  private final int dueNsAt;

  /** How many events it has taken since its last early firing. */
  private final int countAt;

  /** No changed row is due at a smaller watermark. */
  private long nextDue = NEVER;

  /** No changed row is due at an earlier processing time. */
  private long nextDueNs = NEVER;

  TriggeredOperator(OperatorSetup setup, WindowAssigner assigner, Deadline deadline) {
    super(setup, assigner, deadline, true, fields(setup.triggers()));
    this.times = new EarlyTimes(setup.triggers(), setup.unit(), setup.clock());
    this.clock = setup.clock();
    this.discards = setup.triggers().mode() == AccumulationMode.DISCARDING;
    this.dueAt = FIELDS_AT;
    this.dueNsAt = dueAt + (times.byEventTime() ? 1 : 0);
    this.countAt = dueNsAt + (setup.triggers().needTicks() ? 1 : 0);
  }

  private static int fields(Triggers triggers) {
    EarlyFiring early = triggers.early();
    return (early.isByEventTime() ? 1 : 0)
        + (triggers.needTicks() ? 1 : 0)
        + (early.events() > 0 ? 1 : 0);
  }

  @Override
  void begin(long[] rows, int at) {
    if (times.byCount()) {
      rows[at + countAt] = 0;
    }
  }

  @Override
  int quietEnd(SlotBatch batch, int from, int to) {
    return super.quietEnd(batch, from, times.quietEnd(batch, from, to));
  }

  @Override
  void takeQuiet(SlotBatch batch, int from, int to) {
    super.takeQuiet(batch, from, to);
    long nowNs = clock == null ? 0 : clock.nowNs();
    for (int i = from; i < to; i++) {
      nowNs = Math.max(nowNs, batch.arrivalsNs[i]);
      for (int n = firstEntry[i]; n < firstEntry[i + 1]; n++) {
        change(windows.at(slotOf[n]), rowOf[n], batch.timestamps[i], batch.judgedBy[i], nowNs);
      }
    }
  }

  @Override
  void fireAfter(SlotBatch batch, int i, int entries) {
    long nowNs = clock == null ? 0 : clock.nowNs();
    for (int n = 0; n < entries; n++) {
      LiveWindow window = windows.at(slotOf[n]);
      int at = rowOf[n];
      if (window.firesAt <= batch.judgedBy[i]) {
        changeLate(window, at);
      } else {
        change(window, at, batch.timestamps[i], batch.judgedBy[i], nowNs);
        if (times.byCount()) {
          countOne(window, at);
        }
      }
    }
  }

  /** An event has come for a window that has not reached its end. */
  private void change(LiveWindow window, int at, long timestamp, long watermark, long nowNs) {
    if (!window.changed.add(at / stride())) {
      return;
    }
    long[] rows = window.table.rows();
    if (times.byEventTime()) {
      // It never fired: there are no firings but those of changed rows before the window's end.
      long due = times.dueAt(rows[at + 1] == 0, timestamp, watermark);
      rows[at + dueAt] = due < window.firesAt ? due : NEVER;
      due(window, rows[at + dueAt]);
    }
    if (times.byProcessingTime()) {
      rows[at + dueNsAt] = times.dueAtNs(nowNs);
      dueNs(window, rows[at + dueNsAt]);
    }
  }

  private void countOne(LiveWindow window, int at) {
    long[] rows = window.table.rows();
    if (times.isEnough(++rows[at + countAt])) {
      window.changed.remove(at / stride());
      fire(window, at, FiringKind.EARLY);
    }
  }

  /** An event has come for a window past its end. */
  private void changeLate(LiveWindow window, int at) {
    long[] rows = window.table.rows();
    if (!times.lateIsCoalesced()) {
      emit(rows, at, window.start, window.end, FiringKind.LATE);
    } else if (window.changed.add(at / stride())) {
      rows[at + dueNsAt] = times.lateDueNs();
      dueNs(window, rows[at + dueNsAt]);
      due(window, window.closesAt);
    }
  }

  private void due(LiveWindow window, long watermark) {
    window.due = Math.min(window.due, watermark);
    nextDue = Math.min(nextDue, watermark);
    deadline.lower(watermark);
  }

  private void dueNs(LiveWindow window, long timeNs) {
    window.dueNs = Math.min(window.dueNs, timeNs);
    nextDueNs = Math.min(nextDueNs, timeNs);
    clock.lower(timeNs);
  }

  @Override
  long nextFiring() {
    return Math.min(super.nextFiring(), nextDue);
  }

  /** A window that comes to its end where nothing else is due, and all its rows fire. */
  @Override
  boolean firesInSlices() {
    return !discards && super.nextFiring() < nextDue;
  }

  @Override
  KeyedWindow beginFiring() {
    settle(windows.nextToFire());
    return super.beginFiring();
  }

  @Override
  void fireNext() {
    fireUpTo(nextFiring());
  }

  @Override
  void fireAtEndOfTime() {
    fireUpTo(NEVER);
  }

  /** Fires all that is due by this watermark, the smallest at which anything may be. */
  private void fireUpTo(long watermark) {
    nextDue = NEVER;
    for (int place = windows.begin(); place < windows.end(); place++) {
      LiveWindow window = windows.inOrder(place);
      if (place < windows.firstUnfired()) {
        if (window.due <= watermark) {
          fireChanged(window, FiringKind.LATE, true);
        }
      } else if (window.firesAt <= watermark) {
        fireInTime(window);
      } else if (window.due <= watermark) {
        window.due = fireDue(window, dueAt, watermark, FiringKind.EARLY);
      }
      nextDue = Math.min(nextDue, window.due);
    }
  }

  /** The window has come to its end: all rows fire, or where they begin anew, the changed ones. */
  private void fireInTime(LiveWindow window) {
    windows.markFired();
    if (discards) {
      fireChanged(window, FiringKind.ON_TIME, false);
      return;
    }
    long[] rows = window.table.rows();
    int end = window.table.rowsEnd();
    for (int at = 0; at < end; at += stride()) {
      emit(rows, at, window.start, window.end, FiringKind.ON_TIME);
    }
    settle(window);
  }

  private void fireChanged(LiveWindow window, FiringKind kind, boolean isLast) {
    long[] rows = window.table.rows();
    for (int row = window.changed.next(0); row >= 0; row = window.changed.next(row + 1)) {
      if (isLast) {
        emit(rows, row * stride(), window.start, window.end, kind, true);
      } else {
        emit(rows, row * stride(), window.start, window.end, kind);
      }
    }
    settle(window);
  }

  private static void settle(LiveWindow window) {
    window.changed.clear();
    window.due = NEVER;
    window.dueNs = NEVER;
  }

  /** Fires the changed rows that are due by this field; what the next one is due at. */
  private long fireDue(LiveWindow window, int field, long due, FiringKind kind) {
    long[] rows = window.table.rows();
    long next = NEVER;
    for (int row = window.changed.next(0); row >= 0; row = window.changed.next(row + 1)) {
      int at = row * stride();
      if (rows[at + field] <= due) {
        window.changed.remove(row);
        fire(window, at, kind);
      } else {
        next = Math.min(next, rows[at + field]);
      }
    }
    return next;
  }

  private void fire(LiveWindow window, int at, FiringKind kind) {
    long[] rows = window.table.rows();
    if (times.byCount()) {
      rows[at + countAt] = 0;
    }
    emit(rows, at, window.start, window.end, kind);
  }

  @Override
  long nextFiringNs() {
    return nextDueNs;
  }

  @Override
  void fireNextByClock() {
    long due = nextDueNs;
    nextDueNs = NEVER;
    for (int place = windows.begin(); place < windows.end(); place++) {
      LiveWindow window = windows.inOrder(place);
      if (window.dueNs <= due) {
        boolean isLate = place < windows.firstUnfired();
        window.dueNs = fireDue(window, dueNsAt, due, isLate ? FiringKind.LATE : FiringKind.EARLY);
        if (isLate && window.dueNs == NEVER) {
          window.due = NEVER;
        }
      }
      nextDueNs = Math.min(nextDueNs, window.dueNs);
    }
  }
}
