package io.tidemark.window;

import io.tidemark.counters.Counters;
import io.tidemark.output.LateHandler;
import io.tidemark.output.LateKind;
import io.tidemark.output.ResultHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Makes window stages from definitions. Set-up code; any thread. */
public final class WindowStages {
  private WindowStages() {}

  /**
   * A stage that runs all these definitions, which have been checked.
   *
   * @param job its name
   * @param values the layout of the values that events are handed over with
   * @param tickIntervalNs from tick to tick
   * @param slice how many rows of a large firing are handed out at a time
   * @param late takes what is too late
   * @param lateIsDropped whether what is too late is dropped by default, and {@code late} only told
   * @param reportedLate which late events {@code late} takes beside those that are too late
   */
  public static <E> WindowStage<E> of(
      String job,
      List<WindowDefinition<E>> definitions,
      TimeUnit unit,
      ValueLayout<E> values,
      Counters counters,
      long tickIntervalNs,
      ResultHandler results,
      int slice,
      LateHandler<E> late,
      boolean lateIsDropped,
      Set<LateKind> reportedLate) {
    Deadline deadline = new Deadline();
    Firings firings = new Firings(slice, deadline);
    boolean needsClock = definitions.stream().anyMatch(WindowDefinition::needsTicks);
    ProcessingClock clock = needsClock ? new ProcessingClock(tickIntervalNs) : null;
    LateEvents.Rule[] rules =
        definitions.stream()
            .map(definition -> definition.lateRule(unit, lateIsDropped))
            .toArray(LateEvents.Rule[]::new);
    List<OperatorSetup> setups = new ArrayList<>();
    for (WindowDefinition<E> definition : definitions) {
      int number = setups.size();
      setups.add(
          new OperatorSetup(
              definition.name(),
              number,
              unit,
              definition.allowedLateness(unit),
              definition.shape().includesEnd() ? 1 : 0,
              definition.effectiveTriggers(),
              clock,
              definition.gapAt(values),
              definition.rowCode(values, unit),
              definition.columns(),
              counters.windows().get(number),
              results));
    }
    WindowOperator[] sharing = PaneSharing.operators(definitions, setups, rules, deadline);
    List<WindowOperator> operators = new ArrayList<>();
    for (WindowDefinition<E> definition : definitions) {
      int number = operators.size();
      WindowOperator operator =
          sharing[number] == null
              ? definition.shape().operator(setups.get(number), deadline)
              : sharing[number];
      operator.ceiling = ceiling(job, definition.limit(), operator, firings, deadline);
      operators.add(operator);
    }
    LateEvents<E> lateEvents = new LateEvents<>(rules, late, reportedLate);
    return new WindowStage<>(operators, firings, deadline, clock, lateEvents);
  }

  private static Ceiling ceiling(
      String job, RowLimit limit, WindowOperator operator, Firings firings, Deadline deadline) {
    return limit == null
        ? null
        : new Ceiling(job, operator, limit.rows(), limit.policy(), firings, deadline);
  }
}
