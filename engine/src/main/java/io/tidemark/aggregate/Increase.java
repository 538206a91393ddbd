package io.tidemark.aggregate;

import java.util.List;

/**
 * By how much a counter went up from the first value of a window to the last, {@link TimedValues}:
 * a value below the one before it means that the counter began anew from 0, as in Prometheus, and
 * adds itself. Unlike there, nothing is extrapolated to the ends of the window: it has all its
 * values when it fires, so what is said is what was counted, and whole numbers stay whole. What
 * came between two windows' values counts in neither.
 *
 * <p>Longs and decimals: exact; doubles: compensated.
 *
 * @param type the type of the counter and of the result
 * @param scale their digits after the point
 */
record Increase(ColumnType type, int scale, TimedValues inOrder) implements ValueAggregate {

  /**
   * By how much the counter went up.
   *
   * @param exact whether values are integers
   */
  record Gain(boolean exact) implements TimedValues.Step {
    @Override
    public void create(long[] rows, int at) {
      if (exact) {
        Wide.create(rows, at);
      } else {
        Compensated.create(rows, at);
      }
    }

    @Override
    public void add(
        long[] rows, int at, boolean out, long time, long value, long nextTime, long nextValue) {
      if (exact) {
        addSigned(rows, at, out, nextValue);
        if (nextValue >= value) {
          addSigned(rows, at, !out, value);
        }
      } else {
        double next = Double.longBitsToDouble(nextValue);
        double before = Double.longBitsToDouble(value);
        // Where one is NaN, the difference says so.
        double gain = next < before ? next : next - before;
        Compensated.add(rows, at, out ? -gain : gain);
      }
    }

    private static void addSigned(long[] rows, int at, boolean negative, long value) {
      if (negative) {
        // In two steps, since the smallest long has no negative.
        Wide.add(rows, at, ~value);
        Wide.add(rows, at, 1);
      } else {
        Wide.add(rows, at, value);
      }
    }

    @Override
    public void merge(long[] rows, int at, long[] from, int fromAt) {
      if (exact) {
        Wide.merge(rows, at, from, fromAt);
      } else {
        Compensated.merge(rows, at, from, fromAt);
      }
    }
  }

  static Increase of(Value<?> counter, int disorder) {
    Gain gain = new Gain(counter.type() != ColumnType.DOUBLE);
    return new Increase(counter.type(), counter.scale(), new TimedValues(gain, disorder));
  }

  @Override
  public int width() {
    return inOrder.width();
  }

  @Override
  public List<Column> columns() {
    return List.of(new Column("", type, scale), Column.ofLong("_skipped"));
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

  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    if (type == ColumnType.DOUBLE) {
      DoubleBits.set(out, outAt, Compensated.dividedBy(rows, at, 1));
    } else {
      out[outAt] = Wide.toLong(rows, at);
    }
    out[outAt + 1] = TimedValues.skipped(rows, at);
  }

  /** The increase as a double, never a fault. */
  double asDouble(long[] rows, int at) {
    return type == ColumnType.DOUBLE
        ? Compensated.dividedBy(rows, at, 1)
        : Wide.quotient(rows, at, 1, Decimals.powerOfTen(scale));
  }
}
