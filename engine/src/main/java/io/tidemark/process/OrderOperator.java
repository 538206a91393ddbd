package io.tidemark.process;

import io.tidemark.aggregate.Column;
import io.tidemark.aggregate.Value;
import io.tidemark.counters.ProcessCounters;
import io.tidemark.output.ProcessResult;
import io.tidemark.output.ProcessResultHandler;
import java.util.Arrays;
import java.util.List;

/**
 * Runs an {@link EventTimeOrder}: an event that waits has a row, and a timer that is known by the
 * row's number. One writer: the stage that runs the processes.
 *
 * <p>A row is the key, then the values. Rows that are free are linked by their keys.
 */
final class OrderOperator<E> extends ValuesOperator<E> {
  private static final int SMALLEST = 16;
  private static final int VALUES = 1;
  private static final int NONE = -1;

  private final ProcessCounters counters;
  private final ProcessResultHandler results;
  private final ProcessResult inOrder;
  private final ProcessResult tooLate;

  private final Timers waiting = new Timers();
  private final int stride;
  private long[] rows;
  private int firstFree = NONE;

  /** Rows from here on were never used. */
  private int unused;

  private long watermark = Long.MIN_VALUE;

  OrderOperator(
      String name,
      int number,
      List<Value<E>> values,
      List<Column> columns,
      ProcessCounters counters,
      ProcessResultHandler results) {
    super(name, values);
    this.counters = counters;
    this.results = results;
    this.inOrder = new ProcessResult(name, number, EventTimeOrder.EVENTS, 0, columns);
    this.tooLate = new ProcessResult(name, number, EventTimeOrder.LATE, 1, columns);
    this.stride = VALUES + read.length;
    this.rows = new long[SMALLEST * stride];
  }

  @Override
  public void commit() {
    counters.events.increment();
    if (timestamp <= watermark) {
      counters.late.increment();
      counters.outputs.increment();
      results.onResult(tooLate.wrap(key, timestamp, read, 0));
      return;
    }
    int row = freeRow();
    int at = row * stride;
    rows[at] = key;
    System.arraycopy(read, 0, rows, at + VALUES, read.length);
    waiting.register(row, timestamp);
    counters.timersRegistered.increment();
  }

  @Override
  public void advanceTo(long newWatermark, long nowNs) {
    watermark = Math.max(watermark, newWatermark);
    while (waiting.isDue(watermark)) {
      int row = (int) waiting.firstKey();
      long time = waiting.firstTime();
      waiting.removeFirst();
      counters.timersFired.increment();
      counters.outputs.increment();
      int at = row * stride;
      inOrder.wrap(rows[at], time, rows, at + VALUES);
      rows[at] = firstFree;
      firstFree = row;
      results.onResult(inOrder);
    }
  }

  private int freeRow() {
    if (firstFree != NONE) {
      int row = firstFree;
      firstFree = (int) rows[row * stride];
      return row;
    }
    if (unused * stride == rows.length) {
      long longs = 2L * rows.length;
      if (longs > Integer.MAX_VALUE - 8) {
        throw new IllegalStateException("at most " + unused + " events wait to be in order");
      }
      rows = Arrays.copyOf(rows, (int) longs);
    }
    return unused++;
  }
}
