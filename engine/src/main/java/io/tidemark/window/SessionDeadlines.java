package io.tidemark.window;

import io.tidemark.time.Durations;

/**
 * When sessions fire and close. Each is in one of two queues: it is to fire, or it has fired and is
 * to close. They fire by end, then by start, then in the order in which they were first seen.
 *
 * <p>The queues are lazy: an event that makes a session longer leaves them alone, and the session
 * is put off once it is looked at. Sessions whose time has come may wait in them, as firing and
 * closing go on in slices. One writer: the stage that runs the windows.
 */
final class SessionDeadlines {
  private final SessionRows rows;
  private final Deadline deadline;
  private final long allowedLateness;

  /** How long after its end - 1 a session fires in time. */
  private final long fireDelay;

  /** By end - 1. */
  private final SessionQueue toFire;

  private final SessionQueue toClose;

  SessionDeadlines(OperatorSetup setup, SessionRows rows, Deadline deadline) {
    this.rows = rows;
    this.deadline = deadline;
    this.allowedLateness = setup.allowedLateness();
    this.fireDelay = setup.triggers().finalOnly() ? allowedLateness : 0;
    this.toFire = new SessionQueue(rows, true);
    this.toClose = new SessionQueue(rows, false);
  }

  /** The watermark at which a session that ends then fires in time. */
  long firesAt(long end) {
    return Durations.saturatedAdd(end - 1, fireDelay);
  }

  /** The watermark from which on a session that ends then is gone. */
  long closesAt(long end) {
    return Durations.saturatedAdd(end - 1, allowedLateness);
  }

  /** The end up to which sessions are gone at this watermark. */
  long closedUpTo(long watermark) {
    return Durations.saturatedAdd(Durations.saturatedSubtract(watermark, allowedLateness), 1);
  }

  /** A new session: it is to fire or, where its end has passed, to close. */
  void add(int session, long watermark) {
    if (firesAt(rows.end(session)) > watermark) {
      addToFire(session);
    } else {
      addToClose(session);
    }
  }

  private void addToFire(int session) {
    toFire.add(session, rows.end(session) - 1);
    deadline.lower(firesAt(rows.end(session)));
  }

  private void addToClose(int session) {
    long closesAt = closesAt(rows.end(session));
    toClose.add(session, closesAt);
    deadline.lower(closesAt);
  }

  /** A session becomes part of another one. */
  void remove(int session) {
    (toFire.holds(session) ? toFire : toClose).remove(session);
  }

  /** A session has come to start earlier, or to have been seen earlier. */
  void moveUp(int session) {
    if (toFire.holds(session)) {
      toFire.moveUp(session);
    }
  }

  /** A session that had fired has grown: it may be to fire again. */
  void grow(int session, long watermark) {
    if (firesAt(rows.end(session)) > watermark) {
      toClose.remove(session);
      addToFire(session);
    }
  }

  /** A session that was to fire has fired, and is kept for late events. */
  void keep(int session) {
    toFire.remove(session);
    addToClose(session);
  }

  /** Whether sessions may be left that are to fire, or to close, by this watermark. */
  boolean areDue(long watermark) {
    return mayFire(watermark) || mayClose(watermark);
  }

  /** Whether this session is to fire, or to close, by this watermark. */
  boolean isDue(int session, long watermark) {
    long end = rows.end(session);
    return firesAt(end) <= watermark && (toFire.holds(session) || closesAt(end) <= watermark);
  }

  /** Whether the session has not fired. */
  boolean isToFire(int session) {
    return toFire.holds(session);
  }

  /** The smallest watermark at which a session may fire. */
  long nextFiring() {
    return toFire.isEmpty()
        ? WindowOperator.NEVER
        : Durations.saturatedAdd(toFire.earliest(), fireDelay);
  }

  /** Whether a session may be to fire by this watermark. */
  boolean mayFire(long watermark) {
    return !toFire.isEmpty() && nextFiring() <= watermark;
  }

  /** The first session that may be to fire; 0: it has grown, and was put off. */
  int firstToFire() {
    int session = toFire.first();
    long last = rows.end(session) - 1;
    if (last == toFire.earliest()) {
      return session;
    }
    toFire.putOffFirst(last);
    return 0;
  }

  /** The smallest watermark at which a session may close. */
  long nextClosing() {
    return toClose.earliest();
  }

  /** Whether a session may be to close by this watermark. */
  boolean mayClose(long watermark) {
    return !toClose.isEmpty() && toClose.earliest() <= watermark;
  }

  /** The first session that may be to close; 0: it has grown, and was put off. */
  int firstToClose() {
    int session = toClose.first();
    long closesAt = closesAt(rows.end(session));
    if (closesAt == toClose.earliest()) {
      return session;
    }
    toClose.putOffFirst(closesAt);
    return 0;
  }

  /** The smallest watermark at which a session that there is now closes, fired or not. */
  long oldestClosing() {
    while (!toFire.isEmpty() && firstToFire() == 0) {
      // It was put off.
    }
    while (!toClose.isEmpty() && firstToClose() == 0) {
      // It was put off.
    }
    long unfired =
        toFire.isEmpty()
            ? WindowOperator.NEVER
            : Durations.saturatedAdd(toFire.earliest(), allowedLateness);
    return Math.min(unfired, toClose.earliest());
  }
}
