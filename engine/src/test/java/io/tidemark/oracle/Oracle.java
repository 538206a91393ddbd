package io.tidemark.oracle;

import io.tidemark.oracle.WindowLog.Fired;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Says what a script must lead to. */
public final class Oracle {

  private record Identity(int window, long key, Span span) {}

  private final Script script;
  private final TimeSource time;
  private final List<Long> watermarks = new ArrayList<>();
  private final List<OptionalLong> judgedBy = new ArrayList<>();
  private final Map<Integer, Outcome.Refusal> refusals = new HashMap<>();
  private final List<Fired> fired = new ArrayList<>();
  private final List<LateEvent> late = new ArrayList<>();
  private final List<Accounting.WindowCounts> counts = new ArrayList<>();

  private Oracle(Script script, TimeSource time) {
    this.script = script;
    this.time = time;
  }

  /** Runs the script through the model. Takes time in the square of its length. */
  public static Outcome run(Script script) {
    return new Oracle(script, new TimeModel(script.settings())).run();
  }

  /**
   * The same in processing time: timestamps are what the clock says, which is in the script.
   *
   * @param unitNs the unit of timestamps
   */
  public static Outcome runByTheClock(Script script, long unitNs) {
    return new Oracle(script, new ClockModel(unitNs)).run();
  }

  private Outcome run() {
    runTime();
    runWindows();
    return outcome();
  }

  private void runTime() {
    for (int i = 0; i < script.steps().size(); i++) {
      int index = i;
      if (!isUnfit(script.steps().get(i))) {
        time.take(i, script.steps().get(i)).ifPresent(refusal -> refusals.put(index, refusal));
      }
      watermarks.add(time.watermark());
      judgedBy.add(OptionalLong.empty());
    }
    for (Moment moment : time.moments()) {
      if (moment instanceof Moment.Judged judged) {
        judgedBy.set(judged.step(), OptionalLong.of(judged.watermark()));
      }
    }
  }

  private boolean isUnfit(Step step) {
    return step instanceof Step.Rejected
        || (step instanceof Step.Event event && !script.settings().fits(event.timestamp()));
  }

  private void runWindows() {
    List<WindowSpec> specs = script.settings().windows();
    for (int window = 0; window < specs.size(); window++) {
      WindowSpec spec = specs.get(window);
      WindowLog log = new WindowLog(window);
      if (spec.isSession()) {
        SessionWindows.run(spec, time.moments(), log);
      } else if (spec.shape() instanceof OtherShapes.Count count) {
        CountWindows.run(count, time.moments(), log);
      } else if (spec.shape() instanceof WindowSpec.Rolling rolling) {
        RollingWindows.run(rolling.range(), spec.allowedLateness(), time.moments(), log);
      } else {
        FixedWindows.run(spec, time.moments(), log);
      }
      fired.addAll(log.fired());
      late.addAll(log.late());
      counts.add(log.counts());
    }
    fired.sort(
        Comparator.comparingInt(Fired::position)
            .thenComparingLong(f -> f.span().last())
            .thenComparingInt(Fired::window)
            .thenComparingLong(f -> f.span().start())
            .thenComparingInt(Fired::firstSeen));
    late.sort(Comparator.comparingInt(LateEvent::step).thenComparingInt(LateEvent::window));
  }

  private Outcome outcome() {
    return new Outcome(numbered(), late, accounting(), watermarks, judgedBy, refusals);
  }

  /** Gives each firing its revision: how often its (window, key, start, end) fired before. */
  private List<Firing> numbered() {
    Map<Identity, Integer> before = new HashMap<>();
    List<Firing> firings = new ArrayList<>();
    for (Fired f : fired) {
      int revision = before.merge(new Identity(f.window(), f.key(), f.span()), 1, Integer::sum) - 1;
      firings.add(
          new Firing(
              f.step(),
              f.window(),
              f.key(),
              f.span().start(),
              f.span().end(),
              f.kind(),
              revision,
              f.content().stream().map(WindowLog.Counted::event).toList()));
    }
    return firings;
  }

  private Accounting accounting() {
    long rejected = refusals.size() + script.steps().stream().filter(this::isUnfit).count();
    long filtered = 0;
    long accepted = 0;
    for (Moment moment : time.moments()) {
      if (moment instanceof Moment.Judged judged) {
        if (judged.event().filtered()) {
          filtered++;
        } else {
          accepted++;
        }
      }
    }
    long published =
        script.steps().stream()
            .filter(step -> step instanceof Step.Event || step instanceof Step.Rejected)
            .count();
    return new Accounting(published, rejected, filtered, accepted, counts);
  }
}
