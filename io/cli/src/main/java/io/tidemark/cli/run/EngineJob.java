package io.tidemark.cli.run;

import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.aggregate.Aggregation;
import io.tidemark.aggregate.ColumnType;
import io.tidemark.aggregate.Value;
import io.tidemark.cli.job.JobAggregate;
import io.tidemark.cli.job.JobFile;
import io.tidemark.cli.job.JobFileException;
import io.tidemark.cli.job.JobWatermarks;
import io.tidemark.cli.job.JobWatermarks.Kinds;
import io.tidemark.cli.job.JobWindow;
import io.tidemark.cli.job.WindowShape;
import io.tidemark.files.TimestampUnit;
import io.tidemark.files.ValueType;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

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
  private final List<ValueColumn> columns = new ArrayList<>();
  private final Map<String, Value<FileEvent>> values = new LinkedHashMap<>();
  private final Job<FileEvent> job;

  private EngineJob(JobFile file) throws JobFileException {
    this.file = file;
    List<WindowDefinition<FileEvent>> windows = new ArrayList<>();
    for (JobWindow window : file.windows()) {
      windows.add(definition(window, "windows[" + windows.size() + "]"));
    }
    int valueCount = columns.size();
    JobBuilder<FileEvent> builder =
        Job.<FileEvent>builder(file.name(), () -> new FileEvent(valueCount))
            .timestamp(unit(file.input().timestamp().unit()), FileEvent::eventTime)
            .key(FileEvent::keyId)
            .partitions(file.input().partitions().size())
            .watermarks(strategy(file.watermarks()));
    windows.forEach(builder::window);
    this.job = builder.build();
  }

  /**
   * The engine's form of a job file.
   *
   * @throws JobFileException when it asks for a size that the engine does not have
   */
  static EngineJob of(JobFile file) throws JobFileException {
    try {
      return new EngineJob(file);
    } catch (IllegalArgumentException e) {
      throw file.problem(e.getMessage());
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

  private WindowDefinition<FileEvent> definition(JobWindow window, String setting)
      throws JobFileException {
    WindowDefinition<FileEvent> definition =
        shaped(window).allowedLateness(window.allowedLateness());
    for (Map.Entry<String, JobAggregate> output : window.aggregates().entrySet()) {
      String where = setting + ".aggregates." + output.getKey();
      try {
        definition = definition.aggregate(output.getKey(), aggregation(output.getValue(), where));
      } catch (IllegalArgumentException e) {
        throw file.problem(where, "'" + output.getValue().written() + "': " + e.getMessage());
      }
    }
    return definition;
  }

  private static WindowDefinition<FileEvent> shaped(JobWindow window) {
    if (window.shape() instanceof WindowShape.Tumbling tumbling) {
      return WindowDefinition.<FileEvent>tumbling(window.name(), tumbling.size())
          .offset(tumbling.offset());
    }
    if (window.shape() instanceof WindowShape.Sliding sliding) {
      return WindowDefinition.<FileEvent>sliding(window.name(), sliding.size(), sliding.slide())
          .offset(sliding.offset());
    }
    return WindowDefinition.session(window.name(), ((WindowShape.Session) window.shape()).gap());
  }

  private Aggregation<FileEvent> aggregation(JobAggregate aggregate, String setting) {
    return Aggregations.of(
        aggregate, aggregate.columns().stream().map(column -> value(column, setting)).toList());
  }

  private Value<FileEvent> value(String column, String setting) {
    return values.computeIfAbsent(
        column,
        name -> {
          int index = columns.size();
          ValueType type = file.input().type(name);
          columns.add(new ValueColumn(name, type, setting));
          return new Value<>(columnType(type), type.scale(), event -> event.value(index));
        });
  }

  private static ColumnType columnType(ValueType type) {
    return switch (type.kind()) {
      case LONG -> ColumnType.LONG;
      case DOUBLE -> ColumnType.DOUBLE;
      case DECIMAL -> ColumnType.DECIMAL;
    };
  }

  private static TimeUnit unit(TimestampUnit unit) {
    return switch (unit) {
      case SECONDS -> TimeUnit.SECONDS;
      case MILLISECONDS, ISO_8601 -> TimeUnit.MILLISECONDS;
      case MICROSECONDS -> TimeUnit.MICROSECONDS;
      case NANOSECONDS -> TimeUnit.NANOSECONDS;
    };
  }

  private static WatermarkStrategy<FileEvent> strategy(JobWatermarks watermarks) {
    WatermarkStrategy<FileEvent> strategy =
        switch (watermarks.strategy()) {
          case BOUNDED_OUT_OF_ORDERNESS ->
              WatermarkStrategy.boundedOutOfOrderness(watermarks.bound());
          case BOUNDED_BY_KIND -> boundedByKind(watermarks.kinds().orElseThrow());
          case MONOTONOUS ->
              WatermarkStrategy.<FileEvent>monotonous().onDisorder(watermarks.disorder());
          case NONE -> WatermarkStrategy.none();
        };
    strategy = strategy.whenAllIdle(watermarks.allIdle());
    if (watermarks.idleness().isPresent()) {
      strategy = strategy.idleness(watermarks.idleness().get());
    }
    if (watermarks.emit().isPresent()) {
      strategy = strategy.emitEvery(watermarks.emit().get());
    }
    return strategy;
  }

  private static WatermarkStrategy<FileEvent> boundedByKind(Kinds kinds) {
    return WatermarkStrategy.boundedByKind(
        FileEvent::rowKind, kinds.bounds().toArray(Duration[]::new));
  }
}
