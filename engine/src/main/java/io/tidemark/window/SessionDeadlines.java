package io.tidemark.window;

import io.tidemark.time.Durations;

/**
 * When sessions fire and close. Each is in one of two queues: it is to fire, or it has fired and is
 * to close.
 *
 * <p>The queues are lazy: an event that makes a session longer leaves them alone, and the session
 * is put off once it is looked at. One writer: the stage that runs the windows.
 */
final class SessionDeadlines {
  private final SessionRows rows;
  private final Deadline deadline;
  private final long allowedLateness;

  /** How long after its end - 1 a session fires in time. */
  private final long fireDelay;

  private final SessionQueue toFire;
  private final SessionQueue toClose;

  SessionDeadlines(OperatorSetup setup, SessionRows rows, Deadline deadline) {
    this.rows = rows;
    this.deadline = deadline;
    this.allowedLateness = setup.allowedLateness();
    this.fireDelay = setup.triggers().finalOnly() ? allowedLateness : 0;
    this.toFire = new SessionQueue(rows);
    this.toClose = new SessionQueue(rows);
  }

  /** The watermark at which a session that ends then fires in time. */
  long firesAt(long end) {
    return Durations.saturatedAdd(end - 1, fireDelay);
  }

  /** The watermark from which on a session that ends then is gone. */
  long closesAt(long end) {
    return Durations.saturatedAdd(end - 1, allowedLateness);
  }

  /** A new session: it is to fire or, where its end has passed, to close. */
  void add(int session, long watermark) {
    long firesAt = firesAt(rows.end(session));
    if (firesAt > watermark) {
      toFire.add(session, firesAt);
      deadline.lower(firesAt);
    } else {
      keep(session);
      deadline.lower(closesAt(rows.end(session)));
    }
  }

  /** A session becomes part of another one. */
  void remove(int session, long watermark) {
    (firesAt(rows.end(session)) <= watermark ? toClose : toFire).remove(session);
  }

  /** A session that had fired has grown: it may be to fire again. */
  void grow(int session, long watermark) {
    long firesAt = firesAt(rows.end(session));
    if (firesAt > watermark) {
      toClose.remove(session);
      toFire.add(session, firesAt);
      deadline.lower(firesAt);
    }
  }

  /** A session has fired, and is kept for late events. */
  void keep(int session) {
    toClose.add(session, closesAt(rows.end(session)));
  }

  /** The smallest watermark at which a session may fire. */
  long nextFiring() {
    return toFire.earliest();
  }

  /** Takes a session that is to fire at this watermark, the smallest one noted; 0: no more. */
  int takeFiring(long watermark) {
    while (!toFire.isEmpty() && toFire.earliest() == watermark) {
      int session = toFire.first();
      long firesAt = firesAt(rows.end(session));
      if (firesAt <= watermark) {
        toFire.removeFirst();
        return session;
      }
      toFire.putOffFirst(firesAt);
    }
    return 0;
  }

  /** The smallest watermark at which a session may close. */
  long nextClosing() {
    return toClose.earliest();
  }

  /** The smallest watermark at which a session that there is now closes, fired or not. */
  long oldestClosing() {
    while (!toFire.isEmpty() && firesAt(rows.end(toFire.first())) > toFire.earliest()) {
      toFire.putOffFirst(firesAt(rows.end(toFire.first())));
    }
    while (!toClose.isEmpty() && closesAt(rows.end(toClose.first())) > toClose.earliest()) {
      toClose.putOffFirst(closesAt(rows.end(toClose.first())));
    }
    long unfired = Durations.saturatedAdd(toFire.earliest(), allowedLateness - fireDelay);
    return Math.min(unfired, toClose.earliest());
  }

  /** Takes a session that is to close by this watermark; 0: no more. */
  int takeClosing(long watermark) {
    while (!toClose.isEmpty() && toClose.earliest() <= watermark) {
      int session = toClose.first();
      long closesAt = closesAt(rows.end(session));
      if (closesAt <= watermark) {
        toClose.removeFirst();
        return session;
      }
      toClose.putOffFirst(closesAt);
    }
    return 0;
  }
}
