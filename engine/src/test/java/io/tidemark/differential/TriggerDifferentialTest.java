package io.tidemark.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.differential.Observed.WindowTotals;
import io.tidemark.oracle.RandomScripts;
import io.tidemark.oracle.Script;
import org.junit.jupiter.api.Test;

/**
 * The engine gives what the oracle says where definitions have triggers, modes and late policies of
 * their own, for random scripts in every mode.
 *
 * <p>{@code -Dtidemark.triggers=1000000} runs more scripts than the default build does, {@code
 * -Dtidemark.seed=42} begins with this seed.
 */
class TriggerDifferentialTest {
  private static final int SCRIPTS = Integer.getInteger("tidemark.triggers", 5_000);
  private static final long FIRST_SEED = Long.getLong("tidemark.seed", 0);

  /** Defining classes takes longer than running a script; most scripts run as plain code. */
  private static final int SPECIALISED_EVERY = 51;

  private static Script draw(long seed) {
    return RandomScripts.withTriggers(seed, DrawnScripts.draw(seed));
  }

  @Test
  void shouldGiveWhatTheOracleSays() {
    Differential differential = new Differential(EngineRun::of, TriggerDifferentialTest::draw);
    long[] reached = new long[7];
    for (long seed = FIRST_SEED; seed < FIRST_SEED + SCRIPTS; seed++) {
      Observed observed = differential.check(seed, Mode.some(seed, seed % SPECIALISED_EVERY != 0));
      for (WindowTotals window : observed.totals().windows()) {
        reached[0] += window.earlyFirings();
        reached[1] += window.onTimeFirings();
        reached[2] += window.lateFirings();
        reached[3] += window.retractions();
        reached[4] += window.dropped();
        reached[5] += window.adjusted();
        reached[6] += window.tooLate() - window.dropped() - window.adjusted();
      }
    }
    for (int i = 0; i < reached.length; i++) {
      assertThat(reached[i]).as("what is reached, number " + i).isGreaterThanOrEqualTo(SCRIPTS / 2);
    }
  }
}
