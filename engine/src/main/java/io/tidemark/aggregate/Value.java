package io.tidemark.aggregate;

import static java.util.Objects.requireNonNull;

import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * A number that a job reads from each event, for its aggregates. A value used by several aggregates
 * of a job is read once an event: share the object.
 *
 * @param <E> the type of event
 * @param type its type
 * @param scale the digits after the point of a decimal; 0 for the others
 * @param bits reads it: the integer, the scaled decimal, or the bits of the double. A record's
 *     field, as the JIT compiler takes records' fields for constants
 */
public record Value<E>(ColumnType type, int scale, ToLongFunction<? super E> bits) {

  /** Validates the parts. */
  public Value {
    requireNonNull(bits, "value function");
    new Column("value", type, scale);
  }

  /** A 64-bit integer. */
  public static <E> Value<E> ofLong(ToLongFunction<? super E> value) {
    return new Value<>(ColumnType.LONG, 0, value);
  }

  /** A double; the function may return NaN and infinities. */
  public static <E> Value<E> ofDouble(ToDoubleFunction<? super E> value) {
    requireNonNull(value, "value function");
    return new Value<>(
        ColumnType.DOUBLE, 0, event -> Double.doubleToLongBits(value.applyAsDouble(event)));
  }

  /**
   * A decimal number, handed over as an integer that counts units of 10^-scale: 12.34 at scale 2 is
   * 1234.
   *
   * @param scale 0 to 18
   */
  public static <E> Value<E> ofDecimal(int scale, ToLongFunction<? super E> unscaled) {
    return new Value<>(ColumnType.DECIMAL, scale, unscaled);
  }
}
