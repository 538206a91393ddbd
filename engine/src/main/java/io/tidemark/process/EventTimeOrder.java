package io.tidemark.process;

import static java.util.Objects.requireNonNull;

import io.tidemark.aggregate.Column;
import io.tidemark.aggregate.Value;
import io.tidemark.counters.ProcessCounters;
import io.tidemark.output.ProcessResultHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A reorder buffer: hands out values of events in the order of their timestamps, over all keys and
 * partitions; those of one timestamp in the order in which they arrived. An event waits until the
 * merged watermark reaches its timestamp: as long as a window that ends right behind it.
 *
 * <pre>
 *   arrival    5  3  9  4  12           watermark, bound 3: 1  1  5  5  8
 *   events              3  5
 *   late                   4
 * </pre>
 *
 * <p>Output 0, {@code events}, has them in order. An event at or behind the watermark cannot have a
 * place there any more: it is handed out at once by output 1, {@code late}, which has the same
 * columns, and is counted. At the end of time all that wait are handed out.
 *
 * <p>Cost of an event: O(log n) for n that wait; memory follows the largest number that waited.
 * What waits is counted as timers are.
 *
 * @param <E> the type of event
 */
public final class EventTimeOrder<E> extends KeyedProcess<E> {
  /** The name of the output that is in order. */
  public static final String EVENTS = "events";

  /** The name of the output of those that came too late for that. */
  public static final String LATE = "late";

  private final List<String> names;
  private final List<Value<E>> values;

  private EventTimeOrder(String name, List<String> names, List<Value<E>> values) {
    super(name);
    this.names = names;
    this.values = values;
  }

  /** All events, without values yet: only key and timestamp are handed out. */
  public static <E> EventTimeOrder<E> of(String name) {
    requireNonNull(name, "process name");
    return new EventTimeOrder<>(name, List.of(), List.of());
  }

  /**
   * The same with one more value of each event.
   *
   * @throws IllegalArgumentException when there is a column of that name
   */
  public EventTimeOrder<E> value(String column, Value<E> value) {
    requireNonNull(column, "column name");
    requireNonNull(value, "value");
    if (names.contains(column)) {
      throw new IllegalArgumentException(setting("values") + ": two columns are named " + column);
    }
    List<String> moreNames = new ArrayList<>(names);
    moreNames.add(column);
    List<Value<E>> moreValues = new ArrayList<>(values);
    moreValues.add(value);
    return new EventTimeOrder<>(name, List.copyOf(moreNames), List.copyOf(moreValues));
  }

  @Override
  public List<String> outputs() {
    return List.of(EVENTS, LATE);
  }

  @Override
  List<Column> columnsOf(String output) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      columns.add(new Column(names.get(i), values.get(i).type(), values.get(i).scale()));
    }
    return List.copyOf(columns);
  }

  @Override
  public void check(TimeUnit unit) {
    // Any event fits, and may have no values.
  }

  @Override
  KeyedOperator<E> operator(
      String job,
      int number,
      TimeUnit unit,
      ProcessCounters counters,
      ProcessResultHandler results) {
    return new OrderOperator<>(name, number, values, columns(EVENTS), counters, results);
  }
}
