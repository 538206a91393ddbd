package io.tidemark.aggregate;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** The built-in aggregates, by their usual names. Set-up code; any thread. */
public final class Aggregates {
  private Aggregates() {}

  /** The number of events: a long. */
  public static <E> Aggregation<E> count() {
    return new Aggregation<>(new Count(), List.of());
  }

  /**
   * The sum, of the value's type. Sums of longs and decimals are exact; one that does not fit in 64
   * bits when its window fires is a fault. Sums of doubles are compensated: the error is at most
   * 1e-12 of the sum of the magnitudes.
   */
  public static <E> Aggregation<E> sum(Value<E> value) {
    return of(
        value.type() == ColumnType.DOUBLE
            ? new DoubleSum()
            : new ExactSum(value.type(), value.scale()),
        value);
  }

  /** The smallest value, of the value's type; -0.0 is less than 0.0, and NaN is the largest. */
  public static <E> Aggregation<E> min(Value<E> value) {
    return of(new Minimum(value.type(), value.scale()), value);
  }

  /** The largest value, of the value's type; -0.0 is less than 0.0, and NaN is the largest. */
  public static <E> Aggregation<E> max(Value<E> value) {
    return of(new Maximum(value.type(), value.scale()), value);
  }

  /**
   * The average: a double, the exact sum (of doubles: the compensated one) divided by the count.
   */
  public static <E> Aggregation<E> avg(Value<E> value) {
    return of(
        value.type() == ColumnType.DOUBLE ? new DoubleAverage() : new ExactAverage(value.scale()),
        value);
  }

  /** The value with the smallest timestamp; of equal ones, the one that arrived first. */
  public static <E> Aggregation<E> first(Value<E> value) {
    return of(new First(value.type(), value.scale()), value);
  }

  /** The value with the largest timestamp; of equal ones, the one that arrived last. */
  public static <E> Aggregation<E> last(Value<E> value) {
    return of(new Last(value.type(), value.scale()), value);
  }

  /**
   * Open, high, low and close: {@link #first}, {@link #max}, {@link #min} and {@link #last}, in the
   * columns {@code _open}, {@code _high}, {@code _low} and {@code _close}.
   */
  public static <E> Aggregation<E> ohlc(Value<E> price) {
    return of(new Ohlc(price.type(), price.scale()), price);
  }

  /**
   * The average of a value by a weight, the sum of value * weight divided by that of the weights: a
   * double; NaN where the weights sum to 0. Of longs and decimals the sums are exact, and the
   * result is the double nearest to their quotient; where one of the two is a double the sums are
   * compensated, NaN goes into the result, and infinite is what leaves the range of doubles.
   */
  public static <E> Aggregation<E> weightedAvg(Value<E> value, Value<E> weight) {
    return of(
        areExact(value, weight)
            ? new ExactWeightedAverage(Decimals.powerOfTen(value.scale()))
            : new DoubleWeightedAverage(AsDouble.of(value), AsDouble.of(weight)),
        value,
        weight);
  }

  /** The volume-weighted average price: {@link #weightedAvg} of the price by the quantity. */
  public static <E> Aggregation<E> vwap(Value<E> price, Value<E> quantity) {
    return weightedAvg(price, quantity);
  }

  /** {@link #twap(Value, int)} with a disorder of 8. */
  public static <E> Aggregation<E> twap(Value<E> value) {
    return twap(value, TimedValues.USUAL_DISORDER);
  }

  /**
   * The time-weighted average: a double. Each value counts from its timestamp to that of the next
   * one, the last until the window's end; what stood before a window's first value is not known to
   * the window and does not count. Of values with one timestamp the last to arrive stands. Of longs
   * and decimals the result is the double nearest to the quotient of exact sums; of doubles sums
   * are compensated, and NaN or an infinite value makes the result NaN or infinite.
   *
   * <p>Values may come out of order: one takes its place exactly if no more than {@code disorder}
   * later values of its window and key came before it, or if it is the first of all. Any other is
   * skipped, and the column {@code _skipped} counts it. A row takes 10 + 2 * disorder longs.
   *
   * @param disorder 0 to 1,000
   */
  public static <E> Aggregation<E> twap(Value<E> value, int disorder) {
    return of(TimeWeightedAverage.of(value, disorder), value);
  }

  /** {@link #increase(Value, int)} with a disorder of 8. */
  public static <E> Aggregation<E> increase(Value<E> counter) {
    return increase(counter, TimedValues.USUAL_DISORDER);
  }

  /**
   * By how much a counter went up, of its type: the sum over the values in event time, equal times
   * by arrival, of what each is above the one before; one below it means that the counter began
   * anew from 0, and adds itself. Nothing is extrapolated to the ends of the window, and what came
   * between two windows' values counts in neither. A sum of longs or decimals is exact, and a fault
   * if it does not fit in 64 bits when its window fires; NaN makes the result NaN.
   *
   * <p>The disorder is that of {@link #twap(Value, int)}, with the same column and width.
   */
  public static <E> Aggregation<E> increase(Value<E> counter, int disorder) {
    return of(Increase.of(counter, disorder), counter);
  }

  /** {@link #rate(Value, int)} with a disorder of 8. */
  public static <E> Aggregation<E> rate(Value<E> counter) {
    return rate(counter, TimedValues.USUAL_DISORDER);
  }

  /**
   * How fast a counter went up, each second, a double: its {@link #increase(Value, int)} divided by
   * the time from the first value of the window to the last; NaN where there is none.
   */
  public static <E> Aggregation<E> rate(Value<E> counter, int disorder) {
    return of(new Rate(Increase.of(counter, disorder), TimeUnit.MILLISECONDS), counter);
  }

  /**
   * The variance of a population, a double. Of longs and decimals the error is at most 1e-15 of it,
   * from exact sums; of doubles about n * 2^-52 * the root of 1 + mean^2 / variance at the worst,
   * by Welford's algorithm, and merging depends on the order by as much. NaN or an infinite value
   * makes it NaN, and so may values beyond 1e150.
   */
  public static <E> Aggregation<E> varPop(Value<E> value) {
    return spread(value, new Spread(0, false));
  }

  /** The variance of a sample, like {@link #varPop} but divided by n - 1: NaN for one value. */
  public static <E> Aggregation<E> varSamp(Value<E> value) {
    return spread(value, new Spread(1, false));
  }

  /** The standard deviation of a population: the root of {@link #varPop}. */
  public static <E> Aggregation<E> stddevPop(Value<E> value) {
    return spread(value, new Spread(0, true));
  }

  /** The standard deviation of a sample: the root of {@link #varSamp}. */
  public static <E> Aggregation<E> stddevSamp(Value<E> value) {
    return spread(value, new Spread(1, true));
  }

  /**
   * The covariance of a population, a double. Of longs and decimals the error is at most 1e-15 of
   * the product of both standard deviations, from exact sums; where one is a double all is as for
   * {@link #varPop} of doubles.
   */
  public static <E> Aggregation<E> covarPop(Value<E> y, Value<E> x) {
    return covariance(y, x, new Spread(0, false));
  }

  /** The covariance of a sample, like {@link #covarPop} but divided by n - 1: NaN for one event. */
  public static <E> Aggregation<E> covarSamp(Value<E> y, Value<E> x) {
    return covariance(y, x, new Spread(1, false));
  }

  /**
   * The line y = slope * x + intercept that fits the events best, by least squares, in the columns
   * {@code _slope}, {@code _intercept} and {@code _r2}, doubles. As in SQL all are NaN where all x
   * are equal, else r2 is 1 where all y are. Errors are as those of {@link #covarPop}.
   */
  public static <E> Aggregation<E> regression(Value<E> y, Value<E> x) {
    return of(
        areExact(y, x)
            ? new ExactRegression(Decimals.powerOfTen(y.scale()), Decimals.powerOfTen(x.scale()))
            : new DoubleRegression(AsDouble.of(y), AsDouble.of(x)),
        y,
        x);
  }

  /**
   * The n largest values, equal ones as often as they came, in the columns {@code _1} to {@code _n}
   * from the largest down. The column {@code _count} says how many there are; columns beyond it are
   * 0. Doubles are in the order of {@link #max}.
   *
   * @param n 1 to 100
   */
  public static <E> Aggregation<E> topN(Value<E> value, int n) {
    return of(new TopN(value.type(), value.scale(), n), value);
  }

  /**
   * Percentiles, of the value's type, in the columns {@code _p50}, {@code _p99.9}, ... in
   * HdrHistogram's buckets: the value at the rank, rounded up to the end of its bucket, which is
   * less than 10^-digits of the value. A value below 0 counts as 0 and one above the highest as the
   * highest; the column {@code _outside} counts them. A row takes a long a bucket: 3 digits up to
   * an hour in ms take 13 thousand.
   *
   * @param value a long or a decimal
   * @param digits how many significant digits are kept, 1 to 5
   * @param highest the highest value, in the units of a decimal; 2 or more, and not so high that a
   *     row takes more than 2^20 longs
   * @param percentiles which, 0 to 100
   */
  public static <E> Aggregation<E> percentiles(
      Value<E> value, int digits, long highest, double... percentiles) {
    return of(Percentiles.of(value, digits, highest, percentiles), value);
  }

  /** {@link #distinct(Value, int)} with a precision of 12: exact up to 256, then 1.6 percent. */
  public static <E> Aggregation<E> distinct(Value<E> value) {
    return distinct(value, Distinct.USUAL);
  }

  /**
   * How many different values there were, a long: exact up to 2^(precision - 4), then estimated by
   * a HyperLogLog with a standard error of 1.04 / sqrt(2^precision). All NaN are one value; -0.0
   * and 0.0 are two. A row takes 1 + 3 * 2^(precision - 4) longs.
   *
   * @param precision 4 to 16
   */
  public static <E> Aggregation<E> distinct(Value<E> value, int precision) {
    return of(new Distinct(value.type(), precision), value);
  }

  private static <E> Aggregation<E> of(Aggregate aggregate, Value<E> value) {
    return new Aggregation<>(aggregate, List.of(value));
  }

  private static <E> Aggregation<E> spread(Value<E> value, Spread spread) {
    return of(
        areExact(value, value)
            ? new ExactVariance(spread, Decimals.powerOfTen(value.scale()))
            : new DoubleVariance(spread),
        value);
  }

  private static <E> Aggregation<E> covariance(Value<E> y, Value<E> x, Spread spread) {
    double unit = (double) Decimals.powerOfTen(y.scale()) * Decimals.powerOfTen(x.scale());
    DoubleRegression doubles = new DoubleRegression(AsDouble.of(y), AsDouble.of(x));
    return of(
        areExact(y, x) ? new ExactCovariance(spread, unit) : new DoubleCovariance(doubles, spread),
        y,
        x);
  }

  private static boolean areExact(Value<?> one, Value<?> other) {
    return one.type() != ColumnType.DOUBLE && other.type() != ColumnType.DOUBLE;
  }

  private static <E> Aggregation<E> of(Aggregate aggregate, Value<E> one, Value<E> other) {
    return new Aggregation<>(aggregate, List.of(one, other));
  }
}
