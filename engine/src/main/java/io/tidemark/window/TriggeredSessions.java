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
  private final SessionMarks marks;
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
    super(setup, gap, deadline, SessionMarks.FIELDS);
    this.marks = new SessionMarks(rows);
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
    marks.begin(session);
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
      marks.count(session, marks.count(other));
    }
    if (marks.due(session) != SessionMarks.NONE || marks.due(other) != SessionMarks.NONE) {
      waitFor(session, Math.min(dueOf(session, watermark), dueOf(other, watermark)));
    }
  }

  private long dueOf(int session, long watermark) {
    long due = marks.due(session);
    return due != SessionMarks.NONE ? due : times.dueAt(false, watermark, watermark);
  }

  @Override
  void forget(int session) {
    marks.settle(session);
  }

  /** An event has come for a session that has not reached its end. */
  private void change(int session, SlotBatch batch, int i, long nowNs) {
    marks.change(session);
    if (times.byEventTime() && marks.due(session) == SessionMarks.NONE) {
      waitFor(session, times.dueAt(false, batch.timestamps[i], batch.judgedBy[i]));
    }
    if (times.byProcessingTime() && marks.dueNs(session) == SessionMarks.NONE) {
      waitForClock(session, times.dueAtNs(nowNs));
    }
  }

  private void countOne(int session) {
    if (times.isEnough(marks.count(session, 1))) {
      fire(session, FiringKind.EARLY, false);
    }
  }

  /** An event has come for a session past its end. */
  private void changeLate(int session) {
    if (!times.lateIsCoalesced()) {
      fire(session, FiringKind.LATE, false);
      return;
    }
    if (!marks.isLate(session)) {
      marks.changeLate(session);
      waitForClock(session, times.lateDueNs());
    }
    long closesAt = closesAt(rows.end(session));
    if (marks.note(session, closesAt)) {
      note(session, closesAt);
    }
  }

  private void waitFor(int session, long watermark) {
    if (marks.setDue(session, watermark)) {
      note(session, watermark);
    }
  }

  private void waitForClock(int session, long timeNs) {
    if (marks.setDueNs(session, timeNs)) {
      dueNs.add(session, timeNs);
      clock.lower(timeNs);
    }
  }

  private void note(int session, long watermark) {
    due.add(session, watermark);
    deadline.lower(watermark);
  }

  private void fire(int session, FiringKind kind, boolean isLast) {
    marks.settle(session);
    if (kind == FiringKind.EARLY) {
      marks.countAnew(session);
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
    if (!discards || !marks.isClean(session)) {
      fire(session, FiringKind.ON_TIME, false);
    }
  }

  @Override
  boolean firesRowByRow() {
    return false;
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
      if (marks.isLate(session)
          ? closesAt(rows.end(session)) <= watermark
          : marks.isDue(session, watermark) && firesAt(session) > watermark) {
        gathered.add(session);
      }
    }
    gathered.sort();
    int next = 0;
    while (next < gathered.size() && firesAt(gathered.get(next)) <= watermark) {
      fireIfChanged(gathered.get(next++), FiringKind.LATE, true);
    }
    fireDue(watermark, Integer.MAX_VALUE);
    while (next < gathered.size()) {
      fireIfChanged(gathered.get(next++), FiringKind.EARLY, false);
    }
    gathered.clear();
  }

  /** One may have been noted twice for one time. */
  private void fireIfChanged(int session, FiringKind kind, boolean isLast) {
    if (!marks.isClean(session)) {
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
      if (marks.isDueNs(session, timeNs)) {
        gathered.add(session);
      }
    }
    gathered.sort();
    for (int i = 0; i < gathered.size(); i++) {
      int session = gathered.get(i);
      boolean isLate = marks.isLate(session);
      fireIfChanged(session, isLate ? FiringKind.LATE : FiringKind.EARLY, false);
    }
    gathered.clear();
  }
}
