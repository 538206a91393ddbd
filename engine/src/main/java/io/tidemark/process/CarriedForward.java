package io.tidemark.process;

import static java.util.Objects.requireNonNull;

import io.tidemark.aggregate.Column;
import io.tidemark.aggregate.Value;
import io.tidemark.counters.ProcessCounters;
import io.tidemark.output.ProcessResultHandler;
import io.tidemark.time.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The last value carried forward: for each key, in windows of one size side by side, the values of
 * its last event by event time up to the window's end; of events at one time the one that arrived
 * last. A window in which the key has no event is filled with the values that are known, as long as
 * it begins at most the horizon after the key's last event.
 *
 * <pre>
 *   window         |--- 0 ---|--- 1 ---|--- 2 ---|--- 3 ---|     horizon: a window and a half
 *   events             a   b                                      after b
 *   handed out         b         b         b         -
 * </pre>
 *
 * <p>A window is handed out when the watermark reaches its end - 1, once, for its keys in the order
 * in which they became known. An event whose window has been handed out is late: it is counted, and
 * its values are carried into later windows if the key has none that happened later. At the end of
 * time windows are filled up to the last one in which any key has an event.
 *
 * <p>Output 0, {@code windows}, has the columns {@code start}, {@code end}, {@code events} (the
 * key's own in this window; 0: all is carried) and the values.
 *
 * @param <E> the type of event
 */
public final class CarriedForward<E> extends KeyedProcess<E> {
  /** The name of its output. */
  public static final String OUTPUT = "windows";

  /** How many columns stand before the values. */
  static final int FIXED = 3;

  private final Duration size;
  private final Duration offset;
  private final Duration horizon;
  private final List<String> names;
  private final List<Value<E>> values;

  private CarriedForward(
      String name,
      Duration size,
      Duration offset,
      Duration horizon,
      List<String> names,
      List<Value<E>> values) {
    super(name);
    this.size = size;
    this.offset = offset;
    this.horizon = horizon;
    this.names = names;
    this.values = values;
  }

  /**
   * Windows of one size, without values yet.
   *
   * @param size of a window: more than 0, and a whole number of the job's unit
   * @param horizon how long after a key's last event windows begin that are still filled: 0 (none
   *     are) or more, and a whole number of the job's unit
   */
  public static <E> CarriedForward<E> of(String name, Duration size, Duration horizon) {
    requireNonNull(name, "process name");
    requireNonNull(size, "size");
    requireNonNull(horizon, "horizon");
    return new CarriedForward<>(name, size, Duration.ZERO, horizon, List.of(), List.of());
  }

  /**
   * The same windows shifted.
   *
   * @param newOffset less than the size, to either side
   */
  public CarriedForward<E> offset(Duration newOffset) {
    requireNonNull(newOffset, "offset");
    return new CarriedForward<>(name, size, newOffset, horizon, names, values);
  }

  /** The same with one more value that is carried. */
  public CarriedForward<E> value(String column, Value<E> value) {
    requireNonNull(value, "value");
    if (columns(OUTPUT).stream().anyMatch(other -> other.name().equals(column))) {
      throw new IllegalArgumentException(setting("values") + ": two columns are named " + column);
    }
    List<String> moreNames = new ArrayList<>(names);
    moreNames.add(column);
    List<Value<E>> moreValues = new ArrayList<>(values);
    moreValues.add(value);
    return new CarriedForward<>(
        name, size, offset, horizon, List.copyOf(moreNames), List.copyOf(moreValues));
  }

  @Override
  public List<String> outputs() {
    return List.of(OUTPUT);
  }

  @Override
  List<Column> columnsOf(String output) {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.ofLong("start"));
    columns.add(Column.ofLong("end"));
    columns.add(Column.ofLong("events"));
    for (int i = 0; i < names.size(); i++) {
      columns.add(new Column(names.get(i), values.get(i).type(), values.get(i).scale()));
    }
    return List.copyOf(columns);
  }

  @Override
  public void check(TimeUnit unit) {
    long length = Durations.inUnit(size, unit, setting("size"));
    if (length <= 0) {
      throw new IllegalArgumentException(setting("size") + ": " + size + "; expected more than 0");
    }
    long shift = Durations.inUnit(offset, unit, setting("offset"));
    if (shift <= -length || shift >= length) {
      throw new IllegalArgumentException(
          setting("offset") + ": " + offset + "; expected less than the size, to either side");
    }
    if (Durations.inUnit(horizon, unit, setting("horizon")) < 0) {
      throw new IllegalArgumentException(
          setting("horizon") + ": " + horizon + "; expected 0 or more");
    }
    if (values.isEmpty()) {
      throw new IllegalArgumentException(setting("values") + ": none; expected at least one");
    }
  }

  @Override
  public long smallestTimestamp(TimeUnit unit) {
    return Long.MIN_VALUE + Durations.inUnit(size, unit, setting("size"));
  }

  @Override
  public long largestTimestamp(TimeUnit unit) {
    return Long.MAX_VALUE - Durations.inUnit(size, unit, setting("size"));
  }

  @Override
  KeyedOperator<E> operator(
      String job,
      int number,
      TimeUnit unit,
      ProcessCounters counters,
      ProcessResultHandler results) {
    return new CarriedOperator<>(
        name,
        number,
        Durations.inUnit(size, unit, setting("size")),
        Durations.inUnit(offset, unit, setting("offset")),
        Durations.inUnit(horizon, unit, setting("horizon")),
        values,
        columns(OUTPUT),
        counters,
        results);
  }
}
