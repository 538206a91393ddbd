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
  private List<Moment> moments;
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
   * The same where an event is refused that has the id of one before it.
   *
   * @param horizon until the watermark is so far past its timestamp an event is remembered
   */
  public static Outcome runWithoutDuplicates(Script script, long horizon) {
    return new Oracle(script, new TimeModel(script.settings(), horizon)).run();
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
    moments = Moment.joinMoves(time.moments());
    for (Moment moment : moments) {
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
      if (!spec.triggers().equals(TriggerSpec.DEFAULT)) {
        TriggeredWindows.run(spec, script.settings(), moments, log);
      } else if (spec.isSession()) {
        SessionWindows.run(spec, moments, log);
      } else if (spec.shape() instanceof OtherShapes.Count count) {
        CountWindows.run(count, moments, log);
      } else if (spec.shape() instanceof WindowSpec.Rolling rolling) {
        RollingWindows.run(rolling.range(), spec.allowedLateness(), moments, log);
      } else {
        FixedWindows.run(spec, moments, log);
      }
      fired.addAll(log.fired());
      late.addAll(log.late());
      counts.add(log.counts());
    }
    fired.sort(
        Comparator.comparingInt(Fired::position)
            .thenComparingLong(f -> f.order().due())
            .thenComparingInt(Fired::window)
            .thenComparingLong(f -> staysInOrder(f) ? 0 : f.span().end())
            .thenComparingLong(f -> staysInOrder(f) ? 0 : f.span().start())
            .thenComparingInt(f -> staysInOrder(f) ? 0 : f.order().firstSeen()));
    late.sort(Comparator.comparingInt(LateEvent::step).thenComparingInt(LateEvent::window));
  }

  /** What an event makes of sessions has an order of its own: what is taken back comes first. */
  private boolean staysInOrder(Fired f) {
    return isByEvent(f) && script.settings().windows().get(f.window()).isSession();
  }

  private boolean isByEvent(Fired f) {
    return moments.get(f.position()) instanceof Moment.Judged;
  }

  private Firing.Phase phase(Fired f) {
    if (isByEvent(f)) {
      return Firing.Phase.BY_EVENT;
    }
    for (int later = f.position(); later < moments.size(); later++) {
      Moment moment = moments.get(later);
      if (moment instanceof Moment.Judged && moment.step() == f.step()) {
        return Firing.Phase.BEFORE_EVENT;
      }
    }
    return Firing.Phase.AFTER;
  }

  private Outcome outcome() {
    List<LateEvent> tooLate =
        late.stream().filter(event -> event.kind() == LateEvent.Kind.TOO_LATE).toList();
    return new Outcome(numbered(), tooLate, late, accounting(), watermarks, judgedBy, refusals);
  }

  /** Gives each firing its revision: how often its (window, key, start, end) fired before. */
  private List<Firing> numbered() {
    Map<Identity, Integer> before = new HashMap<>();
    List<Firing> firings = new ArrayList<>();
    for (Fired f : fired) {
      Identity identity = new Identity(f.window(), f.key(), f.span());
      int revision = before.merge(identity, f.isRetraction() ? 0 : 1, Integer::sum) - 1;
      firings.add(
          new Firing(
              f.step(),
              f.window(),
              f.key(),
              f.span().start(),
              f.span().end(),
              f.kind(),
              revision,
              f.content().stream().map(WindowLog.Counted::event).toList(),
              f.isFinal(),
              f.isRetraction(),
              phase(f)));
    }
    return firings;
  }

  private Accounting accounting() {
    long rejected = refusals.size() + script.steps().stream().filter(this::isUnfit).count();
    long filtered = 0;
    long accepted = 0;
    for (Moment moment : moments) {
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
