package io.tidemark.window;

import io.tidemark.output.FiringKind;
import io.tidemark.time.SlotBatch;

/**
 * Sessions: a window is a row of its own, found through its key and then by time.
 *
 * <pre>
 *   SessionWindows    fires and closes them; this class takes events into them
 *   KeySessions       key -> SessionIndex -> SessionTree: the sessions of a key in order of time
 *   SessionRows       (key, revision, start, end, first seen, state) of each
 *   SessionStates     how those of sessions that become one are merged
 *   SessionDeadlines  two queues: what is to fire, and what has fired and is to close
 * </pre>
 *
 * <p>An event first makes one session of all those it touches, then it is asked whether that one is
 * late. As closed sessions are gone, and no session ends before one that was merged into it, only
 * an event that touches none can be too late: merging refuses nothing.
 *
 * <p>Cost of an event: a look-up of its key and, unless it came within the session that was used
 * last, a search among the key's sessions; a new session costs O(log n) for all sessions, and again
 * when it fires. One writer: the stage that runs the windows.
 */
class SessionOperator extends SessionWindows {
  private final SessionGap gap;
  private final SessionStates states;

  /** Where the rows of the events at hand begin. */
  private final int[] rowOf = new int[SlotBatch.SIZE];

  /** The first of the events at hand that is not in its row yet. */
  private int pending;

  /** How many sessions were opened: numbers them in the order in which they were first seen. */
  private long opened;

  /** With the default trigger. */
  SessionOperator(OperatorSetup setup, SessionGap gap, Deadline deadline) {
    this(setup, gap, deadline, 0);
  }

  /**
   * Sessions whose rows have more fields.
   *
   * @param fields how many, behind those of sessions
   */
  SessionOperator(OperatorSetup setup, SessionGap gap, Deadline deadline, int fields) {
    super(setup, deadline, fields);
    this.gap = gap;
    this.states = new SessionStates(rows, code, stateAt);
  }

  /** The operator of sessions with this gap, with the triggers that the definition asks for. */
  static SessionOperator of(OperatorSetup setup, SessionGap gap, Deadline deadline) {
    return setup.hasTriggers()
        ? new TriggeredSessions(setup, gap, deadline)
        : new SessionOperator(setup, gap, deadline);
  }

  /** Quiet are events whose own end is ahead: their session cannot be late, nor fire at once. */
  @Override
  int quietEnd(SlotBatch batch, int from, int to) {
    long[] judgedBy = batch.judgedBy;
    long before = Long.MAX_VALUE;
    int i = from;
    while (i < to) {
      // A session that this event opens would fire then.
      before = Math.min(before, gap.endOf(batch, i) - 1);
      if (judgedBy[i] >= before) {
        break;
      }
      i++;
    }
    return i;
  }

  @Override
  void takeQuiet(SlotBatch batch, int from, int to) {
    pending = from;
    for (int i = from; i < to; i++) {
      rowOf[i] = rows.at(sessionOf(batch, i));
    }
    addPending(batch, to);
  }

  @Override
  int take(SlotBatch batch, int i) {
    int session = takeOne(batch, i);
    if (session == 0) {
      missedWindows = 1;
      return TOO_LATE;
    }
    if (firesAt(session) <= batch.judgedBy[i]) {
      emit(session, FiringKind.LATE);
    }
    return COUNTED;
  }

  /** Takes an event and fires nothing; the session it belongs to now, or 0: it is too late. */
  final int takeOne(SlotBatch batch, int i) {
    pending = i;
    int session = sessionOf(batch, i);
    if (session != 0) {
      rowOf[i] = rows.at(session);
      addPending(batch, i + 1);
    }
    return session;
  }

  @Override
  int rowsNeeded(SlotBatch batch, int i) {
    long end = gap.endOf(batch, i);
    boolean joins = openTouched(batch, i, end) != 0;
    return joins || closesAt(end) <= batch.judgedBy[i] ? 0 : 1;
  }

  /** The last session that the event touches and that is open to it, or 0. */
  private int openTouched(SlotBatch batch, int i, long end) {
    int session = keys.lastTouched(batch.keys[i], batch.timestamps[i], end);
    return session != 0 && closesAt(rows.end(session)) <= batch.judgedBy[i] ? 0 : session;
  }

  @Override
  boolean tryOut(SlotBatch batch, int i) {
    long start = batch.timestamps[i];
    long end = gap.endOf(batch, i);
    int session = openTouched(batch, i, end);
    if (session != 0) {
      long[] copy = copyOfState(rows.array(), rows.at(session));
      states.absorbInCopy(copy, session, keys, start, end, deadlines.closedUpTo(batch.judgedBy[i]));
    } else if (closesAt(end) > batch.judgedBy[i]) {
      copyOfState(null, 0);
    } else {
      return false;
    }
    addToCopy(batch, i);
    return true;
  }

  private void addPending(SlotBatch batch, int to) {
    code.addAll(rows.array(), rowOf, stateAt, batch.values, batch.timestamps, pending, to);
    pending = to;
  }

  /** The session that the event belongs to, merged from all that it touches; 0: it is too late. */
  private int sessionOf(SlotBatch batch, int i) {
    long start = batch.timestamps[i];
    long end = gap.endOf(batch, i);
    int session = keys.lastTouched(batch.keys[i], start, end);
    if (session != 0 && deadlines.areDue(batch.judgedBy[i])) {
      session = settle(session, start, end, batch.judgedBy[i]);
    }
    if (session == 0) {
      return open(end, batch, i);
    }
    if (!rows.covers(session, start, end)) {
      grow(session, end, batch, i);
    }
    return session;
  }

  /** Opens a session of this event alone, unless it is too late for that. */
  private int open(long end, SlotBatch batch, int i) {
    long watermark = batch.judgedBy[i];
    if (closesAt(end) <= watermark) {
      return 0;
    }
    int session = rows.add(batch.keys[i], batch.timestamps[i], end, opened++);
    create(rows.array(), rows.at(session));
    counters.openedWindows.increment();
    keys.add(session);
    begin(session, batch, i);
    deadlines.add(session, watermark);
    return session;
  }

  /** Makes the session, the last one that the event touches, and those before it one. */
  private void grow(int session, long end, SlotBatch batch, int i) {
    long watermark = batch.judgedBy[i];
    long start = batch.timestamps[i];
    boolean hadFired = firesAt(session) <= watermark;
    outgrow(session);
    if (start < rows.start(session)) {
      for (int before = keys.before(session);
          before != 0 && rows.touches(before, start, end);
          before = keys.before(session)) {
        addPending(batch, i);
        outgrow(before);
        join(session, before, watermark);
        keys.removeBefore(session);
        absorb(session, before);
      }
    }
    cover(session, start, end);
    if (hadFired) {
      deadlines.grow(session, watermark);
    }
  }

  private void cover(int session, long start, long end) {
    boolean startsEarlier = start < rows.start(session);
    rows.cover(session, start, end);
    if (startsEarlier) {
      deadlines.moveUp(session);
    }
  }

  /** An event has opened the session. */
  void begin(int session, SlotBatch batch, int i) {}

  /** The session, as it is, is about to become another one with wider bounds. */
  void outgrow(int session) {}

  /** Another session is about to become part of this one. */
  void join(int session, int other, long watermark) {}

  /** Takes another session into this one. */
  private void absorb(int session, int other) {
    deadlines.remove(other);
    states.absorb(session, other);
    cover(session, rows.start(other), rows.end(other));
    free(other);
  }
}
