package io.tidemark.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.oracle.Oracle;
import io.tidemark.oracle.RandomScripts;
import io.tidemark.oracle.RandomScripts.Profile;
import io.tidemark.oracle.Script;
import io.tidemark.output.RejectReason;
import io.tidemark.time.IngestionTime;
import io.tidemark.time.TimestampGuard;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * In the other time domains, with a guard, and where events that come again are rejected, the
 * engine gives what the oracle says, for random scripts in every layout: windows of all shapes,
 * every third script with triggers.
 *
 * <p>{@code -Dtidemark.scripts=1000000} runs more scripts, {@code -Dtidemark.seed=42} begins with
 * this seed.
 */
class DomainDifferentialTest {
  private static final int SCRIPTS = Integer.getInteger("tidemark.scripts", 1_000);
  private static final long FIRST_SEED = Long.getLong("tidemark.seed", 0);
  private static final int SPECIALISED_EVERY = 21;
  private static final int TRIGGERED_EVERY = 3;

  @Test
  void shouldGiveWhatTheOracleSaysInIngestionTime() {
    for (long seed = FIRST_SEED; seed < FIRST_SEED + SCRIPTS; seed++) {
      for (Mode mode : modes(seed)) {
        StampedScript script = StampedScript.ingestion(draw(seed), unitNs(mode));
        check(
            new Expectation(script.oracle()),
            script,
            mode,
            (builder, unit, watermarks) ->
                builder.ingestionTime(unit, IngestionTime.SOURCE).watermarks(watermarks),
            seed);
      }
    }
  }

  @Test
  void shouldGiveWhatTheOracleSaysInProcessingTime() {
    long late = 0;
    long fired = 0;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + SCRIPTS; seed++) {
      for (Mode mode : modes(seed)) {
        StampedScript script = StampedScript.processing(draw(seed), unitNs(mode));
        Expectation expectation =
            new Expectation(
                script.oracle(),
                Oracle.runByTheClock(script.oracle(), unitNs(mode)),
                script.reasons());
        Observed observed =
            check(
                expectation,
                script,
                mode,
                (builder, unit, watermarks) -> builder.processingTime(unit),
                seed);
        for (Observed.WindowTotals window : observed.totals().windows()) {
          late += window.tooLate() + window.partlyLate() + window.lateFirings();
          fired += window.onTimeFirings();
        }
      }
    }
    assertThat(late).isZero();
    assertThat(fired).isGreaterThan(SCRIPTS);
  }

  @Test
  void shouldGiveWhatTheOracleSaysWithAGuard() {
    long[] refused = new long[RejectReason.count()];
    for (long seed = FIRST_SEED; seed < FIRST_SEED + SCRIPTS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      StampedScript.Guard guard =
          new StampedScript.Guard(
              random.nextBoolean(), limit(random), limit(random), random.nextInt(3) == 0);
      for (Mode mode : modes(seed)) {
        StampedScript script = StampedScript.guarded(draw(seed), unitNs(mode), guard);
        Expectation expectation =
            new Expectation(script.oracle(), Oracle.run(script.oracle()), script.reasons());
        Observed observed = check(expectation, script, mode, choice(guard), seed);
        for (int reason = 0; reason < refused.length; reason++) {
          refused[reason] += observed.totals().rejected().get(reason);
        }
      }
    }
    for (RejectReason reason :
        List.of(
            RejectReason.NEGATIVE_TIMESTAMP,
            RejectReason.PAST_TIMESTAMP,
            RejectReason.FUTURE_TIMESTAMP)) {
      assertThat(refused[reason.ordinal()]).as(reason.text()).isPositive();
    }
  }

  @Test
  void shouldGiveWhatTheOracleSaysWithoutDuplicates() {
    long duplicates = 0;
    long accepted = 0;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + SCRIPTS; seed++) {
      long horizon = horizon(new SplittableRandom(seed));
      for (Mode mode : modes(seed)) {
        StampedScript script = StampedScript.asDrawn(draw(seed), unitNs(mode));
        Expectation expectation =
            new Expectation(
                script.oracle(),
                Oracle.runWithoutDuplicates(script.oracle(), horizon),
                script.reasons());
        Observed observed =
            check(
                expectation,
                script,
                mode,
                (builder, unit, watermarks) ->
                    builder
                        .timestamp(unit, ScriptEvent::timestamp)
                        .watermarks(watermarks)
                        .deduplicate(ScriptEvent::id, Duration.of(horizon, unit.toChronoUnit())),
                seed);
        duplicates += observed.totals().rejected().get(RejectReason.DUPLICATE.ordinal());
        accepted += observed.totals().accepted();
      }
    }
    assertThat(duplicates).isGreaterThan(accepted / 20).isLessThan(accepted);
  }

  private static long horizon(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> 1;
      case 1 -> 1 + random.nextLong(20);
      case 2 -> 1 + random.nextLong(200);
      default -> 1 + (random.nextLong() >>> 1 >>> random.nextInt(40));
    };
  }

  private static ScriptJob.TimeChoice choice(StampedScript.Guard guard) {
    return (builder, unit, watermarks) -> {
      TimestampGuard limits = TimestampGuard.on();
      if (guard.refusesNegative()) {
        limits = limits.refuseNegative();
      }
      if (guard.future().isPresent()) {
        limits = limits.furthestFuture(Duration.of(guard.future().get(), unit.toChronoUnit()));
      }
      if (guard.past().isPresent()) {
        limits = limits.furthestPast(Duration.of(guard.past().get(), unit.toChronoUnit()));
      }
      builder.timestamp(unit, ScriptEvent::timestamp).watermarks(watermarks).guard(limits);
      if (guard.fallsBack()) {
        builder.eventTimeOr(IngestionTime.SOURCE);
      }
    };
  }

  private static Optional<Long> limit(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> Optional.of(random.nextLong(100));
      case 1 -> Optional.of(random.nextLong(10_000));
      case 2 -> Optional.of(random.nextLong() >>> 1 >>> random.nextInt(40));
      default -> Optional.empty();
    };
  }

  private static Script draw(long seed) {
    Script script = RandomScripts.draw(seed, Profile.ALL);
    return seed % TRIGGERED_EVERY == 0 ? RandomScripts.withTriggers(seed, script) : script;
  }

  private static List<Mode> modes(long seed) {
    return Mode.some(seed, seed % SPECIALISED_EVERY != 0);
  }

  private static long unitNs(Mode mode) {
    return mode.unit().toNanos(1);
  }

  private static Observed check(
      Expectation expectation,
      StampedScript script,
      Mode mode,
      ScriptJob.TimeChoice time,
      long seed) {
    Observed expected = expectation.in(mode);
    Observed observed = EngineRun.of(script.engine(), mode, time);
    Optional<String> difference = expected.difference(observed);
    if (difference.isPresent()) {
      throw new AssertionError(
          "seed %d, %s\n%s\n%s".formatted(seed, mode, difference.get(), script.engine()));
    }
    return observed;
  }
}
