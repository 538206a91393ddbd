package io.tidemark.window;

import io.tidemark.output.FiringKind;

/**
 * The sessions of a definition as windows that fire and close in their time, or before an event
 * that touches them counts. How events make sessions is up to {@link SessionOperator}. One writer:
 * the stage that runs the windows.
 */
abstract class SessionWindows extends RowWindowOperator {
  final Deadline deadline;
  final SessionRows rows;
  final KeySessions keys;
  final SessionDeadlines deadlines;

  /**
   * No sessions.
   *
   * @param fields how many fields their rows have behind those of sessions
   */
  SessionWindows(OperatorSetup setup, Deadline deadline, int fields) {
    super(setup, SessionRows.FIELDS + fields);
    this.deadline = deadline;
    this.rows = new SessionRows(stride());
    this.keys = new KeySessions(rows);
    this.deadlines = new SessionDeadlines(setup, rows, deadline);
  }

  @Override
  long nextFiring() {
    return deadlines.nextFiring();
  }

  @Override
  final boolean mayFire(long watermark) {
    return deadlines.mayFire(watermark);
  }

  @Override
  final int fireDue(long watermark, int steps) {
    int taken = 0;
    for (; taken < steps && deadlines.mayFire(watermark); taken++) {
      int session = deadlines.firstToFire();
      if (session != 0) {
        fireInTime(session, watermark);
      }
    }
    return taken;
  }

  /** Fires a session whose end this watermark has reached; it is kept, or closed. */
  private void fireInTime(int session, long watermark) {
    // One that cannot be handed out stays where it is.
    fireInTime(session);
    if (closesAt(rows.end(session)) <= watermark) {
      deadlines.remove(session);
      close(session);
    } else {
      deadlines.keep(session);
    }
  }

  /** The session has come to its end. */
  void fireInTime(int session) {
    emit(session, FiringKind.ON_TIME);
  }

  @Override
  final boolean mayClose(long watermark) {
    return deadlines.mayClose(watermark);
  }

  @Override
  final int closeDue(long watermark, int steps) {
    int taken = 0;
    for (; taken < steps && deadlines.mayClose(watermark); taken++) {
      int session = deadlines.firstToClose();
      if (session != 0) {
        deadlines.remove(session);
        close(session);
      }
    }
    return taken;
  }

  @Override
  long nextClosing() {
    return deadlines.nextClosing();
  }

  /** The watermark at which the session fires in time. */
  final long firesAt(int session) {
    return deadlines.firesAt(rows.end(session));
  }

  /** The watermark from which on a session that ends then is gone. */
  final long closesAt(long end) {
    return deadlines.closesAt(end);
  }

  final void emit(int session, FiringKind kind) {
    emit(rows.array(), rows.at(session), rows.start(session), rows.end(session), kind);
  }

  @Override
  long oldestClosing() {
    return deadlines.oldestClosing();
  }

  /**
   * Fires and closes those sessions that the event touches and whose time has come.
   *
   * @param last the last one it touches
   * @return the last one that is left, or 0
   */
  final int settle(int last, long start, long end, long watermark) {
    long key = rows.key(last);
    int session = last;
    for (int due = due(session, start, end, watermark);
        due != 0;
        due = due(session, start, end, watermark)) {
      if (deadlines.isToFire(due)) {
        fireInTime(due, watermark);
      } else {
        deadlines.remove(due);
        close(due);
      }
      session = keys.lastTouched(key, start, end);
    }
    return session;
  }

  /** One of the sessions that the event touches, from this one back, whose time has come; or 0. */
  private int due(int last, long start, long end, long watermark) {
    int session = last;
    while (session != 0 && rows.touches(session, start, end)) {
      if (deadlines.isDue(session, watermark)) {
        return session;
      }
      session = start < rows.start(session) ? keys.before(session) : 0;
    }
    return 0;
  }

  /** The session is gone. */
  void forget(int session) {}

  private void close(int session) {
    keys.remove(session);
    free(session);
  }

  final void free(int session) {
    forget(session);
    rows.free(session);
    counters.closedRows.increment();
    counters.closedWindows.increment();
  }
}
