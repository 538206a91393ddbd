package io.tidemark.aggregate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.function.ToLongFunction;

/** Naive statistics with fifty digits and more. */
final class Exactly {
  static final MathContext DIGITS = new MathContext(60);

  private Exactly() {}

  static BigDecimal[] decimals(
      List<Streams.Observation> stream, ToLongFunction<Streams.Observation> bits, int scale) {
    return stream.stream()
        .map(event -> BigDecimal.valueOf(bits.applyAsLong(event), scale))
        .toArray(BigDecimal[]::new);
  }

  static BigDecimal[] doubles(
      List<Streams.Observation> stream, ToLongFunction<Streams.Observation> bits) {
    return stream.stream()
        .map(event -> new BigDecimal(Double.longBitsToDouble(bits.applyAsLong(event))))
        .toArray(BigDecimal[]::new);
  }

  static BigDecimal sum(BigDecimal[] values) {
    BigDecimal sum = BigDecimal.ZERO;
    for (BigDecimal value : values) {
      sum = sum.add(value);
    }
    return sum;
  }

  static BigDecimal mean(BigDecimal[] values) {
    return sum(values).divide(BigDecimal.valueOf(values.length), DIGITS);
  }

  /** The sum of the products of the distances from the means. */
  static BigDecimal products(BigDecimal[] x, BigDecimal[] y) {
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal count = BigDecimal.valueOf(x.length);
    BigDecimal sumX = sum(x);
    BigDecimal sumY = sum(y);
    for (int i = 0; i < x.length; i++) {
      BigDecimal fromX = x[i].multiply(count).subtract(sumX);
      BigDecimal fromY = y[i].multiply(count).subtract(sumY);
      sum = sum.add(fromX.multiply(fromY));
    }
    return sum.divide(count.multiply(count), DIGITS);
  }

  static double root(BigDecimal value) {
    return Math.sqrt(value.doubleValue());
  }
}
