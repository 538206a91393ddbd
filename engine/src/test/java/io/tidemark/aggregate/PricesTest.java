package io.tidemark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.aggregate.Streams.Observation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Bars, weighted averages and largest values beside naive programs. */
class PricesTest {
  private static final Value<Object> LONG = Value.ofLong(event -> 0);
  private static final Value<Object> CENTS = Value.ofDecimal(2, event -> 0);
  private static final Value<Object> DOUBLE = Value.ofDouble(event -> 0);

  @Test
  void shouldGiveBarsByEventTime() {
    Streams.check(
        Aggregates.ohlc(CENTS).aggregate(),
        numbers -> new Observation(numbers.nextLong(), 0, numbers.below(5)),
        (stream, results, stage) -> {
          List<Observation> inOrder = new ArrayList<>(stream);
          inOrder.sort(Comparator.comparingLong(Observation::time));
          LongStream prices = stream.stream().mapToLong(Observation::one);
          assertThat(results)
              .as(stage)
              .containsExactly(
                  inOrder.get(0).one(),
                  prices.max().orElseThrow(),
                  stream.stream().mapToLong(Observation::one).min().orElseThrow(),
                  inOrder.get(inOrder.size() - 1).one());
        });
    assertThat(Aggregates.ohlc(CENTS).aggregate().columns())
        .containsExactly(
            new Column("_open", ColumnType.DECIMAL, 2),
            new Column("_high", ColumnType.DECIMAL, 2),
            new Column("_low", ColumnType.DECIMAL, 2),
            new Column("_close", ColumnType.DECIMAL, 2));
  }

  @Test
  void shouldGiveBarsOfDoublesInTheOrderOfTheirExtremes() {
    Streams.check(
        Aggregates.ohlc(DOUBLE).aggregate(),
        numbers -> new Observation(Double.doubleToLongBits(numbers.nextDouble()), 0, 0),
        (stream, results, stage) -> {
          List<Double> values =
              stream.stream().map(event -> Double.longBitsToDouble(event.one())).sorted().toList();
          assertThat(Double.longBitsToDouble(results[1]))
              .as(stage)
              .isEqualTo(values.get(values.size() - 1));
          assertThat(Double.longBitsToDouble(results[2])).as(stage).isEqualTo(values.get(0));
        });
  }

  @Test
  void shouldWeighLongsAndDecimalsToTheNearestDouble() {
    Aggregate aggregate = Aggregates.vwap(CENTS, LONG).aggregate();
    Streams.check(
        aggregate,
        numbers -> new Observation(numbers.nextLong(), numbers.nextLong(), 0),
        (stream, results, stage) -> {
          BigDecimal[] prices = Exactly.decimals(stream, Observation::one, 2);
          BigDecimal[] weights = Exactly.decimals(stream, Observation::other, 0);
          BigDecimal weight = Exactly.sum(weights);
          double exact =
              weight.signum() == 0
                  ? Double.NaN
                  : Exactly.sum(products(prices, weights))
                      .divide(weight, Exactly.DIGITS)
                      .doubleValue();
          double result = Double.longBitsToDouble(results[0]);
          assertThat(result == exact || (Double.isNaN(result) && Double.isNaN(exact)))
              .as("%s: %s, expected %s", stage, result, exact)
              .isTrue();
        });
    Streams.checkAnyOrder(
        aggregate, numbers -> new Observation(numbers.nextLong(), numbers.nextLong(), 0));
  }

  @Test
  void shouldWeighDoublesWithinTheErrorOfTheirSums() {
    Streams.check(
        Aggregates.weightedAvg(DOUBLE, CENTS).aggregate(),
        numbers ->
            new Observation(
                Double.doubleToLongBits(numbers.nextFinite(20)), 1 + numbers.below(100_000), 0),
        (stream, results, stage) -> {
          BigDecimal[] prices = Exactly.doubles(stream, Observation::one);
          BigDecimal[] weights = Exactly.decimals(stream, Observation::other, 2);
          BigDecimal[] products = products(prices, weights);
          BigDecimal weight = Exactly.sum(weights);
          BigDecimal exact = Exactly.sum(products).divide(weight, Exactly.DIGITS);
          BigDecimal magnitudes = BigDecimal.ZERO;
          for (BigDecimal product : products) {
            magnitudes = magnitudes.add(product.abs());
          }
          BigDecimal error =
              magnitudes.divide(weight, Exactly.DIGITS).multiply(new BigDecimal("1e-12"));
          BigDecimal result = new BigDecimal(Double.longBitsToDouble(results[0]));
          assertThat(result.subtract(exact).abs()).as(stage).isLessThanOrEqualTo(error);
        });
  }

  @Test
  void shouldWeighNothingAsNaN() {
    RowState doubles = new RowState(Aggregates.weightedAvg(DOUBLE, DOUBLE).aggregate());
    doubles.addPair(Double.doubleToLongBits(5), Double.doubleToLongBits(0), 0);
    assertThat(doubles.doubleResult()).isNaN();
    doubles.addPair(Double.doubleToLongBits(5), Double.doubleToLongBits(2), 0);
    assertThat(doubles.doubleResult()).isEqualTo(5.0);
    doubles.addPair(Double.doubleToLongBits(Double.NaN), Double.doubleToLongBits(2), 0);
    assertThat(doubles.doubleResult()).isNaN();
    assertThat(new RowState(Aggregates.vwap(CENTS, CENTS).aggregate()).doubleResult()).isNaN();
  }

  @Test
  void shouldKeepTheLargestValues() {
    Aggregate aggregate = Aggregates.topN(LONG, 5).aggregate();
    Streams.check(
        aggregate,
        numbers -> new Observation(small(numbers), 0, 0),
        (stream, results, stage) -> {
          long[] largest =
              stream.stream()
                  .map(Observation::one)
                  .sorted(Comparator.reverseOrder())
                  .limit(5)
                  .mapToLong(value -> value)
                  .toArray();
          assertThat(results[0]).as(stage).isEqualTo(largest.length);
          for (int i = 0; i < 5; i++) {
            long expected = i < largest.length ? largest[i] : 0;
            assertThat(results[i + 1]).as(stage).isEqualTo(expected);
          }
        });
    Streams.checkAnyOrder(aggregate, numbers -> new Observation(small(numbers), 0, 0));
  }

  @Test
  void shouldKeepTheLargestDoublesInTheOrderOfDouble() {
    Streams.check(
        Aggregates.topN(DOUBLE, 3).aggregate(),
        numbers -> new Observation(Double.doubleToLongBits(numbers.nextDouble()), 0, 0),
        (stream, results, stage) -> {
          List<Double> largest =
              stream.stream()
                  .map(event -> Double.longBitsToDouble(event.one()))
                  .sorted(Comparator.reverseOrder())
                  .limit(3)
                  .toList();
          for (int i = 0; i < largest.size(); i++) {
            assertThat(Double.longBitsToDouble(results[i + 1])).as(stage).isEqualTo(largest.get(i));
          }
        });
  }

  private static long small(RandomNumbers numbers) {
    return numbers.below(3) == 0 ? numbers.nextLong() : numbers.below(10);
  }

  private static BigDecimal[] products(BigDecimal[] one, BigDecimal[] other) {
    BigDecimal[] products = new BigDecimal[one.length];
    for (int i = 0; i < one.length; i++) {
      products[i] = one[i].multiply(other[i]);
    }
    return products;
  }
}
