package io.tidemark.differential;

import io.tidemark.differential.Observed.Chapter;
import io.tidemark.differential.Observed.Totals;
import io.tidemark.differential.Observed.WindowTotals;
import io.tidemark.oracle.Accounting;
import io.tidemark.oracle.Firing;
import io.tidemark.oracle.Firing.Phase;
import io.tidemark.oracle.LateEvent;
import io.tidemark.oracle.Oracle;
import io.tidemark.oracle.Outcome;
import io.tidemark.oracle.Script;
import io.tidemark.oracle.Step;
import io.tidemark.oracle.WindowSpec;
import io.tidemark.output.FiringKind;
import io.tidemark.output.LateKind;
import io.tidemark.output.RejectReason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the oracle says of a script, put as the engine would.
 *
 * <p>The order of outputs within a step is the engine's: what the ticks before the event fire; what
 * becomes of the event itself, by definition; what the move of the watermark fires after it.
 */
final class Expectation {

  /** What becomes of an event in one definition. */
  private record OfDefinition(int window, Output output) {}

  private final Script script;
  private final Outcome outcome;
  private final Map<Integer, RejectReason> reasons;

  /** For each step, in order; without rejections, whose reason depends on the mode. */
  private final List<List<Output>> outputs = new ArrayList<>();

  /** Asks the oracle. */
  Expectation(Script script) {
    this(script, Oracle.run(script), Map.of());
  }

  /**
   * The same of an outcome.
   *
   * @param reasons why steps are rejected in every mode; for others the mode says
   */
  Expectation(Script script, Outcome outcome, Map<Integer, RejectReason> reasons) {
    this.script = script;
    this.outcome = outcome;
    this.reasons = reasons;
    List<List<Firing>> firings = listPerStep();
    List<List<LateEvent>> late = listPerStep();
    outcome.firings().forEach(firing -> firings.get(firing.step()).add(firing));
    outcome.reported().forEach(event -> late.get(event.step()).add(event));
    for (int step = 0; step < script.steps().size(); step++) {
      outputs.add(outputs(firings.get(step), late.get(step)));
    }
  }

  /** What the engine must give in this mode. */
  Observed in(Mode mode) {
    List<Chapter> chapters = new ArrayList<>();
    List<Output> open = new ArrayList<>();
    long watermark = Long.MIN_VALUE;
    for (int step = 0; step < script.steps().size(); step++) {
      Optional<RejectReason> reason = reasonToReject(step, mode);
      if (reason.isPresent()) {
        open.add(new Output.Rejected(step, reason.get()));
      }
      open.addAll(outputs.get(step));
      watermark = outcome.watermarks().get(step);
      if (mode.isStepwise()) {
        chapters.add(new Chapter(step, watermark, open));
        open.clear();
      }
    }
    if (!mode.isStepwise()) {
      chapters.add(Chapter.ofAll(script.steps().size() - 1, watermark, open));
    }
    return new Observed(chapters, totals(mode)).in(mode);
  }

  private List<Output> outputs(List<Firing> firings, List<LateEvent> late) {
    List<Output> all = new ArrayList<>();
    firings.stream()
        .filter(firing -> firing.phase() == Phase.BEFORE_EVENT)
        .forEach(firing -> all.add(output(firing)));
    all.addAll(ofTheEventItself(firings, late));
    firings.stream()
        .filter(firing -> firing.phase() == Phase.AFTER)
        .forEach(firing -> all.add(output(firing)));
    return all;
  }

  private List<Output> ofTheEventItself(List<Firing> firings, List<LateEvent> late) {
    List<OfDefinition> all = new ArrayList<>();
    for (Firing firing : firings) {
      if (firing.phase() == Phase.BY_EVENT) {
        all.add(new OfDefinition(firing.window(), output(firing)));
      }
    }
    for (LateEvent event : late) {
      all.add(new OfDefinition(event.window(), output(event)));
    }
    all.sort(Comparator.comparingInt(OfDefinition::window));
    return all.stream().map(OfDefinition::output).toList();
  }

  private Output output(Firing firing) {
    String window = name(firing.window());
    return new Output.Fired(
        window,
        firing.key(),
        firing.start(),
        firing.end(),
        FiringKind.valueOf(firing.kind().name()),
        firing.revision(),
        Column.of(window).stream().map(c -> c.expected.applyAsLong(firing)).toList(),
        firing.isFinal(),
        firing.isRetraction());
  }

  private Output output(LateEvent late) {
    return new Output.Late(
        late.step(),
        name(late.window()),
        late.event().key(),
        late.event().timestamp(),
        late.watermark(),
        LateKind.valueOf(late.kind().name()),
        late.missed(),
        late.counted(),
        late.adjusted());
  }

  private WindowSpec spec(int window) {
    return script.settings().windows().get(window);
  }

  private String name(int window) {
    return spec(window).name();
  }

  private Optional<RejectReason> reasonToReject(int step, Mode mode) {
    if (reasons.containsKey(step)) {
      return Optional.of(reasons.get(step));
    }
    if (script.steps().get(step) instanceof Step.Rejected) {
      return Optional.of(EngineRun.reasonToReject(script, step, mode));
    }
    if (outcome.refusals().containsKey(step)) {
      return Optional.of(RejectReason.valueOf(outcome.refusals().get(step).name()));
    }
    boolean isMisfit =
        script.steps().get(step) instanceof Step.Event && outcome.judgedBy().get(step).isEmpty();
    return isMisfit ? Optional.of(RejectReason.BAD_TIMESTAMP) : Optional.empty();
  }

  private Totals totals(Mode mode) {
    Accounting accounting = outcome.accounting();
    Long[] rejected = new Long[RejectReason.count()];
    Arrays.fill(rejected, 0L);
    long behind = 0;
    for (int i = 0; i < script.steps().size(); i++) {
      reasonToReject(i, mode).ifPresent(reason -> rejected[reason.ordinal()]++);
      OptionalLong judgedBy = outcome.judgedBy().get(i);
      if (judgedBy.isPresent()
          && ((Step.Event) script.steps().get(i)).timestamp() <= judgedBy.getAsLong()) {
        behind++;
      }
    }
    List<WindowTotals> windows = new ArrayList<>();
    for (int window = 0; window < accounting.windows().size(); window++) {
      windows.add(totals(window, accounting.windows().get(window)));
    }
    return new Totals(
        accounting.published(),
        List.of(rejected),
        accounting.filtered(),
        accounting.accepted(),
        behind,
        "",
        windows);
  }

  private WindowTotals totals(int window, Accounting.WindowCounts counts) {
    return new WindowTotals(
        counts.counted(),
        counts.tooLate(),
        counts.unassigned(),
        counts.partlyLate(),
        firings(window, Firing.Kind.ON_TIME),
        firings(window, Firing.Kind.LATE),
        0,
        counts.dropped(),
        counts.adjusted(),
        firings(window, Firing.Kind.EARLY),
        outcome.firings().stream().filter(f -> f.window() == window && f.isRetraction()).count());
  }

  private long firings(int window, Firing.Kind kind) {
    return outcome.firings().stream()
        .filter(firing -> firing.window() == window && firing.kind() == kind)
        .filter(firing -> !firing.isRetraction())
        .count();
  }

  private <T> List<List<T>> listPerStep() {
    List<List<T>> lists = new ArrayList<>();
    script.steps().forEach(step -> lists.add(new ArrayList<>()));
    return lists;
  }
}
