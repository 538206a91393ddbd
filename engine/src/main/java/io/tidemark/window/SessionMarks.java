package io.tidemark.window;

/**
 * What sessions with triggers are due at: fields of their rows. One writer: the stage that runs the
 * windows.
 */
final class SessionMarks {
  /** How many longs it keeps in a row. */
  static final int FIELDS = 6;

  /** No time: what something is due at is later than another time. */
  static final long NONE = Long.MIN_VALUE;

  /** How it has changed. */
  private static final int STATE = SessionRows.MORE;

  /** The watermark that it is due at before its end, or NONE. */
  private static final int DUE = STATE + 1;

  /** The processing time that it is due at, or NONE. */
  private static final int DUE_NS = DUE + 1;

  /** The number of events since its last early firing. */
  private static final int COUNT = DUE_NS + 1;

  /** The watermark that it was noted for last, or NONE. */
  private static final int NOTED = COUNT + 1;

  /** The processing time that it was noted for last, or NONE. */
  private static final int NOTED_NS = NOTED + 1;

  // States.

  /** No event has come since it fired. */
  private static final int CLEAN = 0;

  /** An event has come before its end. */
  private static final int CHANGED = 1;

  /** An event has come past its end, and it waits for a tick, or for its closing. */
  private static final int LATE = 2;

  private final SessionRows rows;

  SessionMarks(SessionRows rows) {
    this.rows = rows;
  }

  /** A new session, of which nothing is noted. */
  void begin(int session) {
    settle(session);
    rows.set(session, COUNT, 0);
    rows.set(session, NOTED, NONE);
    rows.set(session, NOTED_NS, NONE);
  }

  /** Nothing has come for the session since now, and it waits for nothing. */
  void settle(int session) {
    rows.set(session, STATE, CLEAN);
    rows.set(session, DUE, NONE);
    rows.set(session, DUE_NS, NONE);
  }

  boolean isClean(int session) {
    return rows.get(session, STATE) == CLEAN;
  }

  boolean isLate(int session) {
    return rows.get(session, STATE) == LATE;
  }

  /** An event has come before its end; one that was late has grown beyond the watermark. */
  void change(int session) {
    if (isLate(session)) {
      rows.set(session, DUE_NS, NONE);
    }
    rows.set(session, STATE, CHANGED);
  }

  /** An event has come past its end. */
  void changeLate(int session) {
    rows.set(session, STATE, LATE);
  }

  /** The watermark that it is due at, or {@link #NONE}. */
  long due(int session) {
    return rows.get(session, DUE);
  }

  /** Sets that; whether it has to be noted. */
  boolean setDue(int session, long watermark) {
    rows.set(session, DUE, watermark);
    return note(session, watermark);
  }

  /** Whether it has to be noted for this watermark: not if that is what it was noted for last. */
  boolean note(int session, long watermark) {
    return set(session, NOTED, watermark);
  }

  /** The processing time that it is due at, or {@link #NONE}. */
  long dueNs(int session) {
    return rows.get(session, DUE_NS);
  }

  /** Sets that; whether it has to be noted. */
  boolean setDueNs(int session, long timeNs) {
    rows.set(session, DUE_NS, timeNs);
    return set(session, NOTED_NS, timeNs);
  }

  private boolean set(int session, int field, long time) {
    boolean differs = rows.get(session, field) != time;
    rows.set(session, field, time);
    return differs;
  }

  boolean isDue(int session, long watermark) {
    long due = due(session);
    return due != NONE && due <= watermark;
  }

  boolean isDueNs(int session, long timeNs) {
    long due = dueNs(session);
    return due != NONE && due <= timeNs;
  }

  /** Adds to the number of events since its last early firing; what that is then. */
  long count(int session, long events) {
    long count = rows.get(session, COUNT) + events;
    rows.set(session, COUNT, count);
    return count;
  }

  /** It fires early. */
  void countAnew(int session) {
    rows.set(session, COUNT, 0);
  }

  /** The number of events since its last early firing. */
  long count(int session) {
    return rows.get(session, COUNT);
  }
}
