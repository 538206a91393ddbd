package io.tidemark.window;

import io.tidemark.counters.Counters;
import io.tidemark.output.LateHandler;
import io.tidemark.output.ResultHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Makes window stages from definitions. Set-up code; any thread. */
public final class WindowStages {
  private WindowStages() {}

  /**
   * A stage that runs all these definitions, which have been checked.
   *
   * @param values the layout of the values that events are handed over with
   * @param late takes what is too late
   * @param lateIsDropped whether what {@code late} takes counts as dropped
   */
  public static <E> WindowStage<E> of(
      List<WindowDefinition<E>> definitions,
      TimeUnit unit,
      ValueLayout<E> values,
      Counters counters,
      ResultHandler results,
      LateHandler<E> late,
      boolean lateIsDropped) {
    Deadline deadline = new Deadline();
    List<WindowOperator> operators = new ArrayList<>();
    for (WindowDefinition<E> definition : definitions) {
      int number = operators.size();
      OperatorSetup setup =
          new OperatorSetup(
              definition.name(),
              number,
              unit,
              definition.allowedLateness(unit),
              definition.shape().includesEnd() ? 1 : 0,
              definition.gapAt(values),
              definition.rowCode(values, unit),
              definition.columns(),
              counters.windows().get(number),
              results);
      operators.add(definition.shape().operator(setup, deadline));
    }
    return new WindowStage<>(operators, deadline, late, lateIsDropped);
  }
}
