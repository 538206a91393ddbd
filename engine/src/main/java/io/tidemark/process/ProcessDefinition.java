package io.tidemark.process;

import static java.util.Objects.requireNonNull;

import io.tidemark.aggregate.Column;
import io.tidemark.counters.ProcessCounters;
import io.tidemark.output.ProcessResultHandler;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A named function over the events of each key: its state, its timers and its outputs. For what
 * windows cannot say. Immutable: each wither gives a new definition. {@code JobBuilder.build}
 * checks it as a whole.
 *
 * @param <E> the type of event
 */
public final class ProcessDefinition<E> extends KeyedProcess<E> {
  /** One output: its name and columns. */
  record Output(String name, List<Column> columns) {}

  private final Supplier<? extends ProcessFunction<? super E>> function;
  private final List<Column> state;
  private final StateTtl ttl;
  private final Map<String, List<Column>> outputs;

  private ProcessDefinition(
      String name,
      Supplier<? extends ProcessFunction<? super E>> function,
      List<Column> state,
      StateTtl ttl,
      Map<String, List<Column>> outputs) {
    super(name);
    this.function = function;
    this.state = state;
    this.ttl = ttl;
    this.outputs = outputs;
  }

  /**
   * A process without state and outputs.
   *
   * @param function makes the function; called once for each engine
   */
  public static <E> ProcessDefinition<E> of(
      String name, Supplier<? extends ProcessFunction<? super E>> function) {
    requireNonNull(name, "process name");
    requireNonNull(function, "process function");
    return new ProcessDefinition<>(name, function, List.of(), null, Map.of());
  }

  /**
   * The same with these fields in each key's state, behind those it has; they are numbered from 0.
   *
   * @throws IllegalArgumentException when two fields have one name
   */
  public ProcessDefinition<E> state(Column... fields) {
    List<Column> more = new ArrayList<>(state);
    more.addAll(List.of(fields));
    requireDifferent("state", more);
    return new ProcessDefinition<>(name, function, List.copyOf(more), ttl, outputs);
  }

  /** The same, but state not used for so long expires. Left out: it is kept until cleared. */
  public ProcessDefinition<E> stateTtl(StateTtl newTtl) {
    requireNonNull(newTtl, "state TTL");
    return new ProcessDefinition<>(name, function, state, newTtl, outputs);
  }

  /**
   * The same with one more output; they are numbered from 0.
   *
   * @throws IllegalArgumentException when two outputs, or two columns of this one, have one name
   */
  public ProcessDefinition<E> output(String output, Column... columns) {
    requireNonNull(output, "output name");
    Map<String, List<Column>> more = new LinkedHashMap<>(outputs);
    if (more.put(output, List.of(columns)) != null) {
      throw new IllegalArgumentException(setting("outputs") + ": two are named " + output);
    }
    requireDifferent("outputs[" + output + "]", List.of(columns));
    return new ProcessDefinition<>(name, function, state, ttl, more);
  }

  /** The fields of a key's state. */
  public List<Column> state() {
    return state;
  }

  /** How long state is kept; empty: until it is cleared. */
  public Optional<StateTtl> stateTtl() {
    return Optional.ofNullable(ttl);
  }

  @Override
  public List<String> outputs() {
    return List.copyOf(outputs.keySet());
  }

  @Override
  List<Column> columnsOf(String output) {
    return outputs.get(output);
  }

  @Override
  public void check(TimeUnit unit) {
    ttl(unit);
    if (ttl != null && state.isEmpty()) {
      throw new IllegalArgumentException(
          setting("stateTtl") + ": " + ttl.ttl() + "; expected a state with at least one field");
    }
    if (outputs.isEmpty()) {
      throw new IllegalArgumentException(setting("outputs") + ": none; expected at least one");
    }
  }

  /** The state's TTL, in the unit or in ns; 0: none. */
  long ttl(TimeUnit unit) {
    return ttl == null ? 0 : ttl.length(unit, setting("stateTtl"));
  }

  @Override
  KeyedOperator<E> operator(
      String job,
      int number,
      TimeUnit unit,
      ProcessCounters counters,
      ProcessResultHandler results) {
    return new ProcessOperator<>(job, this, number, unit, counters, results);
  }

  ProcessFunction<? super E> newFunction() {
    return requireNonNull(function.get(), () -> setting("function") + ": null was supplied");
  }

  List<Output> outputList() {
    return outputs.entrySet().stream()
        .map(output -> new Output(output.getKey(), output.getValue()))
        .toList();
  }

  private void requireDifferent(String what, List<Column> columns) {
    Set<String> names = new HashSet<>();
    for (Column column : columns) {
      if (!names.add(column.name())) {
        throw new IllegalArgumentException(setting(what) + ": two are named " + column.name());
      }
    }
  }
}
