package io.tidemark.process;

import io.tidemark.aggregate.Column;
import io.tidemark.aggregate.Value;
import io.tidemark.counters.ProcessCounters;
import io.tidemark.output.ProcessResult;
import io.tidemark.output.ProcessResultHandler;
import io.tidemark.window.KeyTable;
import java.util.List;

/**
 * Runs a {@link CarriedForward}. A window's events are kept apart until it is handed out; then they
 * go into the keys that are known, each of which is handed out or, beyond the horizon, forgotten.
 * So a window costs as much as it hands out, and a leap of the watermark as much as there are
 * windows up to the horizon of the last key. One writer: the stage that runs the processes.
 *
 * <p>A row, of a window and of a known key, is the key, the timestamp of the last event, how many
 * events, and the values.
 */
final class CarriedOperator<E> extends ValuesOperator<E> {
  private static final long END_OF_TIME = Long.MAX_VALUE;
  private static final int TIME = 1;
  private static final int EVENTS = 2;
  private static final int VALUES = 3;

  private final long size;
  private final long offset;
  private final long horizon;
  private final ProcessCounters counters;
  private final ProcessResultHandler results;
  private final ProcessResult result;
  private final long[] out;
  private final OpenWindows open;

  /** The keys that are known, and what they are copied to when some are forgotten. */
  private KeyTable known;

  private KeyTable spare;

  /** Where the window last handed out ends; it counts while keys are known. */
  private long handedOut;

  private long watermark = Long.MIN_VALUE;

  CarriedOperator(
      String name,
      int number,
      long size,
      long offset,
      long horizon,
      List<Value<E>> values,
      List<Column> columns,
      ProcessCounters counters,
      ProcessResultHandler results) {
    super(name, values);
    this.size = size;
    this.offset = offset;
    this.horizon = horizon;
    this.counters = counters;
    this.results = results;
    this.result = new ProcessResult(name, number, CarriedForward.OUTPUT, 0, columns);
    this.out = new long[columns.size()];
    this.open = new OpenWindows(VALUES + read.length);
    this.known = new KeyTable(VALUES + read.length);
    this.spare = new KeyTable(VALUES + read.length);
  }

  @Override
  public void commit() {
    counters.events.increment();
    long end = start(timestamp) + size;
    if (end - 1 > watermark) {
      take(open.at(end), 1);
      return;
    }
    counters.late.increment();
    if (known.size() == 0) {
      // Of the windows that have not been handed out, the first begins here or later.
      handedOut = start(watermark + 1);
    }
    take(known, 0);
  }

  @Override
  public void advanceTo(long newWatermark, long nowNs) {
    if (newWatermark <= watermark) {
      return;
    }
    watermark = newWatermark;
    while (isDue()) {
      handOut(known.size() > 0 ? nextFilled() : open.firstEnd());
    }
  }

  private boolean isDue() {
    if (known.size() == 0 || watermark == END_OF_TIME) {
      return !open.isEmpty() && open.firstEnd() - 1 <= watermark;
    }
    return nextFilled() - 1 <= watermark;
  }

  private long nextFilled() {
    return handedOut + size;
  }

  /** The event's values are the key's, unless it has some that happened later. */
  private void take(KeyTable table, int count) {
    int before = table.size();
    int at = table.rowOf(key);
    long[] rows = table.rows();
    boolean isNew = table.size() > before;
    if (isNew) {
      rows[at + EVENTS] = 0;
      if (table == known) {
        counters.openedKeys.increment();
      }
    }
    rows[at + EVENTS] += count;
    if (isNew || timestamp >= rows[at + TIME]) {
      rows[at + TIME] = timestamp;
      System.arraycopy(read, 0, rows, at + VALUES, read.length);
    }
  }

  private void handOut(long end) {
    handedOut = end;
    if (!open.isEmpty() && open.firstEnd() == end) {
      learn(open.first());
      open.removeFirst();
    }
    int forgotten = 0;
    long[] rows = known.rows();
    for (int at = 0; at < known.rowsEnd(); at += known.stride()) {
      if (rows[at + EVENTS] > 0 || isFilled(rows[at + TIME], end - size)) {
        emit(rows, at, end);
        rows[at + EVENTS] = 0;
      } else {
        rows[at + EVENTS] = -1;
        forgotten++;
      }
    }
    if (forgotten > 0) {
      forget(forgotten);
    }
  }

  /** Whether a window that begins here is filled with what happened then, before it. */
  private boolean isFilled(long time, long start) {
    long distance = start - time;
    return distance >= 0 && distance <= horizon;
  }

  /** What the window has seen becomes known; nothing known is later. */
  private void learn(KeyTable window) {
    long[] rows = window.rows();
    for (int at = 0; at < window.rowsEnd(); at += window.stride()) {
      int before = known.size();
      int to = known.rowOf(rows[at]);
      System.arraycopy(rows, at + 1, known.rows(), to + 1, window.stride() - 1);
      counters.openedKeys.add(known.size() - before);
    }
  }

  private void emit(long[] rows, int at, long end) {
    out[0] = end - size;
    out[1] = end;
    out[2] = rows[at + EVENTS];
    System.arraycopy(rows, at + VALUES, out, CarriedForward.FIXED, read.length);
    counters.outputs.increment();
    results.onResult(result.wrap(rows[at], end - 1, out, 0));
  }

  private void forget(int count) {
    long[] rows = known.rows();
    for (int at = 0; at < known.rowsEnd(); at += known.stride()) {
      if (rows[at + EVENTS] >= 0) {
        int to = spare.rowOf(rows[at]);
        System.arraycopy(rows, at, spare.rows(), to, known.stride());
      }
    }
    KeyTable kept = spare;
    spare = known;
    spare.clear();
    known = kept;
    counters.closedKeys.add(count);
    counters.expiredKeys.add(count);
  }

  private long start(long time) {
    return time - Math.floorMod(time - offset, size);
  }
}
