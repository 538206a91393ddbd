package io.tidemark.differential;

import io.tidemark.oracle.Script;
import io.tidemark.oracle.Settings;
import io.tidemark.oracle.Step;
import io.tidemark.oracle.WindowSpec;
import io.tidemark.output.RejectReason;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A script as the engine gets it, and as the oracle does: with the timestamps that the domain, the
 * guard and the fallback give its events.
 *
 * @param engine the script of the engine, whose events have timestamps that may not count
 * @param oracle the same steps, with timestamps that count, and with rejected rows
 * @param reasons why steps are rejected
 */
record StampedScript(Script engine, Script oracle, Map<Integer, RejectReason> reasons) {

  /**
   * What a guard refuses, in the unit of timestamps.
   *
   * @param future how far ahead of the arrival; empty: any
   * @param past how far behind it
   * @param fallsBack whether the arrival stands in
   */
  record Guard(
      boolean refusesNegative, Optional<Long> future, Optional<Long> past, boolean fallsBack) {

    /** Why an event is refused, if it is. */
    Optional<RejectReason> verdict(Step.Event event, Settings settings, long unitNs) {
      long timestamp = event.timestamp();
      if (timestamp == Long.MIN_VALUE) {
        return Optional.of(RejectReason.MISSING_TIMESTAMP);
      }
      if (!settings.fits(timestamp)) {
        return Optional.of(
            timestamp < 0 ? RejectReason.TIMESTAMP_UNDERFLOW : RejectReason.TIMESTAMP_OVERFLOW);
      }
      if (refusesNegative && timestamp < 0) {
        return Optional.of(RejectReason.NEGATIVE_TIMESTAMP);
      }
      BigInteger ahead =
          BigInteger.valueOf(timestamp)
              .subtract(BigInteger.valueOf(Math.floorDiv(event.arrivalNs(), unitNs)));
      if (past.isPresent() && ahead.negate().compareTo(BigInteger.valueOf(past.get())) > 0) {
        return Optional.of(RejectReason.PAST_TIMESTAMP);
      }
      return future.isPresent() && ahead.compareTo(BigInteger.valueOf(future.get())) > 0
          ? Optional.of(RejectReason.FUTURE_TIMESTAMP)
          : Optional.empty();
    }
  }

  /** In ingestion time: an event's timestamp is its arrival. */
  static StampedScript ingestion(Script drawn, long unitNs) {
    List<Step> steps = new ArrayList<>();
    for (Step step : withoutRejected(drawn)) {
      steps.add(step instanceof Step.Event event ? at(event, ingestion(event, unitNs)) : step);
    }
    Script script = drawn.withSteps(steps).withUnit(unitNs);
    return new StampedScript(script, script, Map.of());
  }

  /** In processing time: an event's timestamp is the largest arrival or tick so far. */
  static StampedScript processing(Script drawn, long unitNs) {
    Script script =
        drawn
            .withSteps(withoutRejected(drawn))
            .withUnit(unitNs)
            .withWindows(drawn.settings().windows().stream().map(StampedScript::strict).toList());
    List<Step> steps = new ArrayList<>();
    long nowNs = Long.MIN_VALUE;
    long lastFit = 0;
    Set<Integer> ended = new HashSet<>();
    for (Step step : script.steps()) {
      Step taken = step;
      if (step instanceof Step.Given) {
        // Nobody gives watermarks where there are none.
        continue;
      }
      if (step instanceof Step.End end) {
        ended.add(end.partition());
      } else if (step instanceof Step.Event event) {
        long arrivalNs = Math.max(nowNs, event.arrivalNs());
        long clock = Math.floorDiv(arrivalNs, unitNs);
        boolean isRefused = ended.contains(event.partition());
        taken = at(event, isRefused ? lastFit : clock);
        // An event that is refused, or that no window has room for, moves nothing.
        if (!isRefused && script.settings().fits(clock)) {
          nowNs = arrivalNs;
          lastFit = clock;
        }
      } else if (step instanceof Step.Tick tick) {
        nowNs = Math.max(nowNs, tick.nowNs());
      }
      steps.add(taken);
    }
    Script stamped = script.withSteps(steps);
    return new StampedScript(stamped, stamped, Map.of());
  }

  /** In event time, without rows that a source rejects. */
  static StampedScript asDrawn(Script drawn, long unitNs) {
    Script script = drawn.withSteps(withoutRejected(drawn)).withUnit(unitNs);
    return new StampedScript(script, script, Map.of());
  }

  /** In event time, with a guard. */
  static StampedScript guarded(Script drawn, long unitNs, Guard guard) {
    // The same step for two places would be one here, so all are new objects.
    IdentityHashMap<Step, Step> originals = new IdentityHashMap<>();
    IdentityHashMap<Step, RejectReason> why = new IdentityHashMap<>();
    List<Step> seen = new ArrayList<>();
    for (Step step : withoutRejected(drawn)) {
      Step taken = step;
      if (step instanceof Step.Event event) {
        taken = judge(event, drawn.settings(), unitNs, guard, why);
      }
      originals.put(taken, step);
      seen.add(taken);
    }
    Script oracle = drawn.withSteps(seen).withUnit(unitNs);
    List<Step> engine = new ArrayList<>();
    Map<Integer, RejectReason> reasons = new HashMap<>();
    for (Step step : oracle.steps()) {
      if (why.containsKey(step)) {
        reasons.put(engine.size(), why.get(step));
      }
      engine.add(originals.getOrDefault(step, step));
    }
    return new StampedScript(oracle.withSteps(engine), oracle, reasons);
  }

  private static Step judge(
      Step.Event event, Settings settings, long unitNs, Guard guard, Map<Step, RejectReason> why) {
    Optional<RejectReason> verdict = guard.verdict(event, settings, unitNs);
    if (verdict.isEmpty()) {
      return at(event, event.timestamp());
    }
    long arrival = ingestion(event, unitNs);
    if (guard.fallsBack() && settings.fits(arrival)) {
      return at(event, arrival);
    }
    Step rejected = new Step.Rejected(event.partition(), event.timestamp(), event.arrivalNs());
    why.put(rejected, verdict.get());
    return rejected;
  }

  private static long ingestion(Step.Event event, long unitNs) {
    return Math.floorDiv(event.arrivalNs(), unitNs);
  }

  private static List<Step> withoutRejected(Script script) {
    return script.steps().stream().filter(step -> !(step instanceof Step.Rejected)).toList();
  }

  private static WindowSpec strict(WindowSpec spec) {
    return new WindowSpec(spec.name(), spec.shape(), 0).withTriggers(spec.triggers());
  }

  private static Step.Event at(Step.Event event, long timestamp) {
    return new Step.Event(
        event.partition(),
        timestamp,
        event.arrivalNs(),
        event.key(),
        event.value(),
        event.filtered());
  }
}
