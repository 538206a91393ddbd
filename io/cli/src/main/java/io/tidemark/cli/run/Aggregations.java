package io.tidemark.cli.run;

import io.tidemark.aggregate.Aggregates;
import io.tidemark.aggregate.Aggregation;
import io.tidemark.aggregate.Value;
import io.tidemark.cli.job.JobAggregate;
import java.math.BigDecimal;
import java.util.List;

/** The functions of job files as the engine's aggregates. */
final class Aggregations {
  private Aggregations() {}

  /**
   * The engine's form of a function.
   *
   * @param values its columns
   * @throws IllegalArgumentException when a number is none that the function takes, or a value has
   *     a type that it does not
   */
  static Aggregation<FileEvent> of(JobAggregate aggregate, List<Value<FileEvent>> values) {
    return switch (values.size()) {
      case 0 -> Aggregates.count();
      case 1 -> of(aggregate, values.get(0));
      default -> of(aggregate, values.get(0), values.get(1));
    };
  }

  private static Aggregation<FileEvent> of(JobAggregate aggregate, Value<FileEvent> value) {
    List<String> numbers = aggregate.parameters();
    return switch (aggregate.function()) {
      case SUM -> Aggregates.sum(value);
      case MIN -> Aggregates.min(value);
      case MAX -> Aggregates.max(value);
      case AVG -> Aggregates.avg(value);
      case FIRST -> Aggregates.first(value);
      case LAST -> Aggregates.last(value);
      case OHLC -> Aggregates.ohlc(value);
      case VAR_POP -> Aggregates.varPop(value);
      case VAR_SAMP -> Aggregates.varSamp(value);
      case STDDEV_POP -> Aggregates.stddevPop(value);
      case STDDEV_SAMP -> Aggregates.stddevSamp(value);
      case TOP -> Aggregates.topN(value, whole(numbers.get(0), "n"));
      case PERCENTILES -> percentiles(value, numbers);
      case TWAP ->
          numbers.isEmpty() ? Aggregates.twap(value) : Aggregates.twap(value, disorder(numbers));
      case INCREASE ->
          numbers.isEmpty()
              ? Aggregates.increase(value)
              : Aggregates.increase(value, disorder(numbers));
      case RATE ->
          numbers.isEmpty() ? Aggregates.rate(value) : Aggregates.rate(value, disorder(numbers));
      case DISTINCT ->
          numbers.isEmpty()
              ? Aggregates.distinct(value)
              : Aggregates.distinct(value, whole(numbers.get(0), "precision"));
      case COUNT, VWAP, WEIGHTED_AVG, COVAR_POP, COVAR_SAMP, REGRESSION ->
          throw new IllegalArgumentException(aggregate.written() + " reads one column");
    };
  }

  private static Aggregation<FileEvent> of(
      JobAggregate aggregate, Value<FileEvent> one, Value<FileEvent> other) {
    return switch (aggregate.function()) {
      case VWAP -> Aggregates.vwap(one, other);
      case WEIGHTED_AVG -> Aggregates.weightedAvg(one, other);
      case COVAR_POP -> Aggregates.covarPop(one, other);
      case COVAR_SAMP -> Aggregates.covarSamp(one, other);
      case REGRESSION -> Aggregates.regression(one, other);
      default -> throw new IllegalArgumentException(aggregate.written() + " reads two columns");
    };
  }

  private static Aggregation<FileEvent> percentiles(Value<FileEvent> value, List<String> numbers) {
    double[] percentiles = numbers.stream().skip(2).mapToDouble(Double::parseDouble).toArray();
    long highest = unscaled(numbers.get(1), value.scale());
    return Aggregates.percentiles(value, whole(numbers.get(0), "digits"), highest, percentiles);
  }

  private static int disorder(List<String> numbers) {
    return whole(numbers.get(0), "disorder");
  }

  private static int whole(String number, String name) {
    try {
      return new BigDecimal(number).intValueExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          name + ": " + number + "; expected a whole number below 2^31", e);
    }
  }

  private static long unscaled(String number, int scale) {
    try {
      return new BigDecimal(number).movePointRight(scale).longValueExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "highest: "
              + number
              + "; expected a number of the column's type, with "
              + scale
              + " digits after the point at most",
          e);
    }
  }
}
