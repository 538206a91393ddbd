package io.tidemark.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.differential.Observed.Chapter;
import io.tidemark.differential.Observed.WindowTotals;
import io.tidemark.oracle.Script;
import io.tidemark.output.FiringKind;
import io.tidemark.output.RejectReason;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The engine gives what the oracle says, for random scripts in every mode.
 *
 * <p>{@code -Dtidemark.scripts=1000000} runs more scripts than the default build does, {@code
 * -Dtidemark.seed=42} begins with this seed.
 */
class DifferentialTest {
  private static final int SCRIPTS = Integer.getInteger("tidemark.scripts", 10_000);
  private static final long FIRST_SEED = Long.getLong("tidemark.seed", 0);

  /** Defining classes takes longer than running a script; most scripts run as plain code. */
  private static final int SPECIALISED_EVERY = 21;

  @Test
  void shouldGiveWhatTheOracleSays() {
    Differential differential = new Differential(EngineRun::of);
    for (long seed = FIRST_SEED; seed < FIRST_SEED + SCRIPTS; seed++) {
      differential.check(seed, Mode.some(seed, seed % SPECIALISED_EVERY != 0));
    }
  }

  @Test
  void shouldDrawScriptsThatReachEverything() {
    long[] reached = new long[6];
    Differential differential = new Differential(EngineRun::of);
    for (long seed = 0; seed < 200; seed++) {
      Observed observed = differential.check(seed, Mode.all(seed, true));
      reached[0] += observed.totals().filtered();
      reached[1] += observed.totals().rejected().get(RejectReason.BAD_TIMESTAMP.ordinal());
      reached[2] += observed.totals().behindWatermark();
      for (WindowTotals window : observed.totals().windows()) {
        reached[3] += window.tooLate();
        reached[4] += window.onTimeFirings();
        reached[5] += window.lateFirings();
      }
    }

    for (int i = 0; i < reached.length; i++) {
      assertThat(reached[i]).as("what is reached, number " + i).isGreaterThan(50);
    }
  }

  @Test
  void shouldTellSeedModeAndAFewSteps() {
    Differential differential = new Differential(DifferentialTest::forgettingRevisions);

    assertThatThrownBy(() -> checkAll(differential))
        .isInstanceOf(AssertionError.class)
        .hasMessageMatching(
            """
            (?s)seed (\\d+) \\(alone: -Dtidemark.seed=\\1 -Dtidemark.scripts=1\\), Mode\\[.*
              oracle: .* late 1 .*
              engine: .* late 0 .*
             step \\|[^\n]*
            (    \\d \\|[^\n]*
            )+""");
  }

  private static void checkAll(Differential differential) {
    for (long seed = 0; seed < 100; seed++) {
      differential.check(seed, Mode.all(seed, true));
    }
  }

  /** An engine with a fault: late firings have no revision. */
  private static Observed forgettingRevisions(Script script, Mode mode) {
    Observed right = EngineRun.of(script, mode);
    List<Chapter> chapters =
        right.chapters().stream()
            .map(
                chapter ->
                    new Chapter(
                        chapter.lastStep(),
                        chapter.watermark(),
                        chapter.outputs().stream().map(DifferentialTest::withoutRevision).toList()))
            .toList();
    return new Observed(chapters, right.totals());
  }

  private static Output withoutRevision(Output output) {
    return output instanceof Output.Fired fired && fired.kind() == FiringKind.LATE
        ? new Output.Fired(
            fired.window(),
            fired.key(),
            fired.start(),
            fired.end(),
            fired.kind(),
            0,
            fired.values(),
            fired.isFinal(),
            fired.isRetraction())
        : output;
  }
}
