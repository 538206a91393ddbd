package io.tidemark.window;

import io.tidemark.aggregate.Aggregation;
import io.tidemark.aggregate.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Where in the array of an event's values each aggregate finds what it reads. A value shared by
 * several aggregates is read once; an aggregate of several values finds them side by side.
 *
 * @param <E> the type of event
 */
public final class ValueLayout<E> {
  private final List<Value<E>> values = new ArrayList<>();
  private final List<String> readers = new ArrayList<>();

  /** The layout for these definitions. */
  public ValueLayout(List<WindowDefinition<E>> definitions) {
    definitions.forEach(definition -> definition.forEachInput(this::include));
  }

  /** The values to read from each event, in the order of the array. */
  public List<Value<E>> values() {
    return List.copyOf(values);
  }

  /** For each of them the words for what reads it, the first of several. */
  public List<String> readers() {
    return List.copyOf(readers);
  }

  /** Where these values, of one {@link Aggregation}, begin. */
  int place(List<Value<E>> inputs) {
    return inputs.isEmpty() ? 0 : Collections.indexOfSubList(values, inputs);
  }

  private void include(String reader, List<Value<E>> inputs) {
    if (place(inputs) < 0) {
      values.addAll(inputs);
      readers.addAll(Collections.nCopies(inputs.size(), reader));
    }
  }
}
