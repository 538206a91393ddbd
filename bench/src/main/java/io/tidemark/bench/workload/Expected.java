package io.tidemark.bench.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * The outcomes that a variant must have: after each invocation, of which each iteration has one,
 * and after the end of the stream. One thread.
 */
public final class Expected {

  private final String variant;
  private final int events;
  private final List<Outcome> outcomes = new ArrayList<>();
  private final Outcome outcomeAtEnd;
  private int invocations;

  /**
   * Works all of them out.
   *
   * @param events how many events an invocation takes
   * @param advanceTo the outcome after so many events, asked for in ascending order
   * @param finish the outcome after the end
   */
  public Expected(
      BenchmarkParams params,
      int events,
      LongFunction<Outcome> advanceTo,
      Supplier<Outcome> finish) {
    this.variant = params.getBenchmark();
    this.events = events;
    int iterations = params.getWarmup().getCount() + params.getMeasurement().getCount();
    for (long i = 1; i <= iterations; i++) {
      outcomes.add(advanceTo.apply(i * events));
    }
    this.outcomeAtEnd = finish.get();
  }

  /** Begins an invocation and says the number of the event before which it ends. */
  public long next() {
    if (invocations == outcomes.size()) {
      throw new IllegalStateException(
          "mode: expected single shot, as the stream has no more than one invocation an iteration");
    }
    invocations++;
    return (long) invocations * events;
  }

  /** Fails unless this is the outcome after the invocation. */
  public Outcome check(Outcome outcome) {
    outcome.requireEqual(variant, outcomes.get(invocations - 1));
    return outcome;
  }

  /** Fails unless this is the outcome after the end, where all invocations were made. */
  public void checkEnd(Outcome outcome) {
    if (invocations == outcomes.size()) {
      outcome.requireEqual(variant, outcomeAtEnd);
      System.out.printf(
          "%n%s after %,d events: %s%n", variant, (long) invocations * events, outcome);
    }
  }
}
