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
 * range leaves it. Cost of an event: a look-up, a step for each later instant of its key that came
 * before it, O(log n) in the queues, and some merges, amortised. A late event within the allowed
 * lateness costs a step for each instant of its key from one range before it up to the watermark.
 * One writer: the stage that runs the windows.
 */
final class RollingOperator extends WindowOperator {
  private final long range;
  private final long allowedLateness;
  private final Deadline deadline;
  private final RollingRows instants;
  private final RollingKeys keys;
  private final SessionQueue toFire;
  private final SessionQueue toClose;
  private final ArrivalOrder firing = new ArrivalOrder();

  /** Where the rows of the events at hand begin. */
  private final int[] rowOf = new int[SlotBatch.SIZE];

  /** The row that fires: key, revision, state. */
  private final long[] row;

  /** How many instants there were so far. */
  private long arrivals;

  RollingOperator(OperatorSetup setup, long range, Deadline deadline) {
    super(setup, true, RollingRows.FIELDS);
    this.range = range;
    this.allowedLateness = setup.allowedLateness();
    this.deadline = deadline;
    this.instants = new RollingRows(stride() + code.width());
    this.keys = new RollingKeys(code, instants, stateAt, range);
    this.toFire = new SessionQueue(instants);
    this.toClose = new SessionQueue(instants);
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
  void fireNext() {
    long timestamp = toFire.earliest();
    while (toFire.earliest() == timestamp) {
      int instant = toFire.first();
      toFire.removeFirst();
      firing.add(instants.arrival(instant), instant);
    }
    firing.sort();
    for (int i = 0; i < firing.size(); i++) {
      int instant = firing.row(i);
      int at = keys.find(instants.key(instant));
      keys.enter(at, instant);
      emit(at, instant, FiringKind.ON_TIME);
      toClose.add(instant, closesAt(timestamp));
    }
    firing.clear();
  }

  @Override
  void closeUpTo(long watermark) {
    while (!toClose.isEmpty() && toClose.earliest() <= watermark) {
      int due = toClose.first();
      int at = keys.find(instants.key(due));
      // At the end of time those before it may be due at the same watermark.
      int oldest = due;
      while (instants.before(oldest) != 0) {
        oldest = instants.before(oldest);
      }
      close(at, oldest);
    }
  }

  @Override
  long nextClosing() {
    return toClose.earliest();
  }

  /** No window of an event that may still come reaches back to it. */
  private long closesAt(long timestamp) {
    return Durations.saturatedAdd(Durations.saturatedAdd(timestamp, range - 1), allowedLateness);
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

  /** Fires the window of a late event, and those behind it that reach back to the event. */
  private void fireAgain(int instant, long watermark) {
    int at = keys.find(instants.key(instant));
    long timestamp = instants.timestamp(instant);
    keys.rewind(at, instant);
    for (int next = instant;
        next != 0 && instants.timestamp(next) <= watermark;
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
      toClose.add(instant, closesAt(timestamp));
      deadline.lower(closesAt(timestamp));
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
