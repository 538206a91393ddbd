package io.tidemark.flink;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Aggregates;
import io.tidemark.aggregate.Value;
import io.tidemark.counters.WindowCounters;
import io.tidemark.flink.WindowScript.Clock;
import io.tidemark.flink.WindowScript.Mark;
import io.tidemark.flink.WindowScript.Step;
import io.tidemark.output.FiringKind;
import io.tidemark.output.LateEvent;
import io.tidemark.output.WindowResult;
import io.tidemark.time.WatermarkGenerator;
import io.tidemark.time.WatermarkOutput;
import io.tidemark.time.WatermarkStrategy;
import io.tidemark.window.WindowDefinition;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** The engine on a script: one job of all its windows. One run each. */
final class EngineWindows {
  /** Step by step; watermarks are given by the publisher. */
  static final int STEPWISE = 0;

  /** What became of a script's events with its first window. */
  record Accounting(long rejected, long counted, long tooLate, long partlyLate, long unassigned) {}

  private static final Value<StreamEvent> VALUE = Value.ofLong(event -> event.value);

  private final WindowScript script;
  private final int batch;
  private final Engine<StreamEvent> engine;
  private final List<WindowOutcome> outcomes;
  private int step;

  /** Processing time. */
  private long nowNs;

  private EngineWindows(WindowScript script, int batch) {
    this.script = script;
    this.batch = batch;
    this.outcomes =
        script.windows().stream().map(spec -> new WindowOutcome(script.steps().size())).toList();
    EngineOptions<StreamEvent> options = EngineOptions.<StreamEvent>inline().onResult(this::fired);
    if (script.sideOutput()) {
      options.onLate(this::late);
    }
    this.engine = Engine.start(job(), options);
  }

  /**
   * What comes of the script, an outcome for each of its windows.
   *
   * @param batch {@link #STEPWISE}, or how many steps are published at a time; watermarks are then
   *     made by a generator, from events that say them, so that they move within the batch. All
   *     firings of a batch count as those of its last step
   */
  static List<WindowOutcome> run(WindowScript script, int batch) {
    return new EngineWindows(script, batch).run();
  }

  /** How the engine accounts for the script's events. */
  static Accounting accounting(WindowScript script) {
    EngineWindows run = new EngineWindows(script, STEPWISE);
    run.run();
    WindowCounters window = run.engine.counters().windows().get(0);
    return new Accounting(
        run.engine.counters().rejected(),
        window.counted.value(),
        window.tooLate.value(),
        window.partlyLate.value(),
        window.unassigned.value());
  }

  private Job<StreamEvent> job() {
    JobBuilder<StreamEvent> builder =
        Job.builder("script", StreamEvent::new)
            .timestamp(TimeUnit.MILLISECONDS, event -> event.timestamp)
            .key(event -> event.key)
            .filter(event -> !event.isMark)
            .watermarks(
                batch == STEPWISE
                    ? WatermarkStrategy.none()
                    : WatermarkStrategy.forGenerator(context -> new Marks()));
    for (int i = 0; i < script.windows().size(); i++) {
      builder.window(withAggregates(script.windows().get(i).definition("w" + i)));
    }
    return builder.build();
  }

  private static WindowDefinition<StreamEvent> withAggregates(
      WindowDefinition<StreamEvent> windows) {
    return windows
        .aggregate("count", Aggregates.count())
        .aggregate("sum", Aggregates.sum(VALUE))
        .aggregate("min", Aggregates.min(VALUE))
        .aggregate("max", Aggregates.max(VALUE))
        .aggregate("first", Aggregates.first(VALUE))
        .aggregate("last", Aggregates.last(VALUE));
  }

  private List<WindowOutcome> run() {
    Publisher<StreamEvent> publisher = engine.publisher();
    if (batch == STEPWISE) {
      stepwise(publisher);
    } else {
      inBatches(publisher);
    }
    if (!engine.counters().imbalance().isEmpty()) {
      throw new AssertionError(engine.counters().imbalance());
    }
    for (int i = 0; i < outcomes.size(); i++) {
      WindowCounters counters = engine.counters().windows().get(i);
      outcomes.get(i).dropped = counters.lateDropped.value();
      outcomes.get(i).held = counters.liveRows();
    }
    engine.halt();
    return outcomes;
  }

  private void stepwise(Publisher<StreamEvent> publisher) {
    List<Step> steps = script.steps();
    for (step = 0; step < steps.size(); step++) {
      if (steps.get(step) instanceof Mark mark) {
        publisher.watermark(0, mark.watermark());
      } else if (steps.get(step) instanceof Clock clock) {
        passTo(clock);
        publisher.tick(nowNs);
      } else {
        publisher.claim().fill(step, steps.get(step));
        publisher.publish(0, nowNs);
      }
    }
  }

  private void inBatches(Publisher<StreamEvent> publisher) {
    List<Step> steps = script.steps();
    for (int from = 0; from < steps.size(); from += batch) {
      int count = Math.min(batch, steps.size() - from);
      step = from + count - 1;
      publisher.claim(count);
      for (int i = 0; i < count; i++) {
        if (steps.get(from + i) instanceof Clock clock) {
          passTo(clock);
        }
        publisher.event(i, 0, nowNs).fill(from + i, steps.get(from + i));
      }
      publisher.publishClaimed(count);
    }
  }

  private void passTo(Clock clock) {
    nowNs = TimeUnit.MILLISECONDS.toNanos(clock.ms());
  }

  private void fired(WindowResult result) {
    WindowOutcome outcome = outcomes.get(result.windowIndex());
    Firing firing =
        new Firing(
            result.key(),
            result.start(),
            result.end(),
            result.kind() == FiringKind.LATE,
            result.revision(),
            IntStream.range(0, result.columns().size()).mapToObj(result::longValue).toList());
    outcome.firings.get(step).add(firing);
    if (result.kind() == FiringKind.EARLY) {
      outcome.early.add(firing);
    }
  }

  private void late(LateEvent<StreamEvent> late) {
    outcomes.get(late.windowIndex()).late.add(late.event().step);
  }

  /** Says the watermarks of the events that carry one. */
  private static final class Marks implements WatermarkGenerator<StreamEvent> {
    @Override
    public void onEvent(StreamEvent event, long timestamp, WatermarkOutput output) {
      if (event.isMark) {
        output.emitWatermark(event.value);
      }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      // Watermarks come with events.
    }
  }
}
