package io.tidemark.differential;

import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.oracle.OtherShapes;
import io.tidemark.oracle.Script;
import io.tidemark.oracle.Settings;
import io.tidemark.oracle.Step;
import io.tidemark.oracle.TriggerSpec;
import io.tidemark.oracle.WindowSpec;
import io.tidemark.time.AllIdle;
import io.tidemark.time.Disorder;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.AccumulationMode;
import io.tidemark.window.CalendarPeriod;
import io.tidemark.window.EarlyFiring;
import io.tidemark.window.ExchangeHours;
import io.tidemark.window.LatePolicy;
import io.tidemark.window.WindowDefinition;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The engine's job for a script. */
final class ScriptJob {
  private final Script script;
  private final Settings settings;
  private final TimeUnit unit;
  private final TimeChoice time;

  /** Sets what a job's timestamps are. */
  interface TimeChoice {
    /** Event time. */
    TimeChoice EVENT =
        (builder, unit, watermarks) ->
            builder.timestamp(unit, ScriptEvent::timestamp).watermarks(watermarks);

    /**
     * Sets them.
     *
     * @param watermarks the script's strategy
     */
    void set(
        JobBuilder<ScriptEvent> builder, TimeUnit unit, WatermarkStrategy<ScriptEvent> watermarks);
  }

  private ScriptJob(Script script, TimeUnit unit, TimeChoice time) {
    this.time = time;
    this.script = script;
    this.settings = script.settings();
    this.unit = unit;
  }

  /** The job, with the script's unit of event time being this one. */
  static Job<ScriptEvent> of(Script script, TimeUnit unit) {
    return of(script, unit, TimeChoice.EVENT);
  }

  /** The same with other timestamps. */
  static Job<ScriptEvent> of(Script script, TimeUnit unit, TimeChoice time) {
    return new ScriptJob(script, unit, time).job();
  }

  private Job<ScriptEvent> job() {
    JobBuilder<ScriptEvent> builder =
        Job.builder("script", ScriptEvent::new)
            .partitions(settings.declaredPartitions())
            .rejectOnThrow();
    time.set(builder, unit, watermarks());
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
    if (!spec.triggers().equals(TriggerSpec.DEFAULT)) {
      definition = triggered(definition, spec.triggers());
    }
    for (Column column : Column.of(spec.name())) {
      definition = definition.aggregate(column.name(), column.aggregation);
    }
    return definition;
  }

  private WindowDefinition<ScriptEvent> triggered(
      WindowDefinition<ScriptEvent> definition, TriggerSpec triggers) {
    WindowDefinition<ScriptEvent> triggered =
        definition
            .mode(AccumulationMode.valueOf(triggers.mode().name()))
            .late(LatePolicy.valueOf(triggers.late().name()));
    Optional<EarlyFiring> early = early(triggers.early());
    if (early.isPresent()) {
      triggered = triggered.early(early.get());
    }
    if (triggers.perTick()) {
      triggered = triggered.coalesceLate();
    }
    return triggers.finalOnly() ? triggered.finalOnly() : triggered;
  }

  private Optional<EarlyFiring> early(TriggerSpec.Early of) {
    List<EarlyFiring> all = new ArrayList<>();
    if (of.events() > 0) {
      all.add(EarlyFiring.everyEvents(of.events()));
    }
    if (of.every() > 0) {
      all.add(EarlyFiring.everyEventTime(duration(of.every())));
    }
    if (of.everyNs() > 0) {
      all.add(EarlyFiring.everyProcessingTime(Duration.ofNanos(of.everyNs())));
    }
    return all.stream().reduce(EarlyFiring::or);
  }

  private WindowDefinition<ScriptEvent> shaped(WindowSpec spec) {
    return shaped(spec.name(), spec.shape());
  }

  private WindowDefinition<ScriptEvent> shaped(String name, WindowSpec.Shape shape) {
    if (shape instanceof WindowSpec.EndInclusive inclusive) {
      return shaped(name, inclusive.of()).endInclusive();
    }
    if (shape instanceof WindowSpec.Tumbling tumbling) {
      return WindowDefinition.<ScriptEvent>tumbling(name, duration(tumbling.size()))
          .offset(duration(tumbling.offset()));
    }
    if (shape instanceof WindowSpec.Sliding sliding) {
      return WindowDefinition.<ScriptEvent>sliding(
              name, duration(sliding.size()), duration(sliding.slide()))
          .offset(duration(sliding.offset()));
    }
    if (shape instanceof WindowSpec.Session session) {
      return WindowDefinition.session(name, duration(session.gap()));
    }
    if (shape instanceof WindowSpec.DynamicSession session) {
      return WindowDefinition.session(name, event -> session.gap(event.value()));
    }
    if (shape instanceof WindowSpec.Rolling rolling) {
      return WindowDefinition.rolling(name, duration(rolling.range()));
    }
    return other(name, shape);
  }

  private WindowDefinition<ScriptEvent> other(String name, WindowSpec.Shape shape) {
    if (shape instanceof OtherShapes.Cumulative cumulative) {
      Duration step = duration(cumulative.step());
      return WindowDefinition.<ScriptEvent>cumulative(
              name, step.multipliedBy(cumulative.steps()), step)
          .offset(duration(cumulative.offset()));
    }
    if (shape instanceof OtherShapes.Global) {
      return WindowDefinition.global(name);
    }
    if (shape instanceof OtherShapes.Count count) {
      return WindowDefinition.count(name, count.size(), count.slide());
    }
    if (shape instanceof OtherShapes.Days days) {
      // Five hours before UTC: a day that begins at 19:00 there begins at midnight in UTC.
      return WindowDefinition.<ScriptEvent>calendar(
              name, CalendarPeriod.DAY, ZoneOffset.ofHours(-5))
          .offset(Duration.ofHours(-5).plusSeconds(days.offset()));
    }
    if (shape instanceof OtherShapes.Exchange exchange) {
      return WindowDefinition.exchange(
          name,
          ExchangeHours.of(
                  LocalTime.ofSecondOfDay(exchange.open()),
                  LocalTime.ofSecondOfDay(exchange.close()),
                  ZoneOffset.UTC)
              .days(EnumSet.allOf(DayOfWeek.class)));
    }
    throw new IllegalArgumentException("the engine has no such windows: " + shape);
  }

  private Duration duration(long units) {
    return Duration.of(units, unit.toChronoUnit());
  }
}
