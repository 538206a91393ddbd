package io.tidemark.process;

import io.tidemark.aggregate.Column;
import io.tidemark.aggregate.ColumnType;
import java.util.Arrays;
import java.util.List;

/**
 * One call of a process function after the other: a copy of the key's row, and a journal of what
 * the function does to timers and outputs. One writer: the stage that runs the processes.
 */
final class Call implements ProcessContext {
  /** What may be done to a timer: bit 0 is its domain, bit 1 that it is deleted. */
  static final int PROCESSING = 1;

  /** Of a timer that is deleted; else it is registered. */
  static final int DELETE = 2;

  private final Column[] fields;
  private final boolean[] isDouble;

  /** The copy of the key's row; zeros where it has none. */
  final long[] row;

  final Emissions emissions;

  // What was done to timers, in order.
  long[] timerTimes = new long[8];
  byte[] timerActions = new byte[8];
  int timerCount;

  private long key;
  private long timestamp;
  private long watermark;
  private long nowNs;

  /** Whether the function is shown the watermark; else only that there will be no more. */
  private boolean showsWatermark = true;

  /** Whether the key had state when the call began. */
  private boolean existed;

  private boolean written;
  private boolean cleared;
  private boolean used;

  Call(List<Column> state, Emissions emissions) {
    this.fields = state.toArray(Column[]::new);
    this.isDouble = new boolean[fields.length];
    for (int i = 0; i < fields.length; i++) {
      isDouble[i] = fields[i].type() == ColumnType.DOUBLE;
    }
    this.row = new long[fields.length];
    this.emissions = emissions;
  }

  /** The job is on processing time: it has no watermark to show. */
  void hideWatermark() {
    showsWatermark = false;
  }

  /** A new call begins. */
  void begin(long newKey, long newTimestamp, long newWatermark, long newNowNs, KeyedState state) {
    key = newKey;
    timestamp = newTimestamp;
    boolean shown = showsWatermark || newWatermark == Long.MAX_VALUE;
    watermark = shown ? newWatermark : Long.MIN_VALUE;
    nowNs = newNowNs;
    existed = row.length > 0 && state.read(newKey, row);
    if (!existed) {
      Arrays.fill(row, 0);
    }
    written = false;
    cleared = false;
    used = false;
    timerCount = 0;
  }

  /** Does to the state what the call did to its copy. */
  void applyTo(KeyedState state, boolean readsCount, long usedAt) {
    if (cleared && existed) {
      state.clear(key);
    }
    if (written) {
      state.write(key, row, usedAt);
    } else if (readsCount && used && existed && !cleared) {
      state.use(key, usedAt);
    }
  }

  @Override
  public long key() {
    return key;
  }

  @Override
  public long timestamp() {
    return timestamp;
  }

  @Override
  public long watermark() {
    return watermark;
  }

  @Override
  public long processingTimeNs() {
    return nowNs;
  }

  @Override
  public boolean hasState() {
    return written || (existed && !cleared);
  }

  @Override
  public long longState(int field) {
    check(field, false);
    used = true;
    return row[field];
  }

  @Override
  public double doubleState(int field) {
    check(field, true);
    used = true;
    return Double.longBitsToDouble(row[field]);
  }

  @Override
  public void setLong(int field, long value) {
    check(field, false);
    written = true;
    row[field] = value;
  }

  @Override
  public void setDouble(int field, double value) {
    check(field, true);
    written = true;
    row[field] = Double.doubleToRawLongBits(value);
  }

  @Override
  public void clearState() {
    Arrays.fill(row, 0);
    cleared = true;
    written = false;
  }

  @Override
  public void registerEventTimer(long time) {
    note(time, 0);
  }

  @Override
  public void deleteEventTimer(long time) {
    note(time, DELETE);
  }

  @Override
  public void registerProcessingTimer(long timeNs) {
    note(timeNs, PROCESSING);
  }

  @Override
  public void deleteProcessingTimer(long timeNs) {
    note(timeNs, PROCESSING | DELETE);
  }

  @Override
  public ProcessOutput output(int number) {
    return emissions.output(number);
  }

  private void note(long time, int action) {
    if (timerCount == timerTimes.length) {
      timerTimes = Arrays.copyOf(timerTimes, 2 * timerCount);
      timerActions = Arrays.copyOf(timerActions, 2 * timerCount);
    }
    timerTimes[timerCount] = time;
    timerActions[timerCount++] = (byte) action;
  }

  private void check(int field, boolean asDouble) {
    if (field < 0 || field >= isDouble.length || isDouble[field] != asDouble) {
      throw wrongField(field);
    }
  }

  private IllegalArgumentException wrongField(int field) {
    return new IllegalArgumentException(
        field >= 0 && field < fields.length
            ? "state field " + fields[field].name() + " is a " + fields[field].type()
            : "state field " + field + "; there are " + fields.length + ", numbered from 0");
  }
}
