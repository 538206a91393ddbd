package io.tidemark.window;

import io.tidemark.output.FiringKind;
import io.tidemark.time.Durations;
import io.tidemark.time.SlotBatch;
import java.util.Arrays;

/**
 * Sessions: a window is a row of its own, found through its key and then by time.
 *
 * <pre>
 *   SessionIndex   key -> root of its sessions
 *   SessionTree    the sessions of a key in order of time
 *   SessionRows    (key, revision, start, end, first seen, state) of each
 *   SessionQueue   two: what is to fire, and what has fired and is to close; each session is in one
 *   SessionFiring  the order within one end
 * </pre>
 *
 * <p>An event first makes one session of all those it touches, then it is asked whether that one is
 * late. As closed sessions are gone, and no session ends before one that was merged into it, only
 * an event that touches none can be too late: merging refuses nothing.
 *
 * <p>Queues are lazy: an event that makes a session longer leaves them alone, and the session is
 * put off once it is looked at. Cost of an event: a look-up of its key and, unless it came within
 * the session that was used last, a search among the key's sessions; a new session costs O(log n)
 * for all sessions, and again when it fires. One writer: the stage that runs the windows.
 */
class SessionOperator extends WindowOperator {
  private final SessionGap gap;
  private final long allowedLateness;
  final Deadline deadline;

  /** How long after its end - 1 a session fires in time. */
  private final long fireDelay;

  final SessionRows rows;
  private final SessionIndex keys;
  private final SessionTree tree;
  private final SessionQueue toFire;
  private final SessionQueue toClose;
  final SessionFiring firing;

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
    super(setup, true, SessionRows.FIELDS + fields);
    this.gap = gap;
    this.allowedLateness = setup.allowedLateness();
    this.deadline = deadline;
    this.fireDelay = setup.triggers().finalOnly() ? allowedLateness : 0;
    this.rows = new SessionRows(stride());
    this.keys = new SessionIndex(rows);
    this.tree = new SessionTree(rows);
    this.toFire = new SessionQueue(rows);
    this.toClose = new SessionQueue(rows);
    this.firing = new SessionFiring(rows);
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
  boolean tryOut(SlotBatch batch, int i) {
    long start = batch.timestamps[i];
    long end = gap.endOf(batch, i);
    int place = keys.placeOf(batch.keys[i]);
    int near = keys.root(place);
    if (near != 0) {
      near = tree.lastUpTo(near, end);
      keys.setRoot(place, near);
    }
    if (near != 0 && rows.touches(near, start, end)) {
      copyOfMerged(near, start, end);
    } else if (closesAt(end) > batch.judgedBy[i]) {
      copyOfState(null, 0);
    } else {
      return false;
    }
    addToCopy(batch, i);
    return true;
  }

  /** As {@link #grow} would merge it, but in a copy. */
  private void copyOfMerged(int session, long start, long end) {
    long[] copy = copyOfState(rows.array(), rows.at(session));
    long first = rows.first(session);
    for (int before = tree.before(session);
        before != 0 && rows.touches(before, start, end);
        before = tree.before(before)) {
      int at = rows.at(before) + stateAt;
      long[] other = Arrays.copyOfRange(rows.array(), at, at + copy.length);
      if (rows.first(before) < first) {
        first = rows.first(before);
        code.merge(other, 0, copy, 0);
        System.arraycopy(other, 0, copy, 0, copy.length);
      } else {
        code.merge(copy, 0, other, 0);
      }
    }
  }

  @Override
  long nextFiring() {
    return toFire.earliest();
  }

  @Override
  void fireNext() {
    fireInTime(toFire.earliest());
  }

  /** Fires the sessions whose end has come at this watermark, the smallest one noted. */
  final void fireInTime(long watermark) {
    while (!toFire.isEmpty() && toFire.earliest() == watermark) {
      int session = toFire.first();
      if (firesAt(session) > watermark) {
        toFire.putOffFirst(firesAt(session));
      } else {
        toFire.removeFirst();
        firing.add(session);
      }
    }
    firing.sort();
    for (int i = 0; i < firing.size(); i++) {
      int session = firing.get(i);
      fireInTime(session);
      if (closesAt(rows.end(session)) <= watermark) {
        close(session);
      } else {
        toClose.add(session, closesAt(rows.end(session)));
      }
    }
    firing.clear();
  }

  /** The session has come to its end. */
  void fireInTime(int session) {
    emit(session, FiringKind.ON_TIME);
  }

  @Override
  void closeUpTo(long watermark) {
    while (!toClose.isEmpty() && toClose.earliest() <= watermark) {
      int session = toClose.first();
      long closesAt = closesAt(rows.end(session));
      if (closesAt > watermark) {
        toClose.putOffFirst(closesAt);
      } else {
        toClose.removeFirst();
        close(session);
      }
    }
  }

  @Override
  long nextClosing() {
    return toClose.earliest();
  }

  /** The watermark at which the session fires in time. */
  final long firesAt(int session) {
    return firesAt(rows.end(session));
  }

  private long firesAt(long end) {
    return Durations.saturatedAdd(end - 1, fireDelay);
  }

  /** The watermark from which on a session that ends then is gone. */
  final long closesAt(long end) {
    return Durations.saturatedAdd(end - 1, allowedLateness);
  }

  private void addPending(SlotBatch batch, int to) {
    code.addAll(rows.array(), rowOf, stateAt, batch.values, batch.timestamps, pending, to);
    pending = to;
  }

  final void emit(int session, FiringKind kind) {
    emit(rows.array(), rows.at(session), rows.start(session), rows.end(session), kind);
  }

  /** The session that the event belongs to, merged from all that it touches; 0: it is too late. */
  private int sessionOf(SlotBatch batch, int i) {
    long start = batch.timestamps[i];
    long end = gap.endOf(batch, i);
    int place = keys.placeOf(batch.keys[i]);
    int near = keys.root(place);
    if (near != 0 && !rows.covers(near, start, end)) {
      near = tree.lastUpTo(near, end);
      keys.setRoot(place, near);
    }
    if (near == 0 || !rows.touches(near, start, end)) {
      return open(place, near, end, batch, i);
    }
    if (!rows.covers(near, start, end)) {
      grow(near, end, batch, i);
    }
    return near;
  }

  /** Opens a session of this event alone, unless it is too late for that. */
  private int open(int place, int near, long end, SlotBatch batch, int i) {
    long watermark = batch.judgedBy[i];
    if (closesAt(end) <= watermark) {
      return 0;
    }
    int session = rows.add(batch.keys[i], batch.timestamps[i], end, opened++);
    create(rows.array(), rows.at(session));
    counters.openedWindows.increment();
    tree.add(near, session);
    if (near == 0) {
      keys.add(place, session);
    } else {
      keys.setRoot(place, session);
    }
    begin(session, batch, i);
    if (firesAt(end) > watermark) {
      toFire.add(session, firesAt(end));
      deadline.lower(firesAt(end));
    } else {
      toClose.add(session, closesAt(end));
      deadline.lower(closesAt(end));
    }
    return session;
  }

  /** Makes the session, the last one that the event touches, and those before it one. */
  private void grow(int session, long end, SlotBatch batch, int i) {
    long watermark = batch.judgedBy[i];
    long start = batch.timestamps[i];
    boolean hadFired = firesAt(session) <= watermark;
    outgrow(session);
    if (start < rows.start(session)) {
      for (int before = tree.before(session);
          before != 0 && rows.touches(before, start, end);
          before = tree.before(session)) {
        addPending(batch, i);
        outgrow(before);
        join(session, before, watermark);
        tree.removeBefore(session);
        absorb(session, before, watermark);
      }
    }
    rows.cover(session, start, end);
    if (hadFired && firesAt(session) > watermark) {
      toClose.remove(session);
      toFire.add(session, firesAt(session));
      deadline.lower(firesAt(session));
    }
  }

  /** An event has opened the session. */
  void begin(int session, SlotBatch batch, int i) {}

  /** The session, as it is, is about to become another one with wider bounds. */
  void outgrow(int session) {}

  /** Another session is about to become part of this one. */
  void join(int session, int other, long watermark) {}

  /** The session is gone. */
  void forget(int session) {}

  /** Takes another session into this one; the one that was seen first counts as the earlier. */
  private void absorb(int session, int other, long watermark) {
    SessionQueue queue = firesAt(other) <= watermark ? toClose : toFire;
    queue.remove(other);
    long[] array = rows.array();
    int state = rows.at(session) + stateAt;
    int otherState = rows.at(other) + stateAt;
    if (rows.first(other) < rows.first(session)) {
      code.merge(array, otherState, array, state);
      System.arraycopy(array, otherState, array, state, code.width());
      rows.setFirst(session, rows.first(other));
    } else {
      code.merge(array, state, array, otherState);
    }
    rows.cover(session, rows.start(other), rows.end(other));
    free(other);
  }

  private void close(int session) {
    int place = keys.placeOf(rows.key(session));
    int root = tree.remove(keys.root(place), session);
    if (root == 0) {
      keys.remove(place);
    } else {
      keys.setRoot(place, root);
    }
    free(session);
  }

  private void free(int session) {
    forget(session);
    rows.free(session);
    counters.closedRows.increment();
    counters.closedWindows.increment();
  }
}
