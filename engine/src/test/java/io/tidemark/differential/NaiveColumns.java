package io.tidemark.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.aggregate.Aggregate;
import io.tidemark.aggregate.Aggregates;
import io.tidemark.aggregate.Aggregation;
import io.tidemark.aggregate.Column;
import io.tidemark.aggregate.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/** All aggregates, each beside the plainest program for it over a list of events. */
final class NaiveColumns {
  private static final int HIGHEST = 1_000;

  /** More events than a window has: none is skipped for its disorder. */
  private static final int DISORDER = 30;

  private static final Value<Fact> LONG = Value.ofLong(fact -> fact.value);
  private static final Value<Fact> CENTS = Value.ofDecimal(2, fact -> fact.value);
  private static final Value<Fact> DOUBLE = Value.ofDouble(Fact::eighth);
  private static final Value<Fact> OTHER = Value.ofLong(Fact::other);
  private static final Value<Fact> OTHER_DOUBLE = Value.ofDouble(fact -> fact.other() / 4.0);
  private static final Value<Fact> WEIGHT = Value.ofLong(fact -> Math.abs(fact.value));
  private static final Value<Fact> DOUBLE_WEIGHT =
      Value.ofDouble(fact -> Math.abs(fact.value) / 2.0);

  private NaiveColumns() {}

  /** What the columns of an aggregate have to be; as doubles, longs up to 2^53 being exact. */
  interface Naive {
    double[] of(List<Fact> events, long end);
  }

  /**
   * An aggregate and the naive program.
   *
   * @param error how far a column may be off, as a share of the largest value of all; 0: not at all
   */
  record NaiveColumn(String name, Aggregation<Fact> aggregation, double error, Naive naive) {
    int width() {
      return aggregation.aggregate().columns().size();
    }

    void check(List<Fact> events, long end, long[] results, int at, String place) {
      double[] expected = naive.of(events, end);
      List<Column> columns = aggregation.aggregate().columns();
      for (int i = 0; i < columns.size(); i++) {
        double actual =
            switch (columns.get(i).type()) {
              case DOUBLE -> Double.longBitsToDouble(results[at + i]);
              default -> results[at + i];
            };
        boolean isRight =
            Double.compare(actual + 0.0, expected[i] + 0.0) == 0
                || Math.abs(actual - expected[i]) <= error * Math.max(1, Math.abs(expected[i]));
        if (!isRight) {
          assertThat(actual)
              .as("%s, %s%s of %d events", place, name, columns.get(i).name(), events.size())
              .isEqualTo(expected[i]);
        }
      }
    }
  }

  static List<NaiveColumn> all() {
    List<NaiveColumn> all = new ArrayList<>();
    ToLongFunction<Fact> value = fact -> fact.value;
    all.add(one("count", Aggregates.count(), 0, List::size));
    all.add(one("sum", Aggregates.sum(LONG), 0, e -> sum(e, value)));
    all.add(one("cents", Aggregates.sum(CENTS), 0, e -> sum(e, value)));
    all.add(one("double_sum", Aggregates.sum(DOUBLE), 0, e -> sum(e, value) / 8.0));
    all.add(one("min", Aggregates.min(LONG), 0, e -> sorted(e, value).get(0)));
    all.add(one("double_min", Aggregates.min(DOUBLE), 0, e -> sorted(e, value).get(0) / 8.0));
    all.add(one("max", Aggregates.max(LONG), 0, e -> largest(e, value).get(0)));
    all.add(one("double_max", Aggregates.max(DOUBLE), 0, e -> largest(e, value).get(0) / 8.0));
    all.add(one("avg", Aggregates.avg(LONG), 0, e -> (double) sum(e, value) / e.size()));
    all.add(one("avg_cents", Aggregates.avg(CENTS), 0, e -> sum(e, value) / (100.0 * e.size())));
    all.add(one("avg_double", Aggregates.avg(DOUBLE), 0, e -> sum(e, value) / 8.0 / e.size()));
    all.add(one("first", Aggregates.first(LONG), 0, e -> byTime(e).get(0).value));
    all.add(one("last", Aggregates.last(DOUBLE), 0, e -> byTime(e).get(e.size() - 1).eighth()));
    all.add(new NaiveColumn("ohlc", Aggregates.ohlc(CENTS), 0, (e, end) -> ohlc(e)));
    all.add(one("vwap", Aggregates.vwap(CENTS, WEIGHT), 1e-15, e -> weighted(e) / 100));
    all.add(
        one(
            "weighted",
            Aggregates.weightedAvg(DOUBLE, DOUBLE_WEIGHT),
            1e-14,
            e -> weighted(e) / 8));
    for (boolean exact : new boolean[] {true, false}) {
      addMoments(all, exact);
      addTimed(all, exact);
    }
    all.add(new NaiveColumn("top", Aggregates.topN(LONG, 3), 0, (e, end) -> top(e, value, 1)));
    all.add(
        new NaiveColumn("double_top", Aggregates.topN(DOUBLE, 3), 0, (e, end) -> top(e, value, 8)));
    all.add(one("distinct", Aggregates.distinct(LONG, 9), 0, NaiveColumns::distinct));
    all.add(one("distinct_double", Aggregates.distinct(DOUBLE, 9), 0, NaiveColumns::distinct));
    all.add(
        new NaiveColumn(
            "percentiles",
            Aggregates.percentiles(LONG, 1, HIGHEST, 50, 90, 100),
            0,
            (e, end) -> percentiles(e)));
    all.add(
        new NaiveColumn(
            "own", new Aggregation<>(new Extent(), List.of(LONG)), 0, (e, end) -> extent(e)));
    return all;
  }

  private static NaiveColumn one(
      String name,
      Aggregation<Fact> aggregation,
      double error,
      ToDoubleFunction<List<Fact>> naive) {
    return new NaiveColumn(
        name, aggregation, error, (events, end) -> new double[] {naive.applyAsDouble(events)});
  }

  private static void addMoments(List<NaiveColumn> all, boolean exact) {
    String kind = exact ? "" : "_double";
    Value<Fact> y = exact ? LONG : DOUBLE;
    Value<Fact> x = exact ? OTHER : OTHER_DOUBLE;
    double unitY = exact ? 1 : 1 / 8.0;
    double unitX = exact ? 1 : 1 / 4.0;
    // Doubles are far enough from 0, and few enough, for Welford's error to be below this.
    double error = exact ? 1e-14 : 1e-9;
    ToLongFunction<Fact> value = fact -> fact.value;
    double squared = unitY * unitY;
    all.add(one("var_pop" + kind, Aggregates.varPop(y), error, e -> spread(e, value, 0) * squared));
    all.add(
        one("var_samp" + kind, Aggregates.varSamp(y), error, e -> spread(e, value, 1) * squared));
    all.add(
        one(
            "stddev_pop" + kind,
            Aggregates.stddevPop(y),
            error,
            e -> Math.sqrt(spread(e, value, 0)) * unitY));
    all.add(
        one(
            "stddev_samp" + kind,
            Aggregates.stddevSamp(y),
            error,
            e -> Math.sqrt(spread(e, value, 1)) * unitY));
    double unit = unitY * unitX;
    double errorOfProducts = exact ? 1e-9 : 1e-8;
    all.add(
        one(
            "covar_pop" + kind,
            Aggregates.covarPop(y, x),
            errorOfProducts,
            e -> (double) products(e, value, Fact::other) / e.size() / e.size() * unit));
    all.add(
        one(
            "covar_samp" + kind,
            Aggregates.covarSamp(y, x),
            errorOfProducts,
            e -> (double) products(e, value, Fact::other) / e.size() / (e.size() - 1) * unit));
    all.add(
        new NaiveColumn(
            "line" + kind,
            Aggregates.regression(y, x),
            errorOfProducts,
            (e, end) -> line(e, unitY, unitX)));
  }

  private static void addTimed(List<NaiveColumn> all, boolean exact) {
    String kind = exact ? "" : "_double";
    Value<Fact> counter = exact ? LONG : DOUBLE;
    double unit = exact ? 1 : 1 / 8.0;
    all.add(
        new NaiveColumn(
            "twap" + kind,
            Aggregates.twap(counter, DISORDER),
            1e-14,
            (e, end) -> new double[] {standing(byTime(e), end) * unit, 0}));
    all.add(
        new NaiveColumn(
            "increase" + kind,
            Aggregates.increase(counter, DISORDER),
            0,
            (e, end) -> new double[] {gained(byTime(e)) * unit, 0}));
    all.add(
        new NaiveColumn(
            "rate" + kind,
            Aggregates.rate(counter, DISORDER),
            1e-14,
            (e, end) -> new double[] {rate(byTime(e)) * unit, 0}));
  }

  /** In event time, equal times by arrival. */
  private static List<Fact> byTime(List<Fact> events) {
    List<Fact> sorted = new ArrayList<>(events);
    sorted.sort(Comparator.comparingLong(fact -> fact.time));
    return sorted;
  }

  private static List<Long> sorted(List<Fact> events, ToLongFunction<Fact> value) {
    List<Long> sorted = new ArrayList<>();
    events.forEach(fact -> sorted.add(value.applyAsLong(fact)));
    Collections.sort(sorted);
    return sorted;
  }

  private static List<Long> largest(List<Fact> events, ToLongFunction<Fact> value) {
    List<Long> sorted = sorted(events, value);
    Collections.reverse(sorted);
    return sorted;
  }

  private static long sum(List<Fact> events, ToLongFunction<Fact> value) {
    return events.stream().mapToLong(value).sum();
  }

  private static double[] ohlc(List<Fact> events) {
    List<Fact> sorted = byTime(events);
    List<Long> values = sorted(events, fact -> fact.value);
    return new double[] {
      sorted.get(0).value,
      values.get(values.size() - 1),
      values.get(0),
      sorted.get(sorted.size() - 1).value
    };
  }

  private static double weighted(List<Fact> events) {
    long weights = sum(events, fact -> Math.abs(fact.value));
    long products = sum(events, fact -> fact.value * Math.abs(fact.value));
    return weights == 0 ? Double.NaN : (double) products / weights;
  }

  /** n times the sum of the products of the distances from the means: an integer. */
  private static long products(List<Fact> events, ToLongFunction<Fact> y, ToLongFunction<Fact> x) {
    long both = sum(events, fact -> y.applyAsLong(fact) * x.applyAsLong(fact));
    return events.size() * both - sum(events, y) * sum(events, x);
  }

  private static double spread(List<Fact> events, ToLongFunction<Fact> value, int less) {
    return (double) products(events, value, value) / events.size() / (events.size() - less);
  }

  private static double[] line(List<Fact> events, double unitY, double unitX) {
    ToLongFunction<Fact> value = fact -> fact.value;
    double xx = products(events, Fact::other, Fact::other);
    double xy = products(events, value, Fact::other);
    double yy = products(events, value, value);
    if (xx == 0) {
      return new double[] {Double.NaN, Double.NaN, Double.NaN};
    }
    double slope = xy / xx;
    double intercept = (sum(events, value) - slope * sum(events, Fact::other)) / events.size();
    double determined = yy == 0 ? 1 : xy / xx * (xy / yy);
    return new double[] {slope * unitY / unitX, intercept * unitY, determined};
  }

  private static double standing(List<Fact> sorted, long end) {
    long sum = 0;
    for (int i = 0; i < sorted.size(); i++) {
      long until = i + 1 < sorted.size() ? sorted.get(i + 1).time : end;
      sum += sorted.get(i).value * (until - sorted.get(i).time);
    }
    return (double) sum / (end - sorted.get(0).time);
  }

  private static long gained(List<Fact> sorted) {
    long sum = 0;
    for (int i = 1; i < sorted.size(); i++) {
      long before = sorted.get(i - 1).value;
      long next = sorted.get(i).value;
      sum += next < before ? next : next - before;
    }
    return sum;
  }

  private static double rate(List<Fact> sorted) {
    long time = sorted.get(sorted.size() - 1).time - sorted.get(0).time;
    return time == 0 ? Double.NaN : gained(sorted) * 1_000.0 / time;
  }

  private static double[] top(List<Fact> events, ToLongFunction<Fact> value, double unit) {
    List<Long> largest = largest(events, value);
    double[] top = new double[4];
    top[0] = Math.min(3, largest.size());
    for (int i = 0; i < top[0]; i++) {
      top[i + 1] = largest.get(i) / unit;
    }
    return top;
  }

  private static double distinct(List<Fact> events) {
    return events.stream().mapToLong(fact -> fact.value).distinct().count();
  }

  private static double[] percentiles(List<Fact> events) {
    Histogram histogram = new Histogram(HIGHEST, 1);
    events.forEach(fact -> histogram.recordValue(Math.max(0, fact.value)));
    return new double[] {
      histogram.getValueAtPercentile(50),
      histogram.getValueAtPercentile(90),
      histogram.getValueAtPercentile(100),
      events.stream().filter(fact -> fact.value < 0).count()
    };
  }

  private static double[] extent(List<Fact> events) {
    List<Long> values = sorted(events, fact -> fact.value);
    return new double[] {values.get(values.size() - 1) - values.get(0)};
  }

  /** A user's own: how far the values are apart. */
  record Extent() implements Aggregate {
    @Override
    public int inputs() {
      return 1;
    }

    @Override
    public int width() {
      return 2;
    }

    @Override
    public List<Column> columns() {
      return List.of(Column.ofLong(""));
    }

    @Override
    public void create(long[] rows, int at) {
      rows[at] = Long.MAX_VALUE;
      rows[at + 1] = Long.MIN_VALUE;
    }

    @Override
    public void add(long[] rows, int at, long[] values, int first, long timestamp) {
      rows[at] = Math.min(rows[at], values[first]);
      rows[at + 1] = Math.max(rows[at + 1], values[first]);
    }

    @Override
    public void merge(long[] rows, int at, long[] from, int fromAt) {
      rows[at] = Math.min(rows[at], from[fromAt]);
      rows[at + 1] = Math.max(rows[at + 1], from[fromAt + 1]);
    }

    @Override
    public void result(long[] rows, int at, long[] out, int outAt) {
      out[outAt] = rows[at + 1] - rows[at];
    }

    @Override
    public boolean mayThrow() {
      return false;
    }
  }
}
