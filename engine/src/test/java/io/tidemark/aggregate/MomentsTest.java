package io.tidemark.aggregate;

import static io.tidemark.aggregate.Aggregates.covarPop;
import static io.tidemark.aggregate.Aggregates.covarSamp;
import static io.tidemark.aggregate.Aggregates.regression;
import static io.tidemark.aggregate.Aggregates.stddevPop;
import static io.tidemark.aggregate.Aggregates.stddevSamp;
import static io.tidemark.aggregate.Aggregates.varPop;
import static io.tidemark.aggregate.Aggregates.varSamp;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.aggregate.Streams.Observation;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Variances, covariances and regressions beside a naive program with eighty digits. */
class MomentsTest {
  private static final double EPSILON = 0x1p-52;
  private static final Value<Object> LONG = Value.ofLong(event -> 0);
  private static final Value<Object> CENTS = Value.ofDecimal(2, event -> 0);
  private static final Value<Object> DOUBLE = Value.ofDouble(event -> 0);

  @Test
  void shouldGiveVariancesOfLongsOfAllMagnitudes() {
    Streams.check(
        varPop(LONG).aggregate(),
        MomentsTest::anyLongs,
        (stream, results, stage) -> {
          BigDecimal[] x = Exactly.decimals(stream, Observation::one, 0);
          double exact = Exactly.products(x, x).doubleValue() / x.length;
          checkNear(results[0], exact, 1e-15 * exact, stage);
        });
  }

  @Test
  void shouldGiveStandardDeviationsOfSamplesOfDecimals() {
    Streams.check(
        stddevSamp(CENTS).aggregate(),
        MomentsTest::anyLongs,
        (stream, results, stage) -> {
          BigDecimal[] x = Exactly.decimals(stream, Observation::one, 2);
          double exact = Math.sqrt(Exactly.products(x, x).doubleValue() / (x.length - 1));
          checkNear(results[0], exact, 1e-15 * exact, stage);
        });
  }

  @Test
  void shouldGiveVariancesOfDoublesWithinTheStatedError() {
    Streams.check(
        varSamp(DOUBLE).aggregate(),
        MomentsTest::doubles,
        (stream, results, stage) -> {
          BigDecimal[] x = Exactly.doubles(stream, Observation::one);
          double exact = Exactly.products(x, x).doubleValue() / (x.length - 1);
          checkNear(results[0], exact, stated(x) * exact, stage);
        });
  }

  @Test
  void shouldGiveCovariancesOfLongsAndDecimals() {
    Streams.check(
        covarPop(LONG, CENTS).aggregate(),
        MomentsTest::anyLongs,
        (stream, results, stage) -> {
          BigDecimal[] y = Exactly.decimals(stream, Observation::one, 0);
          BigDecimal[] x = Exactly.decimals(stream, Observation::other, 2);
          double exact = Exactly.products(x, y).doubleValue() / x.length;
          double deviations = deviations(x, y) / x.length;
          checkNear(results[0], exact, 1e-15 * deviations, stage);
        });
  }

  @Test
  void shouldGiveCovariancesOfSamplesOfDoublesAndLongs() {
    Streams.check(
        covarSamp(DOUBLE, LONG).aggregate(),
        numbers -> {
          Observation event = doubles(numbers);
          return new Observation(event.one(), numbers.below(1000), 0);
        },
        (stream, results, stage) -> {
          BigDecimal[] y = Exactly.doubles(stream, Observation::one);
          BigDecimal[] x = Exactly.decimals(stream, Observation::other, 0);
          double exact = Exactly.products(x, y).doubleValue() / (x.length - 1);
          double error = (stated(x) + stated(y)) * deviations(x, y) / (x.length - 1);
          checkNear(results[0], exact, error, stage);
        });
  }

  @Test
  void shouldGiveLinesThroughLongsAndDecimals() {
    Streams.check(
        regression(CENTS, LONG).aggregate(),
        MomentsTest::anyLongs,
        (stream, results, stage) ->
            checkLine(
                Exactly.decimals(stream, Observation::one, 2),
                Exactly.decimals(stream, Observation::other, 0),
                results,
                4e-15,
                stage));
  }

  @Test
  void shouldGiveLinesThroughDoubles() {
    Streams.check(
        regression(DOUBLE, DOUBLE).aggregate(),
        MomentsTest::doubles,
        (stream, results, stage) -> {
          BigDecimal[] y = Exactly.doubles(stream, Observation::one);
          BigDecimal[] x = Exactly.doubles(stream, Observation::other);
          checkLine(y, x, results, 4 * (stated(x) + stated(y)), stage);
        });
  }

  @Test
  void shouldMergeExactSumsInAnyOrder() {
    Streams.checkAnyOrder(varPop(LONG).aggregate(), MomentsTest::anyLongs);
    Streams.checkAnyOrder(covarPop(LONG, LONG).aggregate(), MomentsTest::anyLongs);
    Streams.checkAnyOrder(regression(LONG, CENTS).aggregate(), MomentsTest::anyLongs);
  }

  /** Sums of squares would have lost all digits: the values are 10^9 times as far from 0. */
  @Test
  void shouldLoseNothingFarFromZero() {
    RowState exact = new RowState(varPop(LONG).aggregate());
    RowState doubles = new RowState(varPop(DOUBLE).aggregate());
    long far = Long.MAX_VALUE - 10;
    for (int i = 0; i < 3; i++) {
      exact.add(far + 3L * i);
      doubles.add(1e9 + 3 * i);
    }
    assertThat(exact.doubleResult()).isEqualTo(6.0);
    assertThat(doubles.doubleResult()).isEqualTo(6.0);
  }

  @Test
  void shouldBeNaNForTooFewValues() {
    for (Value<Object> value : List.of(LONG, DOUBLE)) {
      for (int n = 0; n < 2; n++) {
        Double population = n == 0 ? Double.NaN : 0.0;
        assertThat(ofOnes(varPop(value), n)).isEqualTo(population);
        assertThat(ofOnes(stddevPop(value), n)).isEqualTo(population);
        assertThat(ofOnes(covarPop(value, value), n)).isEqualTo(population);
        assertThat(ofOnes(varSamp(value), n)).isNaN();
        assertThat(ofOnes(stddevSamp(value), n)).isNaN();
        assertThat(ofOnes(covarSamp(value, value), n)).isNaN();
        assertThat(ofOnes(regression(value, value), n)).isNaN();
      }
    }
  }

  @Test
  void shouldSayThatEqualValuesAreDeterminedAndEqualPlacesAreNot() {
    for (Value<Object> value : List.of(LONG, CENTS)) {
      RowState level = new RowState(regression(value, value).aggregate());
      RowState steep = new RowState(regression(value, value).aggregate());
      for (int i = 0; i < 3; i++) {
        level.addPair(500, i, 0);
        steep.addPair(i, 500, 0);
      }
      double unit = value.equals(CENTS) ? 100.0 : 1.0;
      assertThat(doublesOf(level.results())).containsExactly(0.0, 500 / unit, 1.0);
      assertThat(doublesOf(steep.results())).containsOnly(Double.NaN);
    }
  }

  @Test
  void shouldBeNaNWithNaNAndInfinities() {
    for (double special : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -1 / 0.0}) {
      RowState all = new RowState(varPop(DOUBLE).aggregate()).add(1.0).add(special).add(2.0);
      assertThat(all.doubleResult()).isNaN();
      RowState part = new RowState(varPop(DOUBLE).aggregate()).add(3.0);
      assertThat(part.merge(all).doubleResult()).isNaN();
    }
  }

  private static double ofOnes(Aggregation<Object> aggregation, int count) {
    RowState state = new RowState(aggregation.aggregate());
    for (int i = 0; i < count; i++) {
      long one = aggregation.inputs().get(0).equals(DOUBLE) ? Double.doubleToLongBits(1) : 1;
      state.addPair(one, one, 0);
    }
    return state.doubleResult();
  }

  private static double[] doublesOf(long[] bits) {
    double[] doubles = new double[bits.length];
    for (int i = 0; i < bits.length; i++) {
      doubles[i] = Double.longBitsToDouble(bits[i]);
    }
    return doubles;
  }

  private static void checkLine(
      BigDecimal[] y, BigDecimal[] x, long[] results, double error, String stage) {
    BigDecimal squaresX = Exactly.products(x, x);
    BigDecimal squaresY = Exactly.products(y, y);
    if (squaresX.signum() == 0) {
      assertThat(doublesOf(results)).as(stage).containsOnly(Double.NaN);
      return;
    }
    BigDecimal products = Exactly.products(x, y);
    BigDecimal slope = products.divide(squaresX, Exactly.DIGITS);
    double steepest = Exactly.root(squaresY) / Exactly.root(squaresX);
    double meanX = Exactly.mean(x).doubleValue();
    double meanY = Exactly.mean(y).doubleValue();
    BigDecimal intercept = Exactly.mean(y).subtract(slope.multiply(Exactly.mean(x)));
    checkNear(results[0], slope.doubleValue(), error * steepest, stage + " slope");
    double interceptError = error * (steepest * Math.abs(meanX) + Math.abs(meanY));
    checkNear(results[1], intercept.doubleValue(), interceptError, stage + " intercept");
    double determined =
        squaresY.signum() == 0
            ? 1.0
            : slope.multiply(products).divide(squaresY, Exactly.DIGITS).doubleValue();
    checkNear(results[2], determined, error, stage + " r2");
  }

  private static double deviations(BigDecimal[] x, BigDecimal[] y) {
    return Exactly.root(Exactly.products(x, x)) * Exactly.root(Exactly.products(y, y));
  }

  /** n * 2^-52 * the root of 1 + mean^2 / variance. */
  private static double stated(BigDecimal[] values) {
    double mean = Exactly.mean(values).doubleValue();
    double variance = Exactly.products(values, values).doubleValue() / values.length;
    return variance == 0 ? 0 : values.length * EPSILON * Math.sqrt(1 + mean * mean / variance);
  }

  private static void checkNear(long bits, double exact, double error, String stage) {
    double result = Double.longBitsToDouble(bits);
    boolean isNear =
        Math.abs(result - exact) <= error || (Double.isNaN(exact) && Double.isNaN(result));
    assertThat(isNear).as("%s: %s, expected %s +- %s", stage, result, exact, error).isTrue();
  }

  private static Observation anyLongs(RandomNumbers numbers) {
    return new Observation(numbers.nextLong(), numbers.nextLong(), 0);
  }

  /** Some streams far from 0, some with equal values. */
  private static Observation doubles(RandomNumbers numbers) {
    double far = numbers.below(3) == 0 ? 1e6 : 0;
    return new Observation(
        Double.doubleToLongBits(far + numbers.nextFinite(2)),
        Double.doubleToLongBits(far + numbers.below(4)),
        0);
  }
}
