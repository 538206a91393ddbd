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
  /** Where in a row it is said what it is due at. */
  private static final int MARK = SessionRows.MORE;

  /** Where in a row it is said how it has changed. */
  private static final int STATE = MARK + 1;

  /** Where in a row the number of events is since it fired for their number. */
  private static final int COUNT = STATE + 1;

  /** Where in a row the watermark is for which its closing is noted, if it is. */
  private static final int NOTED = COUNT + 1;

  private static final int FIELDS = 4;

  /** No event has come since it fired. */
  private static final int CLEAN = 0;

  /** It waits for its end. */
  private static final int CHANGED = 1;

  /** It waits for the watermark of its mark. */
  private static final int EARLY = 2;

  /** It waits for the processing time of its mark. */
  private static final int EARLY_BY_CLOCK = 3;

  /** It is past its end and waits for the processing time of its mark. */
  private static final int LATE_BY_CLOCK = 4;

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
    } else if (times.byCount()) {
      countOne(session);
    } else {
      change(session, batch, i, nowNs());
    }
    return COUNTED;
  }

  private long nowNs() {
    return clock == null ? Long.MIN_VALUE : clock.nowNs();
  }

  @Override
  void begin(int session, SlotBatch batch, int i) {
    set(session, STATE, CLEAN);
    set(session, COUNT, 0);
    set(session, NOTED, Long.MIN_VALUE);
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
    } else if (times.byEventTime()
        && (get(session, STATE) == EARLY || get(other, STATE) == EARLY)) {
      long earliest = Math.min(dueOf(session, watermark), dueOf(other, watermark));
      if (get(session, STATE) != EARLY || earliest < get(session, MARK)) {
        waitFor(session, earliest);
      }
    }
  }

  private long dueOf(int session, long watermark) {
    return get(session, STATE) == EARLY
        ? get(session, MARK)
        : times.dueAt(false, watermark, watermark);
  }

  @Override
  void forget(int session) {
    set(session, STATE, CLEAN);
  }

  /** An event has come for a session that has not reached its end. */
  private void change(int session, SlotBatch batch, int i, long nowNs) {
    if (times.byEventTime()) {
      if (get(session, STATE) != EARLY) {
        waitFor(session, times.dueAt(false, batch.timestamps[i], batch.judgedBy[i]));
      }
    } else if (times.byProcessingTime()) {
      if (get(session, STATE) != EARLY_BY_CLOCK) {
        waitForClock(session, EARLY_BY_CLOCK, times.dueAtNs(nowNs));
      }
    } else {
      set(session, STATE, CHANGED);
    }
  }

  private void countOne(int session) {
    long count = get(session, COUNT) + 1;
    set(session, STATE, CHANGED);
    set(session, COUNT, count);
    if (times.isEnough(count)) {
      set(session, COUNT, 0);
      fire(session, FiringKind.EARLY, false);
    }
  }

  /** An event has come for a session past its end. */
  private void changeLate(int session) {
    if (!times.lateIsCoalesced()) {
      fire(session, FiringKind.LATE, false);
      return;
    }
    if (get(session, STATE) != LATE_BY_CLOCK) {
      waitForClock(session, LATE_BY_CLOCK, times.lateDueNs());
    }
    long closesAt = closesAt(rows.end(session));
    if (get(session, NOTED) != closesAt) {
      set(session, NOTED, closesAt);
      due.add(session, closesAt);
      deadline.lower(closesAt);
    }
  }

  private void waitFor(int session, long watermark) {
    set(session, STATE, EARLY);
    set(session, MARK, watermark);
    due.add(session, watermark);
    deadline.lower(watermark);
  }

  private void waitForClock(int session, int state, long timeNs) {
    set(session, STATE, state);
    set(session, MARK, timeNs);
    dueNs.add(session, timeNs);
    clock.lower(timeNs);
  }

  private void fire(int session, FiringKind kind, boolean isLast) {
    set(session, STATE, CLEAN);
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
      if (get(session, STATE) == EARLY
          ? get(session, MARK) <= watermark && firesAt(session) > watermark
          : get(session, STATE) == LATE_BY_CLOCK && closesAt(rows.end(session)) <= watermark) {
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
      if (get(session, STATE) >= EARLY_BY_CLOCK && get(session, MARK) <= timeNs) {
        gathered.add(session);
      }
    }
    gathered.sort();
    for (int i = 0; i < gathered.size(); i++) {
      int session = gathered.get(i);
      boolean isLate = get(session, STATE) == LATE_BY_CLOCK;
      fireIfChanged(session, isLate ? FiringKind.LATE : FiringKind.EARLY, false);
    }
    gathered.clear();
  }

  private long get(int session, int field) {
    return rows.array()[rows.at(session) + field];
  }

  private void set(int session, int field, long value) {
    rows.array()[rows.at(session) + field] = value;
  }
}
