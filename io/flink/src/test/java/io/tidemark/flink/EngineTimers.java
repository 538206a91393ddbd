package io.tidemark.flink;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Column;
import io.tidemark.flink.TimerScript.Actions;
import io.tidemark.flink.TimerScript.Clock;
import io.tidemark.flink.TimerScript.Mark;
import io.tidemark.flink.TimerScript.Step;
import io.tidemark.process.ProcessContext;
import io.tidemark.process.ProcessDefinition;
import io.tidemark.process.ProcessFunction;
import io.tidemark.process.StateTtl;
import io.tidemark.process.TimerDomain;
import io.tidemark.time.WatermarkStrategy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/** A script on the engine. One run each. */
final class EngineTimers {
  private static final long NS = 1_000_000;

  /** The event of a script. */
  static final class Scripted extends Event {
    long key;
    long timestamp;
    long seed;
  }

  private final TimerScript script;
  private final TimerOutcome outcome = new TimerOutcome();

  private EngineTimers(TimerScript script) {
    this.script = script;
  }

  static TimerOutcome run(TimerScript script) {
    return new EngineTimers(script).run();
  }

  private TimerOutcome run() {
    ProcessDefinition<Scripted> process =
        ProcessDefinition.<Scripted>of("script", Function::new)
            .state(Column.ofLong("state"))
            .output(
                "rows",
                Column.ofLong("why"),
                Column.ofLong("timestamp"),
                Column.ofLong("watermark"),
                Column.ofLong("now"),
                Column.ofLong("state"));
    if (script.ttl() > 0) {
      StateTtl ttl = StateTtl.processingTime(Duration.ofMillis(script.ttl()));
      process = process.stateTtl(script.readsCount() ? ttl.orRead() : ttl);
    }
    Job<Scripted> job =
        Job.builder("timers", Scripted::new)
            .timestamp(TimeUnit.MILLISECONDS, event -> event.timestamp)
            .key(event -> event.key)
            .watermarks(WatermarkStrategy.none())
            .process(process)
            .build();
    Engine<Scripted> engine =
        Engine.start(
            job,
            EngineOptions.<Scripted>inline()
                .onProcessResult(
                    row ->
                        outcome.row(
                            row.key(),
                            LongStream.range(0, 5)
                                .mapToObj(column -> row.longValue((int) column))
                                .toList())));
    Publisher<Scripted> publisher = engine.publisher();
    publisher.tick(0);
    long nowNs = 0;
    for (Step step : script.steps()) {
      outcome.nextStep();
      if (step instanceof TimerScript.Event event) {
        Scripted scripted = publisher.claim();
        scripted.key = event.key();
        scripted.timestamp = event.timestamp();
        scripted.seed = event.seed();
        publisher.publish(0, nowNs);
      } else if (step instanceof Mark mark) {
        publisher.watermark(0, mark.watermark());
      } else if (step instanceof Clock clock) {
        nowNs = clock.ms() * NS;
        publisher.tick(nowNs);
      }
    }
    long live = engine.counters().processes().get(0).liveTimers();
    engine.halt();
    outcome.eventTimers = (int) live;
    return outcome;
  }

  /** What the script says, by the means of the engine. */
  private final class Function implements ProcessFunction<Scripted> {
    @Override
    public void onEvent(Scripted event, ProcessContext context) {
      TimerScript.onEvent(event.seed, new ByEngine(context));
    }

    @Override
    public void onTimer(long timestamp, TimerDomain domain, ProcessContext context) {
      TimerScript.onTimer(
          domain == TimerDomain.EVENT_TIME,
          outcome.call(context.key()),
          new ByEngine(context, domain == TimerDomain.EVENT_TIME ? timestamp : timestamp / NS));
    }
  }

  private static final class ByEngine implements Actions {
    private final ProcessContext context;
    private final long timestamp;

    ByEngine(ProcessContext context) {
      this(context, context.timestamp());
    }

    ByEngine(ProcessContext context, long timestamp) {
      this.context = context;
      this.timestamp = timestamp;
    }

    @Override
    public Long state() {
      return context.hasState() ? context.longState(0) : null;
    }

    @Override
    public void setState(long value) {
      context.setLong(0, value);
    }

    @Override
    public void clearState() {
      context.clearState();
    }

    @Override
    public void registerEvent(long time) {
      context.registerEventTimer(time);
    }

    @Override
    public void deleteEvent(long time) {
      context.deleteEventTimer(time);
    }

    @Override
    public void registerProcessing(long ms) {
      context.registerProcessingTimer(ms * NS);
    }

    @Override
    public void deleteProcessing(long ms) {
      context.deleteProcessingTimer(ms * NS);
    }

    @Override
    public long watermark() {
      return context.watermark();
    }

    @Override
    public long nowMs() {
      return context.processingTimeNs() / NS;
    }

    @Override
    public long timestamp() {
      return timestamp;
    }

    @Override
    public void emit(long why, long at, long watermark, long nowMs, long value) {
      List<Long> row = List.of(why, at, watermark, nowMs, value);
      for (int column = 0; column < 5; column++) {
        context.output(0).setLong(column, row.get(column));
      }
      context.output(0).emit();
    }
  }
}
