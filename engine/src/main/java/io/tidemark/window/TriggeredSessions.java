package io.tidemark.window;

import io.tidemark.output.FiringKind;
import io.tidemark.time.SlotBatch;

/**
 * Sessions with more than the default trigger. A session that takes an event is changed until it
 * fires; what it is due at, and where it counts, how many events it has, is kept in its row.
 *
 * <p>Sessions that become one have the sum of their counts, and are due at the earliest time that
 * one of them was, or would have been had it changed; as in Flink, where each keeps its next time
 * also while nothing comes. One writer: the stage that runs the windows.
 */
final class TriggeredSessions extends SessionOperator {
  /** Where in a row it is said how it has changed. */
  private static final int STATE = SessionRows.MORE;

  /** Where in a row the watermark is that it is due at before its end, or NONE. */
  private static final int DUE = STATE + 1;

  /** Where in a row the processing time is that it is due at, or NONE. */
  private static final int DUE_NS = DUE + 1;

  /** Where in a row the number of events is since its last early firing. */
  private static final int COUNT = DUE_NS + 1;

  /** Where in a row the watermark is that it was noted for last, or NONE. */
  private static final int NOTED = COUNT + 1;

  /** Where in a row the processing time is that it was noted for last, or NONE. */
  private static final int NOTED_NS = NOTED + 1;

  private static final int FIELDS = 6;

  /** No time: what something is due at is later than another time. */
  private static final long NONE = Long.MIN_VALUE;

  /** No event has come since it fired. */
  private static final int CLEAN = 0;

  /** An event has come before its end. */
  private static final int CHANGED = 1;

  /** An event has come past its end, and it waits for a tick, or for its closing. */
  private static final int LATE = 2;

  private final EarlyTimes times;
  private final ProcessingClock clock;
  private final boolean discards;

  /** By watermark: early firings, and late ones of sessions that close. */
  private final DueQueue due = new DueQueue();

  /** By processing time. */
  private final DueQueue dueNs = new DueQueue();

  /** What is due, in order. */
  private final SessionFiring gathered;

  TriggeredSessions(OperatorSetup setup, SessionGap gap, Deadline deadline) {
    super(setup, gap, deadline, FIELDS);
    this.gathered = new SessionFiring(rows);
    this.times = new EarlyTimes(setup.triggers(), setup.unit(), setup.clock());
    this.clock = setup.clock();
    this.discards = setup.triggers().mode() == AccumulationMode.DISCARDING;
  }

  /** Where firings are taken back, no event is: one that makes a session grow does so. */
  @Override
  int quietEnd(SlotBatch batch, int from, int to) {
    return retracts() ? from : super.quietEnd(batch, from, times.quietEnd(batch, from, to));
  }

  @Override
  void takeQuiet(SlotBatch batch, int from, int to) {
    long nowNs = nowNs();
    for (int i = from; i < to; i++) {
      nowNs = Math.max(nowNs, batch.arrivalsNs[i]);
      change(takeOne(batch, i), batch, i, nowNs);
    }
  }

  @Override
  int take(SlotBatch batch, int i) {
    int session = takeOne(batch, i);
    if (session == 0) {
      missedWindows = 1;
      return TOO_LATE;
    }
    if (firesAt(session) <= batch.judgedBy[i]) {
      changeLate(session);
    } else {
      change(session, batch, i, nowNs());
      if (times.byCount()) {
        countOne(session);
      }
    }
    return COUNTED;
  }

  private long nowNs() {
    return clock == null ? Long.MIN_VALUE : clock.nowNs();
  }

  @Override
  void begin(int session, SlotBatch batch, int i) {
    settle(session);
    set(session, COUNT, 0);
    set(session, NOTED, NONE);
    set(session, NOTED_NS, NONE);
    if (times.byEventTime() && firesAt(session) > batch.judgedBy[i]) {
      waitFor(session, times.firstAfter(batch.timestamps[i], batch.judgedBy[i]));
    }
  }

  @Override
  void outgrow(int session) {
    if (retracts()) {
      retract(rows.array(), rows.at(session), rows.start(session), rows.end(session));
    }
  }

  @Override
  void join(int session, int other, long watermark) {
    if (times.byCount()) {
      set(session, COUNT, get(session, COUNT) + get(other, COUNT));
    }
    if (get(session, DUE) != NONE || get(other, DUE) != NONE) {
      long earliest = Math.min(dueOf(session, watermark), dueOf(other, watermark));
      if (earliest != get(session, DUE)) {
        waitFor(session, earliest);
      }
    }
  }

  private long dueOf(int session, long watermark) {
    long due = get(session, DUE);
    return due != NONE ? due : times.dueAt(false, watermark, watermark);
  }

  @Override
  void forget(int session) {
    settle(session);
  }

  /** Nothing has come for the session since now, and it waits for nothing. */
  private void settle(int session) {
    set(session, STATE, CLEAN);
    set(session, DUE, NONE);
    set(session, DUE_NS, NONE);
  }

  /** An event has come for a session that has not reached its end. */
  private void change(int session, SlotBatch batch, int i, long nowNs) {
    if (get(session, STATE) == LATE) {
      // It has grown beyond the watermark.
      set(session, DUE_NS, NONE);
    }
    set(session, STATE, CHANGED);
    if (times.byEventTime() && get(session, DUE) == NONE) {
      waitFor(session, times.dueAt(false, batch.timestamps[i], batch.judgedBy[i]));
    }
    if (times.byProcessingTime() && get(session, DUE_NS) == NONE) {
      waitForClock(session, times.dueAtNs(nowNs));
    }
  }

  private void countOne(int session) {
    long count = get(session, COUNT) + 1;
    set(session, COUNT, count);
    if (times.isEnough(count)) {
      fire(session, FiringKind.EARLY, false);
    }
  }

  /** An event has come for a session past its end. */
  private void changeLate(int session) {
    if (!times.lateIsCoalesced()) {
      fire(session, FiringKind.LATE, false);
      return;
    }
    if (get(session, STATE) != LATE) {
      set(session, STATE, LATE);
      waitForClock(session, times.lateDueNs());
    }
    note(session, closesAt(rows.end(session)));
  }

  private void waitFor(int session, long watermark) {
    set(session, DUE, watermark);
    note(session, watermark);
  }

  private void waitForClock(int session, long timeNs) {
    set(session, DUE_NS, timeNs);
    if (get(session, NOTED_NS) != timeNs) {
      set(session, NOTED_NS, timeNs);
      dueNs.add(session, timeNs);
      clock.lower(timeNs);
    }
  }

  /** Notes it for this watermark, unless that is what it was noted for last. */
  private void note(int session, long watermark) {
    if (get(session, NOTED) != watermark) {
      set(session, NOTED, watermark);
      due.add(session, watermark);
      deadline.lower(watermark);
    }
  }

  private void fire(int session, FiringKind kind, boolean isLast) {
    settle(session);
    if (kind == FiringKind.EARLY) {
      set(session, COUNT, 0);
    }
    if (isLast) {
      int at = rows.at(session);
      emit(rows.array(), at, rows.start(session), rows.end(session), kind, true);
    } else {
      emit(session, kind);
    }
  }

  @Override
  void fireInTime(int session) {
    if (!discards || get(session, STATE) != CLEAN) {
      fire(session, FiringKind.ON_TIME, false);
    }
  }

  @Override
  long nextFiring() {
    return Math.min(super.nextFiring(), due.earliest());
  }

  @Override
  void fireNext() {
    fireUpTo(nextFiring());
  }

  @Override
  void fireAtEndOfTime() {
    fireUpTo(NEVER);
  }

  /** Fires what is due by this watermark: what closes ends first, then what fires in time. */
  private void fireUpTo(long watermark) {
    while (!due.isEmpty() && due.earliest() <= watermark) {
      int session = due.remove();
      if (get(session, STATE) == LATE
          ? closesAt(rows.end(session)) <= watermark
          : isReached(session, DUE, watermark) && firesAt(session) > watermark) {
        gathered.add(session);
      }
    }
    gathered.sort();
    int next = 0;
    while (next < gathered.size() && firesAt(gathered.get(next)) <= watermark) {
      fireIfChanged(gathered.get(next++), FiringKind.LATE, true);
    }
    fireInTime(watermark);
    while (next < gathered.size()) {
      fireIfChanged(gathered.get(next++), FiringKind.EARLY, false);
    }
    gathered.clear();
  }

  /** One may have been noted twice for one time. */
  private void fireIfChanged(int session, FiringKind kind, boolean isLast) {
    if (get(session, STATE) != CLEAN) {
      fire(session, kind, isLast);
    }
  }

  @Override
  long nextFiringNs() {
    return dueNs.earliest();
  }

  @Override
  void fireNextByClock() {
    long timeNs = dueNs.earliest();
    while (!dueNs.isEmpty() && dueNs.earliest() <= timeNs) {
      int session = dueNs.remove();
      if (isReached(session, DUE_NS, timeNs)) {
        gathered.add(session);
      }
    }
    gathered.sort();
    for (int i = 0; i < gathered.size(); i++) {
      int session = gathered.get(i);
      boolean isLate = get(session, STATE) == LATE;
      fireIfChanged(session, isLate ? FiringKind.LATE : FiringKind.EARLY, false);
    }
    gathered.clear();
  }

  private boolean isReached(int session, int field, long time) {
    long due = get(session, field);
    return due != NONE && due <= time;
  }

  private long get(int session, int field) {
    return rows.array()[rows.at(session) + field];
  }

  private void set(int session, int field, long value) {
    rows.array()[rows.at(session) + field] = value;
  }
}
