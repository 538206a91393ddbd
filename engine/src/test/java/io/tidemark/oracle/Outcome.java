package io.tidemark.oracle;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a script must lead to.
 *
 * @param firings in order: by what caused them, then window end, definition, start, and the order
 *     in which the keys were first seen in the window, or by their places where they keep them
 * @param reported too late, partly late and adjusted events, in the same order as {@link #late}
 * @param late the too late ones, in order of the events, then of the window definitions
 * @param watermarks the merged watermark after each step
 * @param judgedBy for each step, the watermark its event was judged by; empty where there is none
 * @param refusals by step, why its event was refused although it fits
 */
public record Outcome(
    List<Firing> firings,
    List<LateEvent> late,
    List<LateEvent> reported,
    Accounting accounting,
    List<Long> watermarks,
    List<OptionalLong> judgedBy,
    Map<Integer, Refusal> refusals) {

  /** Why an event counts for nothing. */
  public enum Refusal {
    /** Its partition has ended. */
    PARTITION,
    /** It fell where it must not. */
    DISORDER,
    /** It has been there before. */
    DUPLICATE
  }

  public Outcome {
    firings = List.copyOf(firings);
    late = List.copyOf(late);
    reported = List.copyOf(reported);
    watermarks = List.copyOf(watermarks);
    judgedBy = List.copyOf(judgedBy);
    refusals = Map.copyOf(refusals);
  }
}
