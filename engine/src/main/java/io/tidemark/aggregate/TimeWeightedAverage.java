package io.tidemark.aggregate;

import java.util.List;

/**
 * The average of a value that stands until the next one, each as often as the time for which it
 * stood: {@link TimedValues} whose sum is that of the values times these times.
 *
 * <p>The first value of a window counts from its own timestamp, since what stood before is not
 * known to the window; the last one counts until the window's end, where it has one. Of values with
 * one timestamp the last to arrive counts. Longs and decimals: the quotient of exact sums, rounded
 * as {@link Int192#quotient} is; doubles: of compensated ones.
 *
 * @param type the type of the values
 * @param powerOfTen how many units of the values make one
 */
record TimeWeightedAverage(ColumnType type, long powerOfTen, TimedValues inOrder)
    implements Aggregate {

  /**
   * How long each value stood, times the value.
   *
   * @param exact whether values are integers
   */
  record Standing(boolean exact) implements TimedValues.Step {
    @Override
    public void create(long[] rows, int at) {
      if (exact) {
        Int192.create(rows, at);
      } else {
        Compensated.create(rows, at);
      }
    }

    @Override
    public void add(
        long[] rows, int at, boolean out, long time, long value, long nextTime, long nextValue) {
      long length = nextTime - time;
      if (length < 0) {
        // Beyond 63 bits, the times being in order: in two parts that are not.
        long half = time + (length >>> 1);
        add(rows, at, out, time, value, half, value);
        add(rows, at, out, half, value, nextTime, nextValue);
      } else if (exact) {
        Int192.add(rows, at, value, out ? -length : length);
      } else {
        double times = out ? -length : length;
        Compensated.addProduct(rows, at, Double.longBitsToDouble(value), times);
      }
    }

    @Override
    public void merge(long[] rows, int at, long[] from, int fromAt) {
      if (exact) {
        Int192.merge(rows, at, from, fromAt);
      } else {
        Compensated.merge(rows, at, from, fromAt);
      }
    }
  }

  static TimeWeightedAverage of(Value<?> value, int disorder) {
    Standing standing = new Standing(value.type() != ColumnType.DOUBLE);
    return new TimeWeightedAverage(
        value.type(), Decimals.powerOfTen(value.scale()), new TimedValues(standing, disorder));
  }

  @Override
  public int inputs() {
    return 1;
  }

  @Override
  public int width() {
    return inOrder.width();
  }

  @Override
  public List<Column> columns() {
    return List.of(Column.ofDouble(""), Column.ofLong("_skipped"));
  }

  @Override
  public void create(long[] rows, int at) {
    inOrder.create(rows, at);
  }

  @Override
  public void add(long[] rows, int at, long[] values, int first, long timestamp) {
    inOrder.add(rows, at, timestamp, values[first]);
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    inOrder.merge(rows, at, from, fromAt);
  }

  /** The average up to the last value, as if its window ended there. */
  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    resultUpTo(
        TimedValues.isEmpty(rows, at) ? 0 : TimedValues.lastTime(rows, at), rows, at, out, outAt);
  }

  @Override
  public void result(long[] rows, int at, long start, long end, long[] out, int outAt) {
    if (end == Long.MAX_VALUE) {
      result(rows, at, out, outAt);
    } else {
      resultUpTo(end, rows, at, out, outAt);
    }
  }

  private void resultUpTo(long end, long[] rows, int at, long[] out, int outAt) {
    double average = TimedValues.isEmpty(rows, at) ? Double.NaN : average(rows, at, end);
    DoubleBits.set(out, outAt, average);
    out[outAt + 1] = TimedValues.skipped(rows, at);
  }

  private double average(long[] rows, int at, long end) {
    long length = end - TimedValues.firstTime(rows, at);
    long lastValue = TimedValues.lastValue(rows, at);
    long lastLength = end - TimedValues.lastTime(rows, at);
    if (type == ColumnType.DOUBLE) {
      double sum =
          Compensated.dividedBy(rows, at, 1) + Double.longBitsToDouble(lastValue) * lastLength;
      return sum / Int192.toDouble(length, 0, 0);
    }
    long low = lastValue * lastLength;
    long middle = Math.multiplyHigh(lastValue, lastLength);
    long high = middle >> 63;
    return Int192.quotient(
        rows[at] + low,
        Int192.sumMiddle(rows[at], rows[at + 1], low, middle),
        Int192.sumHigh(rows[at], rows[at + 1], rows[at + 2], low, middle, high),
        powerOfTen * length,
        Int192.productMiddle(powerOfTen, length, 0),
        Int192.productHigh(powerOfTen, length, 0));
  }
}
