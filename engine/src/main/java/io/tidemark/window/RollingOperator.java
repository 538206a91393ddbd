package io.tidemark.window;

import io.tidemark.output.FiringKind;
import io.tidemark.time.Durations;
import io.tidemark.time.SlotBatch;

/**
 * Rolling windows: for each timestamp at which a key has events, the time up to it. Events of one
 * key and timestamp are an instant: they share a window, which fires once for all of them when the
 * watermark reaches it.
 *
 * <p>An instant waits in a queue until then; then it enters its key's window, and what has left the
 * range leaves it. A late event has those of its key that still wait fire first, up to the last
 * window that it is in. Cost of an event: a look-up, a step for each later instant of its key that
 * came before it, O(log n) in the queues, and some merges, amortised. A late event within the
 * allowed lateness costs a step for each instant of its key from one range before it up to the
 * watermark. One writer: the stage that runs the windows.
 */
final class RollingOperator extends RowWindowOperator {
  private final long range;
  private final long allowedLateness;
  private final Deadline deadline;
  private final RollingRows instants;
  private final RollingKeys keys;
  private final SessionQueue toFire;
  private final SessionQueue toClose;

  /** Where the rows of the events at hand begin. */
  private final int[] rowOf = new int[SlotBatch.SIZE];

  /** The row that fires: key, revision, state. */
  private final long[] row;

  /** How many instants there were so far. */
  private long arrivals;

  RollingOperator(OperatorSetup setup, long range, Deadline deadline) {
    super(setup, RollingRows.FIELDS);
    this.range = range;
    this.allowedLateness = setup.allowedLateness();
    this.deadline = deadline;
    this.instants = new RollingRows(stride() + code.width());
    this.keys = new RollingKeys(code, instants, stateAt, range);
    this.toFire = new SessionQueue(instants, true);
    this.toClose = new SessionQueue(instants, false);
    this.row = new long[stride()];
  }

  /** Quiet are events ahead of the watermark, as far as it does not reach one of them. */
  @Override
  int quietEnd(SlotBatch batch, int from, int to) {
    long before = Long.MAX_VALUE;
    int i = from;
    while (i < to) {
      before = Math.min(before, batch.timestamps[i]);
      if (batch.judgedBy[i] >= before) {
        break;
      }
      i++;
    }
    return i;
  }

  @Override
  void takeQuiet(SlotBatch batch, int from, int to) {
    for (int i = from; i < to; i++) {
      rowOf[i] = instants.at(instantOf(batch, i));
    }
    code.addAll(instants.array(), rowOf, stateAt, batch.values, batch.timestamps, from, to);
  }

  @Override
  int take(SlotBatch batch, int i) {
    long timestamp = batch.timestamps[i];
    long watermark = batch.judgedBy[i];
    if (Durations.saturatedAdd(timestamp, allowedLateness) <= watermark) {
      missedWindows = 1;
      return TOO_LATE;
    }
    if (timestamp <= watermark && mayFire(watermark)) {
      fireAhead(batch.keys[i], Math.min(watermark, lastWindow(timestamp)));
    }
    int instant = instantOf(batch, i);
    rowOf[i] = instants.at(instant);
    code.addAll(instants.array(), rowOf, stateAt, batch.values, batch.timestamps, i, i + 1);
    if (timestamp <= watermark) {
      fireAgain(instant, watermark);
    }
    return COUNTED;
  }

  @Override
  int rowsNeeded(SlotBatch batch, int i) {
    long timestamp = batch.timestamps[i];
    if (Durations.saturatedAdd(timestamp, allowedLateness) <= batch.judgedBy[i]) {
      return 0;
    }
    int at = keys.find(batch.keys[i]);
    int instant = at < 0 ? 0 : lastUpTo(timestamp, keys.newest(at));
    return instant != 0 && instants.timestamp(instant) == timestamp ? 0 : 1;
  }

  @Override
  long oldestClosing() {
    return Math.min(toClose.earliest(), closesAt(toFire.earliest()));
  }

  @Override
  boolean tryOut(SlotBatch batch, int i) {
    long timestamp = batch.timestamps[i];
    if (Durations.saturatedAdd(timestamp, allowedLateness) <= batch.judgedBy[i]) {
      return false;
    }
    int at = keys.find(batch.keys[i]);
    int instant = at < 0 ? 0 : lastUpTo(timestamp, keys.newest(at));
    boolean isThere = instant != 0 && instants.timestamp(instant) == timestamp;
    copyOfState(isThere ? instants.array() : null, instants.at(instant));
    addToCopy(batch, i);
    return true;
  }

  @Override
  long nextFiring() {
    return toFire.earliest();
  }

  @Override
  boolean mayFire(long watermark) {
    return !toFire.isEmpty() && toFire.earliest() <= watermark;
  }

  @Override
  int fireDue(long watermark, int steps) {
    int taken = 0;
    for (; taken < steps && mayFire(watermark); taken++) {
      int instant = toFire.first();
      fireInTime(keys.find(instants.key(instant)), instant);
    }
    return taken;
  }

  private void fireInTime(int at, int instant) {
    // It may have entered when it could not be handed out; until that it stays where it is.
    if (keys.last(at) != instant) {
      keys.enter(at, instant);
    }
    emit(at, instant, FiringKind.ON_TIME);
    toFire.remove(instant);
    addToClose(instant);
  }

  private void addToClose(int instant) {
    long closesAt = closesAt(instants.timestamp(instant));
    toClose.add(instant, closesAt);
    deadline.lower(closesAt);
  }

  /** A late event has come: fires the instants of its key that wait, up to this time. */
  private void fireAhead(long key, long upTo) {
    int at = keys.find(key);
    int last = at < 0 ? 0 : keys.last(at);
    int next = at < 0 ? 0 : last == 0 ? first(keys.newest(at)) : instants.after(last);
    while (next != 0 && instants.timestamp(next) <= upTo) {
      fireInTime(at, next);
      next = instants.after(next);
    }
  }

  /** Instants are kept while windows wait that reach back to them. */
  @Override
  boolean mayClose(long watermark) {
    return !toClose.isEmpty()
        && toClose.earliest() <= watermark
        && (toFire.isEmpty() || toClose.earliest() < toFire.earliest());
  }

  @Override
  int closeDue(long watermark, int steps) {
    int taken = 0;
    for (; taken < steps && mayClose(watermark); taken++) {
      int due = toClose.first();
      int at = keys.find(instants.key(due));
      // At the end of time those before it may be due at the same watermark.
      int oldest = due;
      while (instants.before(oldest) != 0) {
        oldest = instants.before(oldest);
      }
      close(at, oldest);
    }
    return taken;
  }

  @Override
  long nextClosing() {
    return toClose.earliest();
  }

  /** No window of an event that may still come reaches back to it. */
  private long closesAt(long timestamp) {
    return Durations.saturatedAdd(lastWindow(timestamp), allowedLateness);
  }

  /** The last time whose window reaches back to this one. */
  private long lastWindow(long timestamp) {
    return Durations.saturatedAdd(timestamp, range - 1);
  }

  private void close(int at, int oldest) {
    toClose.remove(oldest);
    keys.forget(at, oldest);
    if (keys.newest(at) == oldest) {
      keys.remove(at);
    }
    instants.free(oldest);
    counters.closedRows.increment();
    counters.closedWindows.increment();
  }

  /** Fires the window of a late event, and those fired that reach back to the event. */
  private void fireAgain(int instant, long watermark) {
    int at = keys.find(instants.key(instant));
    long timestamp = instants.timestamp(instant);
    keys.rewind(at, instant);
    for (int next = instant;
        next != 0 && instants.timestamp(next) <= watermark && !toFire.holds(next);
        next = instants.after(next)) {
      keys.enter(at, next);
      if (instants.timestamp(next) - range < timestamp) {
        emit(at, next, FiringKind.LATE);
      }
    }
  }

  private void emit(int at, int instant, FiringKind kind) {
    long timestamp = instants.timestamp(instant);
    row[0] = instants.key(instant);
    row[1] = instants.nextRevision(instant);
    keys.copy(at, row, stateAt);
    emit(row, 0, timestamp - range + 1, timestamp + 1, kind);
  }

  /** The instant of the event, which may be a new one. */
  private int instantOf(SlotBatch batch, int i) {
    long timestamp = batch.timestamps[i];
    int at = keys.find(batch.keys[i]);
    if (at < 0) {
      at = keys.add(batch.keys[i]);
    }
    int earlier = lastUpTo(timestamp, keys.newest(at));
    if (earlier != 0 && instants.timestamp(earlier) == timestamp) {
      return earlier;
    }
    return open(at, earlier, batch, i);
  }

  private int open(int at, int earlier, SlotBatch batch, int i) {
    long timestamp = batch.timestamps[i];
    int later = earlier == 0 ? first(keys.newest(at)) : instants.after(earlier);
    int instant = instants.add(batch.keys[i], timestamp, arrivals++, earlier, later);
    create(instants.array(), instants.at(instant));
    counters.openedWindows.increment();
    if (later == 0) {
      keys.setNewest(at, instant);
    }
    if (timestamp > batch.judgedBy[i]) {
      toFire.add(instant, timestamp);
      deadline.lower(timestamp);
    } else {
      addToClose(instant);
    }
    return instant;
  }

  /** The last instant up to this time, looked for from the newest one on; or 0. */
  private int lastUpTo(long timestamp, int newest) {
    int instant = newest;
    while (instant != 0 && instants.timestamp(instant) > timestamp) {
      instant = instants.before(instant);
    }
    return instant;
  }

  /** The first instant of a key, from one of them on; 0 if there is none. */
  private int first(int from) {
    int instant = from;
    while (instant != 0 && instants.before(instant) != 0) {
      instant = instants.before(instant);
    }
    return instant;
  }
}
