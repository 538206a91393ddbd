package io.tidemark.window;

import static java.util.Objects.requireNonNull;

import io.tidemark.aggregate.Aggregate;
import io.tidemark.aggregate.Aggregation;
import io.tidemark.aggregate.Column;
import io.tidemark.aggregate.RowCode;
import io.tidemark.aggregate.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * The aggregates of a window definition, in order, by the names of their columns. Immutable.
 *
 * @param <E> the type of event
 */
final class NamedAggregates<E> {
  private final String window;
  private final Map<String, Aggregation<E>> byColumn;

  private NamedAggregates(String window, Map<String, Aggregation<E>> byColumn) {
    this.window = window;
    this.byColumn = byColumn;
  }

  /** None yet, of a window definition of this name. */
  static <E> NamedAggregates<E> of(String window) {
    return new NamedAggregates<>(window, Map.of());
  }

  /**
   * The same with one more.
   *
   * @throws IllegalArgumentException when there is a column of that name, or its columns' own
   */
  NamedAggregates<E> and(String column, Aggregation<E> aggregation) {
    requireNonNull(column, "column name");
    requireNonNull(aggregation, "aggregation");
    Map<String, Aggregation<E>> more = new LinkedHashMap<>(byColumn);
    requireNew(more.put(column, aggregation) == null, column);
    NamedAggregates<E> extended = new NamedAggregates<>(window, more);
    Set<String> names = new HashSet<>();
    for (Column each : extended.columns()) {
      requireNew(names.add(each.name()), each.name());
    }
    return extended;
  }

  private void requireNew(boolean isNew, String column) {
    if (!isNew) {
      throw new IllegalArgumentException(
          "windows[" + window + "].aggregates: two columns are named " + column);
    }
  }

  boolean isEmpty() {
    return byColumn.isEmpty();
  }

  /** The columns of all. */
  List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    byColumn.forEach(
        (column, aggregation) -> {
          for (Column own : aggregation.aggregate().columns()) {
            columns.add(own.named(column + own.name()));
          }
        });
    return List.copyOf(columns);
  }

  /** What they read from an event, each with the words for what reads it. */
  void forEachInput(BiConsumer<String, List<Value<E>>> inputs) {
    byColumn.forEach((column, aggregation) -> inputs.accept(words(column), aggregation.inputs()));
  }

  private String words(String column) {
    return "aggregate " + column + " of window " + window;
  }

  /**
   * The code of rows with their states.
   *
   * @param values the job's values, in the order of the array that events' values are handed over
   *     in
   * @param unit of timestamps
   */
  RowCode rowCode(ValueLayout<E> values, TimeUnit unit) {
    List<Aggregate> aggregates = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<Integer> firstValues = new ArrayList<>();
    byColumn.forEach(
        (column, aggregation) -> {
          aggregates.add(aggregation.aggregate().in(unit));
          names.add(words(column));
          firstValues.add(values.place(aggregation.inputs()));
        });
    return RowCode.of(
        aggregates, names, firstValues.stream().mapToInt(i -> i).toArray(), values.values().size());
  }
}
