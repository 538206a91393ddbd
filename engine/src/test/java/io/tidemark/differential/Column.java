package io.tidemark.differential;

import io.tidemark.aggregate.Aggregates;
import io.tidemark.aggregate.Aggregation;
import io.tidemark.aggregate.Value;
import io.tidemark.oracle.Firing;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.function.ToLongFunction;

/** The columns of the engine's results, each with what the oracle says it holds, as raw bits. */
enum Column {
  COUNT(Aggregates.count(), Firing::count),
  SUM(Aggregates.sum(Values.LONG), firing -> firing.sum().longValueExact()),
  MIN(Aggregates.min(Values.LONG), Firing::min),
  MAX(Aggregates.max(Values.LONG), Firing::max),
  FIRST(Aggregates.first(Values.LONG), Firing::first),
  LAST(Aggregates.last(Values.LONG), Firing::last),
  AVG(Aggregates.avg(Values.LONG), firing -> bits(firing.mean())),
  DECIMAL_SUM(Aggregates.sum(Values.DECIMAL), firing -> firing.sum().longValueExact()),
  DECIMAL_LAST(Aggregates.last(Values.DECIMAL), Firing::last),
  DECIMAL_AVG(Aggregates.avg(Values.DECIMAL), firing -> bits(hundredthOfMean(firing))),
  DOUBLE_SUM(Aggregates.sum(Values.DOUBLE), firing -> bits(firing.sum().doubleValue())),
  DOUBLE_MIN(Aggregates.min(Values.DOUBLE), firing -> bits((double) firing.min())),
  DOUBLE_FIRST(Aggregates.first(Values.DOUBLE), firing -> bits((double) firing.first())),
  DOUBLE_AVG(Aggregates.avg(Values.DOUBLE), firing -> bits(firing.mean()));

  /** More than have a place of their own in specialised code; fewer; and other types only. */
  private static final List<List<Column>> SETS =
      List.of(
          List.of(values()),
          List.of(AVG, LAST, FIRST, MAX, MIN, SUM, COUNT),
          List.of(DOUBLE_AVG, COUNT, DECIMAL_LAST));

  final Aggregation<ScriptEvent> aggregation;
  final ToLongFunction<Firing> expected;

  Column(Aggregation<ScriptEvent> aggregation, ToLongFunction<Firing> expected) {
    this.aggregation = aggregation;
    this.expected = expected;
  }

  /** The columns of the window definition of this name, whatever other definitions there are. */
  static List<Column> of(String definition) {
    return SETS.get(Math.floorMod(definition.hashCode(), SETS.size()));
  }

  private static long bits(double value) {
    return Double.doubleToRawLongBits(value);
  }

  private static double hundredthOfMean(Firing firing) {
    BigDecimal divisor = BigDecimal.valueOf(firing.count()).multiply(BigDecimal.valueOf(100));
    return new BigDecimal(firing.sum()).divide(divisor, MathContext.DECIMAL128).doubleValue();
  }

  /** An event's value in all types: an enum's constants cannot use static fields of its own. */
  private static final class Values {
    static final Value<ScriptEvent> LONG = Value.ofLong(ScriptEvent::value);
    static final Value<ScriptEvent> DECIMAL = Value.ofDecimal(2, ScriptEvent::value);
    static final Value<ScriptEvent> DOUBLE = Value.ofDouble(ScriptEvent::value);
  }
}
