package io.tidemark.differential;

import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.oracle.Script;
import io.tidemark.oracle.Settings;
import io.tidemark.oracle.Step;
import io.tidemark.oracle.WindowSpec;
import io.tidemark.time.AllIdle;
import io.tidemark.time.Disorder;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The engine's job for a script. */
final class ScriptJob {
  private final Script script;
  private final Settings settings;
  private final TimeUnit unit;

  private ScriptJob(Script script, TimeUnit unit) {
    this.script = script;
    this.settings = script.settings();
    this.unit = unit;
  }

  /** The job, with the script's unit of event time being this one. */
  static Job<ScriptEvent> of(Script script, TimeUnit unit) {
    return new ScriptJob(script, unit).job();
  }

  private Job<ScriptEvent> job() {
    JobBuilder<ScriptEvent> builder =
        Job.builder("script", ScriptEvent::new)
            .timestamp(unit, ScriptEvent::timestamp)
            .watermarks(watermarks())
            .partitions(settings.declaredPartitions())
            .rejectOnThrow();
    // A job may leave both out: without them the same comes out where nothing needs them.
    List<Step.Event> events = events();
    if (events.stream().anyMatch(event -> event.key() != 0)) {
      builder.key(event -> event.key);
    }
    if (events.stream().anyMatch(Step.Event::filtered)) {
      builder.filter(event -> !event.filtered);
    }
    if (keepsToItsPartitions() && settings.declaredPartitions() % 2 == 0) {
      builder.noOtherPartitions();
    }
    settings.windows().forEach(spec -> builder.window(definition(spec)));
    return builder.build();
  }

  private List<Step.Event> events() {
    return script.steps().stream()
        .filter(Step.Event.class::isInstance)
        .map(Step.Event.class::cast)
        .toList();
  }

  /**
   * Whether it is all the same if others may join. Where all have ended it is not: the engine then
   * ends the input, which the oracle does when told.
   */
  private boolean keepsToItsPartitions() {
    int declared = settings.declaredPartitions();
    long ends = script.steps().stream().filter(Step.End.class::isInstance).count();
    return declared > ends
        && script.steps().stream()
            .allMatch(step -> !(step instanceof Step.OfPartition of) || of.partition() < declared);
  }

  private WatermarkStrategy<ScriptEvent> watermarks() {
    Settings.Strategy of = settings.strategy();
    WatermarkStrategy<ScriptEvent> strategy =
        switch (of.kind()) {
          case BOUNDED -> WatermarkStrategy.boundedOutOfOrderness(duration(of.bound()));
          case BY_KIND ->
              WatermarkStrategy.boundedByKind(
                  event -> of.kindOf(event.value()),
                  of.bounds().stream().map(this::duration).toArray(Duration[]::new));
          case MONOTONOUS -> WatermarkStrategy.monotonous();
          case STRICT -> WatermarkStrategy.<ScriptEvent>monotonous().onDisorder(Disorder.REJECT);
          case NONE -> WatermarkStrategy.none();
        };
    strategy = strategy.whenAllIdle(AllIdle.valueOf(settings.allIdle().name()));
    if (settings.idlenessNs().isPresent()) {
      strategy = strategy.idleness(Duration.ofNanos(settings.idlenessNs().getAsLong()));
    }
    if (settings.periodic()) {
      return strategy.emitEvery(Duration.ofNanos(settings.tickNs()));
    }
    if (settings.tickNs() != Settings.DEFAULT_TICK_NS) {
      throw new IllegalArgumentException("only periodic jobs choose a tick: " + settings);
    }
    return strategy;
  }

  private WindowDefinition<ScriptEvent> definition(WindowSpec spec) {
    WindowDefinition<ScriptEvent> definition =
        shaped(spec).allowedLateness(duration(spec.allowedLateness()));
    for (Column column : Column.of(spec.name())) {
      definition = definition.aggregate(column.name(), column.aggregation);
    }
    return definition;
  }

  private WindowDefinition<ScriptEvent> shaped(WindowSpec spec) {
    if (spec.shape() instanceof WindowSpec.Tumbling tumbling) {
      return WindowDefinition.<ScriptEvent>tumbling(spec.name(), duration(tumbling.size()))
          .offset(duration(tumbling.offset()));
    }
    if (spec.shape() instanceof WindowSpec.Sliding sliding) {
      return WindowDefinition.<ScriptEvent>sliding(
              spec.name(), duration(sliding.size()), duration(sliding.slide()))
          .offset(duration(sliding.offset()));
    }
    if (spec.shape() instanceof WindowSpec.Session session) {
      return WindowDefinition.session(spec.name(), duration(session.gap()));
    }
    if (spec.shape() instanceof WindowSpec.DynamicSession session) {
      return WindowDefinition.session(spec.name(), event -> session.gap(event.value()));
    }
    throw new IllegalArgumentException("the engine has no such windows: " + spec);
  }

  private Duration duration(long units) {
    return Duration.of(units, unit.toChronoUnit());
  }
}
