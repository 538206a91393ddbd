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
import io.tidemark.output.LateKind;
import io.tidemark.output.RejectReason;
import io.tidemark.output.RejectedEvent;
import io.tidemark.output.WindowResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** Runs a script on the engine. */
final class EngineRun {
  /** The step of an event that is no part of the script: it shows that all before it is done. */
  private static final int FENCE = -1;

  private static final RejectReason FENCE_REASON = RejectReason.BAD_ROW;
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);

  private final Script script;
  private final Mode mode;
  private final Engine<ScriptEvent> engine;
  private final Publisher<ScriptEvent> publisher;
  private final List<Output> outputs = new ArrayList<>();
  private final List<Chapter> chapters = new ArrayList<>();

  /** Events of the claimed batch that are filled and not published yet. */
  private int held;

  private boolean ended;

  /** How many events of {@link #FENCE} have come out. Writer: the thread that calls handlers. */
  private volatile int fences;

  private EngineRun(Script script, Mode mode, ScriptJob.TimeChoice time) {
    this.script = script;
    this.mode = mode;
    this.engine = mode.start(ScriptJob.of(script, mode.unit(), time), this::withHandlers);
    this.publisher = engine.publisher();
  }

  /** What comes of the script. */
  static Observed of(Script script, Mode mode) {
    return of(script, mode, ScriptJob.TimeChoice.EVENT);
  }

  /** The same with other timestamps. */
  static Observed of(Script script, Mode mode, ScriptJob.TimeChoice time) {
    return new EngineRun(script, mode, time).run();
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
        .reportLate(LateKind.PARTLY_LATE, LateKind.ADJUSTED)
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
      if (mode.isStepwise()) {
        chapters.add(new Chapter(i, engine.watermark(), outputs));
        outputs.clear();
      }
    }
    flush();
    awaitOutputs();
    if (!mode.isStepwise()) {
      chapters.add(Chapter.ofAll(steps.size() - 1, engine.watermark(), outputs));
    }
    Totals totals = totals();
    engine.halt();
    return new Observed(chapters, totals).in(mode);
  }

  /**
   * Waits until all that was published has led to what it leads to. A batch may hand out a rejected
   * event before what the slots ahead of it fire; so the second fence is sent behind the first.
   */
  private void awaitOutputs() {
    if (!mode.layout().isSynchronous() && !ended) {
      for (int fence = 1; fence <= 2; fence++) {
        publisher.claim().step = FENCE;
        publisher.reject(0, 0, FENCE_REASON);
        int awaited = fence;
        awaitUntil(() -> fences >= awaited);
      }
      awaitUntil(() -> !engine.isFiring());
    }
  }

  private void awaitUntil(BooleanSupplier isReached) {
    long start = System.nanoTime();
    while (!isReached.getAsBoolean()) {
      if (System.nanoTime() - start > PATIENCE_NS) {
        throw new IllegalStateException("the engine does not go on: " + engine.failure());
      }
      Thread.yield();
    }
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
    } else if (step instanceof Step.Given given) {
      publisher.watermark(given.partition(), given.watermark());
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
            values,
            result.isFinal(),
            result.isRetraction()));
  }

  private void late(LateEvent<ScriptEvent> late) {
    int step = late.event().step;
    outputs.add(
        new Output.Late(
            step,
            late.window(),
            late.key(),
            late.timestamp(),
            late.watermark(),
            late.kind(),
            late.missedWindows(),
            late.countedWindows(),
            late.adjustedTimestamp()));
  }

  private void rejected(RejectedEvent<ScriptEvent> rejected) {
    if (rejected.event().step == FENCE) {
      int before = fences;
      fences = before + 1;
    } else {
      outputs.add(new Output.Rejected(rejected.event().step, rejected.reason()));
    }
  }

  private Totals totals() {
    Counters counters = engine.counters();
    List<Long> rejected =
        IntStream.range(0, RejectReason.count())
            .mapToObj(reason -> counters.rejected(reason).value() - fences(reason))
            .toList();
    return new Totals(
        counters.published.value() - fences,
        rejected,
        counters.filtered.value(),
        counters.accepted.value(),
        counters.behindWatermark.value(),
        counters.imbalance(),
        counters.windows().stream().map(this::totals).toList());
  }

  private int fences(int reason) {
    return reason == FENCE_REASON.ordinal() ? fences : 0;
  }

  private WindowTotals totals(WindowCounters window) {
    return new WindowTotals(
        window.counted.value(),
        window.tooLate.value(),
        window.unassigned.value(),
        window.partlyLate.value(),
        window.onTimeFirings.value(),
        window.lateFirings.value(),
        ended ? window.liveRows() + window.liveWindows() : 0,
        window.lateDropped.value(),
        window.lateAdjusted.value(),
        window.earlyFirings.value(),
        window.retractions.value());
  }
}
