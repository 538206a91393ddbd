package io.tidemark.aggregate;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How fast a counter went up, each second: its {@link Increase} divided by the time from the first
 * value of the window to the last, which is what the increase is known for. NaN where there is no
 * such time: one value, or all with one timestamp. The error is at most 1e-15 of the result.
 *
 * @param increase the increase
 * @param unit of timestamps; the job says which
 */
record Rate(Increase increase, TimeUnit unit) implements Aggregate {
  @Override
  public Aggregate in(TimeUnit jobUnit) {
    return new Rate(increase, jobUnit);
  }

  @Override
  public int inputs() {
    return 1;
  }

  @Override
  public int width() {
    return increase.width();
  }

  @Override
  public List<Column> columns() {
    return List.of(Column.ofDouble(""), Column.ofLong("_skipped"));
  }

  @Override
  public void create(long[] rows, int at) {
    increase.create(rows, at);
  }

  @Override
  public void add(long[] rows, int at, long[] values, int first, long timestamp) {
    increase.add(rows, at, values, first, timestamp);
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    increase.merge(rows, at, from, fromAt);
  }

  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    double rate = TimedValues.isEmpty(rows, at) ? Double.NaN : rate(rows, at);
    DoubleBits.set(out, outAt, rate);
    out[outAt + 1] = TimedValues.skipped(rows, at);
  }

  private double rate(long[] rows, int at) {
    long time = TimedValues.lastTime(rows, at) - TimedValues.firstTime(rows, at);
    if (time == 0) {
      return Double.NaN;
    }
    double seconds = Int192.toDouble(time, 0, 0) / unit.convert(1, TimeUnit.SECONDS);
    return increase.asDouble(rows, at) / seconds;
  }
}
