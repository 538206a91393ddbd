package io.tidemark.cli.run;

import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.aggregate.Aggregation;
import io.tidemark.aggregate.Column;
import io.tidemark.aggregate.ColumnType;
import io.tidemark.aggregate.Value;
import io.tidemark.cli.expression.Expressions;
import io.tidemark.cli.job.JobAggregate;
import io.tidemark.cli.job.JobCarried;
import io.tidemark.cli.job.JobCeiling;
import io.tidemark.cli.job.JobFile;
import io.tidemark.cli.job.JobFileException;
import io.tidemark.cli.job.JobInput;
import io.tidemark.cli.job.JobTriggers;
import io.tidemark.cli.job.JobWindow;
import io.tidemark.cli.job.WindowShape;
import io.tidemark.files.SymbolTable;
import io.tidemark.files.ValueType;
import io.tidemark.process.CarriedForward;
import io.tidemark.window.WindowDefinition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A job file as a job of the engine. Keys are the ids of their texts, and each column that
 * aggregates read is one value, however many of them read it.
 */
final class EngineJob {
  /**
   * A column that is read as a number.
   *
   * @param name the column
   * @param type how it is written
   * @param setting the key of the job file that named it first
   */
  record ValueColumn(String name, ValueType type, String setting) {}

  private final JobFile file;
  private final Expressions expressions;
  private final Derivation derivation;
  private final List<ValueColumn> columns = new ArrayList<>();
  private final Map<String, Value<FileEvent>> values = new LinkedHashMap<>();
  private final Job<FileEvent> job;

  private EngineJob(JobFile file, SymbolTable partitions) throws JobFileException {
    this.file = file;
    this.expressions = file.expressions();
    this.derivation = new Derivation(expressions, places());
    List<WindowDefinition<FileEvent>> windows = new ArrayList<>();
    for (JobWindow window : file.windows()) {
      windows.add(definition(window, "windows[" + windows.size() + "]"));
    }
    List<CarriedForward<FileEvent>> carried = new ArrayList<>();
    for (JobCarried one : file.carried()) {
      carried.add(carried(one, "carry-forward[" + carried.size() + "].values."));
    }
    int valueCount = columns.size();
    JobBuilder<FileEvent> builder =
        Job.<FileEvent>builder(file.name(), () -> new FileEvent(valueCount, derivation.values()))
            .key(FileEvent::keyId)
            .partitions(declared(file.input()));
    new JobTiming(file, partitions).set(builder);
    if (expressions.hasFilter()) {
      int counts = derivation.values() - 1;
      builder.filter(event -> event.derived(counts) != 0);
    }
    file.input()
        .deduplication()
        .ifPresent(settings -> builder.deduplicate(FileEvent::id, settings.horizon()));
    windows.forEach(builder::window);
    carried.forEach(builder::process);
    this.job = builder.build();
    checkColumns();
  }

  /**
   * The engine's form of a job file.
   *
   * @param partitions the texts of partitions
   * @throws JobFileException when it asks for a size that the engine does not have, or for
   *     decisions that cannot be read
   */
  static EngineJob of(JobFile file, SymbolTable partitions) throws JobFileException {
    try {
      return new EngineJob(file, partitions);
    } catch (IllegalArgumentException e) {
      throw file.problem(e.getMessage());
    }
  }

  /** How many partitions are known at the start. */
  private static int declared(JobInput input) {
    return input.arePartitions() ? input.paths().size() : input.partitions().size();
  }

  /** What results tell beside the aggregates has a column of its own. */
  private void checkColumns() throws JobFileException {
    if (file.windows().stream().anyMatch(window -> window.triggers().tellFinal())) {
      checkNoColumn("final");
    }
    if (file.windows().stream().anyMatch(window -> window.triggers().tellRetractions())) {
      checkNoColumn("retraction");
    }
  }

  private void checkNoColumn(String name) throws JobFileException {
    for (int i = 0; i < job.windows().size(); i++) {
      checkNoColumn(name, job.windows().get(i).columns(), "windows[" + i + "].aggregates.");
    }
    for (int i = 0; i < job.processes().size(); i++) {
      List<Column> columns = job.processes().get(i).columns(CarriedForward.OUTPUT);
      checkNoColumn(name, columns, "carry-forward[" + i + "].values.");
    }
  }

  private void checkNoColumn(String name, List<Column> columns, String setting)
      throws JobFileException {
    if (columns.stream().anyMatch(column -> column.name().equals(name))) {
      throw file.problem(
          setting + name,
          "'"
              + name
              + "': expected another name, as by the job's triggers results have such a column");
    }
  }

  /** The job. */
  Job<FileEvent> job() {
    return job;
  }

  /** The columns of the values, in the order in which events carry them. */
  List<ValueColumn> columns() {
    return List.copyOf(columns);
  }

  /** What works the expressions out. */
  Derivation derivation() {
    return derivation;
  }

  /** The columns that expressions read come first. */
  private int[] places() {
    return expressions.numberColumns().stream()
        .mapToInt(name -> place(name, expressions.setting(name)))
        .toArray();
  }

  private WindowDefinition<FileEvent> definition(JobWindow window, String setting)
      throws JobFileException {
    WindowDefinition<FileEvent> definition =
        triggered(Shapes.of(window), window.triggers()).allowedLateness(window.allowedLateness());
    if (window.ceiling().isPresent()) {
      JobCeiling ceiling = window.ceiling().get();
      definition = definition.atMost(ceiling.rows(), ceiling.policy());
    }
    for (Map.Entry<String, JobAggregate> output : window.aggregates().entrySet()) {
      String where = setting + ".aggregates." + output.getKey();
      try {
        definition = definition.aggregate(output.getKey(), aggregation(output.getValue(), where));
      } catch (IllegalArgumentException e) {
        throw file.problem(where, "'" + output.getValue().written() + "': " + e.getMessage());
      }
    }
    if (window.shape() instanceof WindowShape.Count) {
      checkParts(definition, setting + ".count");
    }
    return definition;
  }

  /** Only the engine knows into how many parts it cuts a window. */
  private void checkParts(WindowDefinition<FileEvent> counts, String setting)
      throws JobFileException {
    try {
      counts.check(JobTiming.unit(file.input().time().unit()));
    } catch (IllegalArgumentException e) {
      throw file.problem(e.getMessage().replace("windows[" + counts.name() + "]", setting));
    }
  }

  private CarriedForward<FileEvent> carried(JobCarried carried, String setting) {
    CarriedForward<FileEvent> definition =
        CarriedForward.<FileEvent>of(carried.name(), carried.size(), carried.horizon())
            .offset(carried.offset());
    for (Map.Entry<String, String> output : carried.values().entrySet()) {
      definition =
          definition.value(output.getKey(), value(output.getValue(), setting + output.getKey()));
    }
    return definition;
  }

  private static WindowDefinition<FileEvent> triggered(
      WindowDefinition<FileEvent> windows, JobTriggers triggers) {
    WindowDefinition<FileEvent> definition = windows.mode(triggers.mode());
    if (triggers.early().isPresent()) {
      definition = definition.early(triggers.early().get());
    }
    if (triggers.latePerTick()) {
      definition = definition.coalesceLate();
    }
    if (triggers.finalOnly()) {
      definition = definition.finalOnly();
    }
    return triggers.late().isPresent() ? definition.late(triggers.late().get()) : definition;
  }

  private Aggregation<FileEvent> aggregation(JobAggregate aggregate, String setting) {
    return Aggregations.of(
        aggregate, aggregate.columns().stream().map(column -> value(column, setting)).toList());
  }

  private Value<FileEvent> value(String column, String setting) {
    return values.computeIfAbsent(
        column,
        name -> {
          int derived = expressions.derivedColumns().indexOf(name);
          if (derived >= 0) {
            ValueType type = expressions.type(derived);
            return new Value<>(columnType(type), type.scale(), event -> event.derived(derived));
          }
          int index = place(name, setting);
          ValueType type = columns.get(index).type();
          return new Value<>(columnType(type), type.scale(), event -> event.value(index));
        });
  }

  /** The place of a column of the input among the values, where it gets one if it has none. */
  private int place(String column, String setting) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(column)) {
        return i;
      }
    }
    columns.add(new ValueColumn(column, file.input().type(column), setting));
    return columns.size() - 1;
  }

  private static ColumnType columnType(ValueType type) {
    return switch (type.kind()) {
      case LONG -> ColumnType.LONG;
      case DOUBLE -> ColumnType.DOUBLE;
      case DECIMAL -> ColumnType.DECIMAL;
    };
  }
}
