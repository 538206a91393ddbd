package io.tidemark.runtime;

import io.tidemark.aggregate.Value;
import io.tidemark.time.TimestampCheck;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * What a loop needs of the job. The functions' parameter is the job's type of event.
 *
 * @param job its name
 * @param map changes each event before anything is read from it, or null
 * @param timestamp reads the timestamp
 * @param hasTimestamp tells which events have one, or null where the smallest long stands for none
 * @param check which timestamps an event may have
 * @param filter tells which events count, or null for all
 * @param key reads the key, or null for one key
 * @param values reads the values of the aggregates
 * @param readers for each value the words for what reads it
 * @param rejectsOnThrow whether an event whose function throws is rejected; else the engine stops
 * @param clears whether events have anything to clear
 */
public record LoopSetup(
    String job,
    Consumer<Object> map,
    ToLongFunction<Object> timestamp,
    Predicate<Object> hasTimestamp,
    TimestampCheck check,
    Predicate<Object> filter,
    ToLongFunction<Object> key,
    List<ToLongFunction<Object>> values,
    List<String> readers,
    boolean rejectsOnThrow,
    boolean clears) {

  /** A function of the job's, to be called with the job's own events only. */
  @SuppressWarnings("unchecked")
  public static <E> ToLongFunction<Object> erased(ToLongFunction<? super E> function) {
    return (ToLongFunction<Object>) function;
  }

  /** A map of the job's, to be called with the job's own events only. */
  @SuppressWarnings("unchecked")
  public static <E> Consumer<Object> erasedMap(Consumer<? super E> map) {
    return (Consumer<Object>) map;
  }

  /** A filter of the job's, to be called with the job's own events only. */
  @SuppressWarnings("unchecked")
  public static <E> Predicate<Object> erasedFilter(Predicate<? super E> filter) {
    return (Predicate<Object>) filter;
  }

  /** The functions of these values. */
  public static <E> List<ToLongFunction<Object>> erasedValues(List<Value<E>> values) {
    return values.stream().map(value -> erased(value.bits())).toList();
  }
}
