package io.tidemark.runtime;

import io.tidemark.aggregate.Value;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The user functions of one job. Their parameter is the job's type of event.
 *
 * @param timestamp reads the timestamp
 * @param filter tells which events count, or null for all
 * @param key reads the key, or null for one key
 * @param values reads the values of the aggregates
 */
public record EventFunctions(
    ToLongFunction<Object> timestamp,
    Predicate<Object> filter,
    ToLongFunction<Object> key,
    List<ToLongFunction<Object>> values) {

  /** The functions of a job with this type of event. */
  @SuppressWarnings("unchecked") // only ever called with the job's own events
  public static <E> EventFunctions of(
      ToLongFunction<? super E> timestamp,
      Predicate<? super E> filter,
      ToLongFunction<? super E> key,
      List<Value<E>> values) {
    return new EventFunctions(
        (ToLongFunction<Object>) timestamp,
        (Predicate<Object>) filter,
        (ToLongFunction<Object>) key,
        values.stream().map(value -> (ToLongFunction<Object>) value.bits()).toList());
  }
}
