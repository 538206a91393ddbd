package io.tidemark.aggregate;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * An aggregate bound to the values of an event that it reads.
 *
 * @param <E> the type of event
 * @param aggregate the function
 * @param inputs its values, as many as {@link Aggregate#inputs}
 */
public record Aggregation<E>(Aggregate aggregate, List<Value<E>> inputs) {
  /** Validates the parts. */
  public Aggregation {
    requireNonNull(aggregate, "aggregate");
    inputs = List.copyOf(inputs);
    if (inputs.size() != aggregate.inputs()) {
      throw new IllegalArgumentException(
          aggregate + ": " + inputs.size() + " values; expected " + aggregate.inputs());
    }
  }
}
