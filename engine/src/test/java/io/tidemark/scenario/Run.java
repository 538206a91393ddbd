package io.tidemark.scenario;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.output.FiringKind;
import io.tidemark.output.LateEvent;
import io.tidemark.output.LateKind;
import io.tidemark.output.RejectedEvent;
import io.tidemark.output.WindowResult;
import io.tidemark.time.TimeStage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** One engine that runs a scenario, and all that came out of it, as texts. */
final class Run {
  final List<String> firings = new ArrayList<>();
  final List<String> late = new ArrayList<>();
  final List<String> rejected = new ArrayList<>();
  final List<String> watermarks = new ArrayList<>();
  final Engine<Sample> engine;

  /** How the engine runs. */
  enum Layout {
    INLINE,
    FUSED;

    private EngineOptions<Sample> options() {
      return this == INLINE
          ? EngineOptions.inline()
          : EngineOptions.<Sample>fused().withoutTicker().ringSize(RING);
    }
  }

  private static final int RING = 4;

  private final Layout layout;
  private final LongFunction<String> times;
  private final boolean ticksAfterSteps;
  private final boolean namesWindows;
  private final List<String> timeline = new ArrayList<>();
  private final List<String> cameOut = new ArrayList<>();

  private boolean ended;

  /** Added to arrivals, so that a tick of its own follows each event and control item. */
  private long ticksNs;

  Run(
      Layout layout,
      Job<Sample> job,
      LongFunction<String> times,
      boolean ticksAfterSteps,
      boolean takesLate) {
    this.layout = layout;
    this.times = times;
    this.ticksAfterSteps = ticksAfterSteps;
    this.namesWindows = job.windows().size() > 1;
    EngineOptions<Sample> options =
        layout
            .options()
            .onResult(result -> note(firings, "fired ", firing(result)))
            .onRejected(event -> note(rejected, "rejected ", rejection(event)));
    if (takesLate) {
      options = options.onLate(event -> note(late, "late ", lateness(event)));
    }
    this.engine = Engine.start(job, options);
  }

  void event(int partition, long time, long key, long value, long arrivalNs) {
    String text = "p" + partition + " " + times.apply(time) + " k" + key + " v" + value;
    step(
        text,
        publisher -> {
          Sample sample = publisher.claim();
          sample.time = time;
          sample.key = key;
          sample.value = value;
          publisher.publish(partition, arrivalNs + ticksNs);
          tickAfter(publisher, arrivalNs);
        });
  }

  /** What a partition says of itself. */
  void control(String text, Consumer<Publisher<Sample>> item, long nowNs) {
    step(
        text,
        publisher -> {
          item.accept(publisher);
          tickAfter(publisher, nowNs);
        });
  }

  void tick(long nowNs) {
    step("tick at " + nowNs + " ns", publisher -> publisher.tick(nowNs + ticksNs));
  }

  /** Does something to the engine, and notes the watermark and what came out. */
  void step(String text, Consumer<Publisher<Sample>> action) {
    cameOut.clear();
    action.accept(engine.publisher());
    awaitStages();
    watermarks.add(watermark());
    timeline.add(String.format("%-28s wm %-14s %s", text, watermark(), String.join(", ", cameOut)));
  }

  /** Until all has been taken: then the whole ring is free. */
  private void awaitStages() {
    if (layout == Layout.FUSED && !ended) {
      engine.publisher().claim(RING);
    }
  }

  /** Ends the run in one of two ways; nothing is taken any more. */
  void end(String text, Consumer<Engine<Sample>> how) {
    ended = true;
    step(text, publisher -> how.accept(engine));
  }

  private void tickAfter(Publisher<Sample> publisher, long nowNs) {
    if (ticksAfterSteps) {
      publisher.tick(nowNs + ++ticksNs);
    }
  }

  /** The merged watermark: a time, {@code none}, or {@code end} at the end of time. */
  String watermark() {
    return text(engine.watermark());
  }

  /** A partition's own watermark. */
  String watermark(int partition) {
    return text(engine.partitions().watermark(partition));
  }

  private String text(long watermark) {
    if (watermark == TimeStage.NO_WATERMARK) {
      return "none";
    }
    return watermark == TimeStage.END_OF_TIME ? "end" : times.apply(watermark);
  }

  /** What happened, a line a step: for messages. */
  String timeline() {
    String how = layout + (ticksAfterSteps ? ", a tick after each step" : "");
    return how + ":\n  " + String.join("\n  ", timeline) + "\n";
  }

  private void note(List<String> list, String what, String text) {
    list.add(text);
    cameOut.add(what + text);
  }

  private String firing(WindowResult result) {
    String text =
        "[%s,%s) k%d n=%d sum=%d"
            .formatted(
                times.apply(result.start()),
                times.apply(result.end()),
                result.key(),
                result.longValue(0),
                result.longValue(1));
    String kind = result.kind() == FiringKind.ON_TIME ? "" : " " + result.kind().text();
    String revision = result.revision() > 0 ? " r" + result.revision() : "";
    return window(result.window()) + text + kind + revision;
  }

  private String lateness(LateEvent<Sample> event) {
    String times = this.times.apply(event.timestamp()) + "@" + this.times.apply(event.watermark());
    String kind = event.kind() == LateKind.TOO_LATE ? "" : " " + event.kind().text();
    return window(event.window()) + "k" + event.key() + " " + times + kind;
  }

  private static String rejection(RejectedEvent<Sample> rejected) {
    return rejected.event().time + " " + rejected.reason().text();
  }

  private String window(String window) {
    return namesWindows ? window + " " : "";
  }
}
