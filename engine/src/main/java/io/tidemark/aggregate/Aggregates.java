package io.tidemark.aggregate;

import java.util.List;

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

  private static <E> Aggregation<E> of(Aggregate aggregate, Value<E> value) {
    return new Aggregation<>(aggregate, List.of(value));
  }
}
