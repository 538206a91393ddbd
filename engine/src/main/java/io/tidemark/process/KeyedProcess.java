package io.tidemark.process;

import io.tidemark.aggregate.Column;
import io.tidemark.counters.ProcessCounters;
import io.tidemark.output.ProcessResultHandler;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a job may have beside or instead of windows: a function of the user's own, {@link
 * ProcessDefinition}, {@link CarriedForward} or {@link EventTimeOrder}. Immutable.
 *
 * @param <E> the type of event
 */
public abstract sealed class KeyedProcess<E>
    permits ProcessDefinition, CarriedForward, EventTimeOrder {
  final String name;

  KeyedProcess(String name) {
    this.name = name;
  }

  /** The name. */
  public final String name() {
    return name;
  }

  /** The names of the outputs, in order. */
  public abstract List<String> outputs();

  /**
   * The columns of an output, in order.
   *
   * @throws IllegalArgumentException when there is no output of that name
   */
  public final List<Column> columns(String output) {
    if (!outputs().contains(output)) {
      throw new IllegalArgumentException(
          setting("outputs") + ": none named " + output + "; expected one of " + outputs());
    }
    return columnsOf(output);
  }

  /** The columns of an output that there is. */
  abstract List<Column> columnsOf(String output);

  /**
   * Checks all settings in this unit.
   *
   * @throws IllegalArgumentException names the setting, the value and what is expected
   */
  public abstract void check(TimeUnit unit);

  /** The smallest timestamp that an event may have. */
  public long smallestTimestamp(TimeUnit unit) {
    return Long.MIN_VALUE + 1;
  }

  /** The largest timestamp that an event may have. */
  public long largestTimestamp(TimeUnit unit) {
    return Long.MAX_VALUE;
  }

  /**
   * What runs it.
   *
   * @param job its name, for messages
   * @param number its place among the job's processes
   */
  abstract KeyedOperator<E> operator(
      String job,
      int number,
      TimeUnit unit,
      ProcessCounters counters,
      ProcessResultHandler results);

  final String setting(String setting) {
    return "processes[" + name + "]." + setting;
  }
}
