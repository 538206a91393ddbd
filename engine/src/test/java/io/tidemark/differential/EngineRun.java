package io.tidemark.differential;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Publisher;
import io.tidemark.counters.Counters;
import io.tidemark.counters.WindowCounters;
import io.tidemark.differential.Observed.Chapter;
import io.tidemark.differential.Observed.Totals;
import io.tidemark.differential.Observed.WindowTotals;
import io.tidemark.oracle.Script;
import io.tidemark.oracle.Step;
import io.tidemark.output.LateEvent;
import io.tidemark.output.RejectReason;
import io.tidemark.output.RejectedEvent;
import io.tidemark.output.WindowResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Runs a script on the engine. */
final class EngineRun {
  private final Script script;
  private final Mode mode;
  private final Engine<ScriptEvent> engine;
  private final Publisher<ScriptEvent> publisher;
  private final List<Output> outputs = new ArrayList<>();
  private final List<Chapter> chapters = new ArrayList<>();

  /** Events of the claimed batch that are filled and not published yet. */
  private int held;

  private boolean ended;

  private EngineRun(Script script, Mode mode) {
    this.script = script;
    this.mode = mode;
    this.engine = mode.start(ScriptJob.of(script, mode.unit()), this::withHandlers);
    this.publisher = engine.publisher();
  }

  /** What comes of the script. */
  static Observed of(Script script, Mode mode) {
    return new EngineRun(script, mode).run();
  }

  /** For which reason a rejected row of the script is rejected in this mode. */
  static RejectReason reasonToReject(Script script, int step, Mode mode) {
    if (mode.isOneByOne()) {
      return step % 2 == 0 ? RejectReason.BAD_ROW : RejectReason.BAD_VALUE;
    }
    Step.Rejected row = (Step.Rejected) script.steps().get(step);
    return ScriptEvent.throwsAtTimestamp(step) || script.settings().fits(row.timestamp())
        ? RejectReason.USER_CODE
        : RejectReason.BAD_TIMESTAMP;
  }

  private EngineOptions<ScriptEvent> withHandlers(EngineOptions<ScriptEvent> options) {
    return options
        .onResult(this::fired)
        .onLate(this::late)
        .onRejected(this::rejected)
        .clock(
            () -> {
              throw new AssertionError("time is an input: no clock is read");
            });
  }

  private Observed run() {
    List<Step> steps = script.steps();
    for (int i = 0; i < steps.size(); i++) {
      take(i, steps.get(i));
      if (mode.isStepwise() && CommonGround.isComparableAfter(script, i)) {
        chapters.add(new Chapter(i, engine.watermark(), outputs));
        outputs.clear();
      }
    }
    flush();
    if (!mode.isStepwise()) {
      chapters.add(Chapter.ofAll(steps.size() - 1, engine.watermark(), outputs));
    }
    Totals totals = totals();
    engine.halt();
    return new Observed(chapters, totals);
  }

  private void take(int i, Step step) {
    if (step instanceof Step.Event event) {
      ScriptEvent slot = next();
      slot.fill(i, event.timestamp(), event.key(), event.value());
      slot.filtered = event.filtered();
      publish(event.partition(), event.arrivalNs());
    } else if (step instanceof Step.Rejected row) {
      reject(i, row);
    } else {
      flush();
      control(step);
    }
  }

  private void reject(int i, Step.Rejected row) {
    ScriptEvent slot = next();
    slot.fill(i, row.timestamp(), 0, 0);
    if (mode.isOneByOne()) {
      publisher.reject(row.partition(), row.arrivalNs(), reasonToReject(script, i, mode));
    } else {
      slot.broken = true;
      publish(row.partition(), row.arrivalNs());
    }
  }

  private ScriptEvent next() {
    if (mode.isOneByOne()) {
      return publisher.claim();
    }
    if (held == 0) {
      publisher.claim(mode.batch());
    }
    return publisher.event(held);
  }

  private void publish(int partition, long arrivalNs) {
    if (mode.isOneByOne()) {
      publisher.publish(partition, arrivalNs);
      return;
    }
    publisher.set(held++, partition, arrivalNs);
    if (held == mode.batch()) {
      flush();
    }
  }

  private void flush() {
    if (held > 0) {
      publisher.publishClaimed(held);
      held = 0;
    }
  }

  private void control(Step step) {
    if (step instanceof Step.Tick tick) {
      publisher.tick(tick.nowNs());
    } else if (step instanceof Step.Idle idle) {
      publisher.idle(idle.partition());
    } else if (step instanceof Step.Active active) {
      // At the largest arrival so far.
      publisher.active(active.partition(), Long.MIN_VALUE);
    } else if (step instanceof Step.Leave leave) {
      publisher.leave(leave.partition());
    } else if (step instanceof Step.End end) {
      publisher.end(end.partition());
    } else {
      engine.close();
      ended = true;
    }
  }

  private void fired(WindowResult result) {
    List<Long> values =
        IntStream.range(0, result.columns().size()).mapToObj(result::longValue).toList();
    outputs.add(
        new Output.Fired(
            result.window(),
            result.key(),
            result.start(),
            result.end(),
            result.kind(),
            result.revision(),
            values));
  }

  private void late(LateEvent<ScriptEvent> late) {
    int step = late.event().step;
    outputs.add(
        new Output.Late(step, late.window(), late.key(), late.timestamp(), late.watermark()));
  }

  private void rejected(RejectedEvent<ScriptEvent> rejected) {
    outputs.add(new Output.Rejected(rejected.event().step, rejected.reason()));
  }

  private Totals totals() {
    Counters counters = engine.counters();
    List<Long> rejected =
        IntStream.range(0, RejectReason.count())
            .mapToObj(reason -> counters.rejected(reason).value())
            .toList();
    return new Totals(
        counters.published.value(),
        rejected,
        counters.filtered.value(),
        counters.accepted.value(),
        counters.behindWatermark.value(),
        counters.imbalance(),
        counters.windows().stream().map(this::totals).toList());
  }

  private WindowTotals totals(WindowCounters window) {
    return new WindowTotals(
        window.counted.value(),
        window.tooLate.value(),
        window.unassigned.value(),
        window.partlyLate.value(),
        window.onTimeFirings.value(),
        window.lateFirings.value(),
        ended ? window.liveRows() + window.liveWindows() : 0);
  }
}
