package io.tidemark.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.aggregate.Specialiser;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The engine's windows are Flink's: the same firings with the same values, the same late events and
 * the same number of drops, on random streams and windows of every shape, offset and lateness. The
 * watermarks are given to both sides.
 *
 * <p>{@code -Dtidemark.window.scripts=100000} runs more scripts than the default build does, {@code
 * -Dtidemark.seed=42} begins with this seed. A script has one or two windows: each is a case.
 */
class WindowDifferentialTest {
  private static final int SCRIPTS = Integer.getInteger("tidemark.window.scripts", 6_000);
  private static final long FIRST_SEED = Long.getLong("tidemark.seed", 0);
  private static final List<Integer> BATCHES = List.of(1, 7, 128);

  private static final Logger LOGGER = Logger.getLogger("io.tidemark");

  private static String plainBefore;
  private static Level levelBefore;

  /** Defining classes would take longer than running the scripts, as would telling of drops. */
  @BeforeAll
  static void runPlainAndQuiet() {
    plainBefore = System.getProperty(Specialiser.PLAIN_PROPERTY, "");
    System.setProperty(Specialiser.PLAIN_PROPERTY, "true");
    levelBefore = LOGGER.getLevel();
    LOGGER.setLevel(Level.OFF);
  }

  @AfterAll
  static void runAsBefore() {
    System.setProperty(Specialiser.PLAIN_PROPERTY, plainBefore);
    LOGGER.setLevel(levelBefore);
  }

  @Test
  void shouldFireAsFlinkDoes() {
    Reached reached = new Reached();
    for (long seed = FIRST_SEED; seed < FIRST_SEED + SCRIPTS; seed++) {
      WindowScript drawn = RandomWindows.script(seed);
      FlinkRun flink = FlinkRun.of(drawn);
      for (int batch : batches(seed)) {
        if (WindowDifferential.difference(flink, batch).isPresent()) {
          throw new AssertionError(message(seed, batch, drawn));
        }
      }
      reached.note(drawn, flink);
    }
    reached.check(SCRIPTS);
  }

  @Test
  void shouldMakeAScriptThatDiffersSmall() {
    long seed = 0;
    while (!differsWithMoreLateness(RandomWindows.script(seed))) {
      seed++;
    }
    WindowScript small =
        WindowDifferential.minimise(
            RandomWindows.script(seed), WindowDifferentialTest::differsWithMoreLateness);

    assertThat(small.windows()).hasSize(1);
    assertThat(small.steps()).hasSizeBetween(1, 3);
    assertThat(message(seed, 1, small, "Flink: ...\n  engine: ..."))
        .startsWith("seed " + seed + " (alone: -Dtidemark.seed=" + seed)
        .contains("1 steps at a time", small.steps().get(0).toString());
  }

  /** Whether it shows that one side keeps windows 1 ms longer than the other. */
  private static boolean differsWithMoreLateness(WindowScript script) {
    FlinkRun later =
        FlinkRun.of(
            script.withWindows(
                script.windows().stream()
                    .map(spec -> spec.lateness(Math.max(spec.lateness(), spec.lateness() + 1)))
                    .toList()));
    FlinkRun labelled =
        new FlinkRun(later.script().withWindows(script.windows()), later.outcomes());
    return WindowDifferential.difference(labelled, EngineWindows.STEPWISE).isPresent();
  }

  /** Step by step, and in batches of a size that differs from seed to seed. */
  private static List<Integer> batches(long seed) {
    return List.of(EngineWindows.STEPWISE, BATCHES.get(Math.floorMod(seed, BATCHES.size())));
  }

  private static Optional<String> difference(WindowScript drawn, int batch) {
    return WindowDifferential.difference(FlinkRun.of(drawn), batch);
  }

  private static String message(long seed, int batch, WindowScript drawn) {
    WindowScript small =
        WindowDifferential.minimise(drawn, candidate -> difference(candidate, batch).isPresent());
    return message(seed, batch, small, difference(small, batch).orElseThrow());
  }

  private static String message(long seed, int batch, WindowScript small, String difference) {
    return "seed %d (alone: -Dtidemark.seed=%d -Dtidemark.window.scripts=1), %s\n%s\n%s"
        .formatted(
            seed,
            seed,
            batch == EngineWindows.STEPWISE ? "step by step" : batch + " steps at a time",
            difference,
            small);
  }

  /** What came up: cases in which nothing happens would agree as well. */
  private static final class Reached {
    private long cases;
    private long onTime;
    private long late;
    private long again;
    private long tooLate;
    private long dropped;
    private long leftOut;

    void note(WindowScript drawn, FlinkRun flink) {
      leftOut += drawn.events() - flink.script().events();
      for (WindowOutcome outcome : flink.outcomes()) {
        cases++;
        for (Firing firing : outcome.all()) {
          late += firing.late() ? 1 : 0;
          onTime += firing.late() ? 0 : 1;
          again += firing.revision() > 0 ? 1 : 0;
        }
        tooLate += outcome.late.size();
        dropped += outcome.dropped;
      }
    }

    void check(long scripts) {
      assertThat(cases).as("cases").isGreaterThan(scripts);
      assertThat(List.of(onTime, late, again, tooLate, dropped))
          .as("%s", this)
          .allSatisfy(count -> assertThat(count).isGreaterThan(scripts / 2));
      assertThat(leftOut).as("events left out").isLessThan(scripts / 10);
    }

    @Override
    public String toString() {
      return "%d cases: %d firings on time, %d late, %d of them again; %d late events, %d dropped; %d events left out"
          .formatted(cases, onTime, late, again, tooLate, dropped, leftOut);
    }
  }
}
