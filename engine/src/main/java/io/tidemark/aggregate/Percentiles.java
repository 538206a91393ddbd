package io.tidemark.aggregate;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Percentiles of longs or decimals: the count, how many values were outside, and a count for each
 * bucket of a {@link BucketLayout}. A value below 0 counts as 0 and one above the highest as the
 * highest; {@code _outside} says how many of either there were. Merging does not depend on the
 * order. An event costs one increment; a merge, a subtraction or a result costs the buckets.
 *
 * <p>The result is the highest value of the bucket of the value at that rank, as HdrHistogram has
 * it: at least that value, and less than 10^-digits of it more.
 *
 * @param type LONG or DECIMAL
 * @param scale the digits after the point
 * @param layout the buckets
 * @param highest the highest value
 * @param percentiles which, from 0 to 100
 */
record Percentiles(
    ColumnType type, int scale, BucketLayout layout, long highest, List<Double> percentiles)
    implements CountsEvents {
  private static final int OUTSIDE = 1;
  private static final int BUCKETS = 2;

  static Percentiles of(Value<?> value, int digits, long highest, double... percentiles) {
    if (value.type() == ColumnType.DOUBLE) {
      throw new IllegalArgumentException(
          "percentiles.value: a double; expected a long or a decimal");
    }
    if (percentiles.length == 0) {
      throw new IllegalArgumentException("percentiles: none; expected at least one");
    }
    List<Double> checked = new ArrayList<>();
    for (double percentile : percentiles) {
      if (!(percentile >= 0 && percentile <= 100) || checked.contains(percentile)) {
        throw new IllegalArgumentException(
            "percentiles: " + percentile + "; expected different numbers from 0 to 100");
      }
      checked.add(percentile);
    }
    return new Percentiles(
        value.type(),
        value.scale(),
        BucketLayout.of(digits, highest),
        highest,
        List.copyOf(checked));
  }

  @Override
  public int inputs() {
    return 1;
  }

  @Override
  public int width() {
    return BUCKETS + layout.buckets();
  }

  @Override
  public List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    for (double percentile : percentiles) {
      String name = BigDecimal.valueOf(percentile).stripTrailingZeros().toPlainString();
      columns.add(new Column("_p" + name, type, scale));
    }
    columns.add(Column.ofLong("_outside"));
    return List.copyOf(columns);
  }

  @Override
  public void create(long[] rows, int at) {
    for (int i = at; i < at + width(); i++) {
      rows[i] = 0;
    }
  }

  @Override
  public void add(long[] rows, int at, long[] values, int first, long timestamp) {
    long value = values[first];
    long within = Math.min(Math.max(value, 0), highest);
    if (within != value) {
      rows[at + OUTSIDE]++;
    }
    rows[at]++;
    rows[at + BUCKETS + layout.bucket(within)]++;
  }

  @Override
  public void merge(long[] rows, int at, long[] from, int fromAt) {
    int width = width();
    for (int i = 0; i < width; i++) {
      rows[at + i] += from[fromAt + i];
    }
  }

  @Override
  public void subtract(long[] rows, int at, long[] from, int fromAt) {
    int width = width();
    for (int i = 0; i < width; i++) {
      rows[at + i] -= from[fromAt + i];
    }
  }

  @Override
  public void result(long[] rows, int at, long[] out, int outAt) {
    for (int i = 0; i < percentiles.size(); i++) {
      out[outAt + i] = rows[at] == 0 ? 0 : valueAt(percentiles.get(i), rows, at);
    }
    out[outAt + percentiles.size()] = rows[at + OUTSIDE];
  }

  private long valueAt(double percentile, long[] rows, int at) {
    // The next lower number keeps 7 percent of 100 from being the eighth, as in HdrHistogram.
    double rank = Math.ceil(Math.max(Math.nextDown(percentile), 0) * rows[at] / 100);
    long left = Math.max((long) rank, 1);
    int bucket = -1;
    while (left > 0) {
      bucket++;
      left -= rows[at + BUCKETS + bucket];
    }
    return percentile == 0 ? layout.lowest(bucket) : layout.highest(bucket);
  }
}
