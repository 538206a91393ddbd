package io.tidemark.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.aggregate.Specialiser;
import io.tidemark.flink.Triggering.Kind;
import io.tidemark.flink.WindowScript.Clock;
import io.tidemark.flink.WindowScript.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Early firings by processing time are those of Flink's ContinuousProcessingTimeTrigger, alone and
 * with PurgingTrigger, in Flink's own window operator: on random streams, clocks and windows of
 * every shape and offset.
 *
 * <p>Named differences, which are taken out before comparing or kept out of the scripts; {@link
 * TriggerChoicesTest} holds each side to what it does:
 *
 * <ul>
 *   <li>Flink's trigger fires also where nothing has come since the last firing, and once for each
 *       interval that the clock leaps over; the engine does not.
 *   <li>It also fires when the clock reaches the last moment of the window, which is meant for
 *       windows of processing time; in the scripts event time is where the clock never comes.
 *   <li>It does not fire at the end, nor for late events; so early firings only are compared, and
 *       without lateness.
 * </ul>
 *
 * <p>{@code -Dtidemark.clock.scripts=100000} runs more scripts than the default build does, {@code
 * -Dtidemark.seed=42} begins with this seed. A script has one or two windows: each is a case.
 */
class ClockTriggerDifferentialTest {
  private static final int SCRIPTS = Integer.getInteger("tidemark.clock.scripts", 2_000);
  private static final long FIRST_SEED = Long.getLong("tidemark.seed", 0);
  private static final List<Integer> BATCHES = List.of(EngineWindows.STEPWISE, 1, 7, 128);

  /** No script's clock goes that far. */
  private static final long FAR = 1_000_000;

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
  void shouldFireAsFlinksTriggerDoes() {
    long cases = 0;
    long firings = 0;
    long again = 0;
    long repeats = 0;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + SCRIPTS; seed++) {
      FlinkRun flink = FlinkRun.of(withClock(seed, RandomWindows.script(seed).from(FAR)));
      WindowScript script = flink.script();
      for (int i = 0; i < script.windows().size(); i++) {
        WindowSpec spec = script.windows().get(i);
        WindowOutcome outcome = flink.outcomes().get(i);
        List<Firing> expected = ofSomethingNew(spec, outcome.all());
        for (int batch : List.of(BATCHES.get(0), BATCHES.get(1 + Math.floorMod(seed, 3)))) {
          WindowOutcome engine = EngineWindows.run(script, batch).get(i);
          assertThat(sorted(engine.early))
              .as("seed %d, %d steps at a time, %s, %s", seed, batch, spec, script)
              .isEqualTo(expected);
          assertThat(engine.late).as("seed %d", seed).isEqualTo(outcome.late);
        }
        cases++;
        firings += expected.size();
        again += expected.stream().filter(firing -> firing.revision() > 0).count();
        repeats += outcome.all().size() - expected.size();
      }
    }
    assertThat(cases).isGreaterThan(SCRIPTS);
    assertThat(firings).as("early firings").isGreaterThan(SCRIPTS * 2L);
    assertThat(again).as("further ones of a window").isGreaterThan(SCRIPTS / 4);
    assertThat(repeats).as("firings of nothing new").isGreaterThan(SCRIPTS / 4);
  }

  /** The script with steps of the clock between the others, and windows that go by it. */
  private static WindowScript withClock(long seed, WindowScript script) {
    Random random = new Random(seed ^ 0x636c6f636bL);
    long now = random.nextInt(1_000);
    List<Step> steps = new ArrayList<>(List.of(new Clock(now)));
    int between = 1 + random.nextInt(4);
    for (Step step : script.steps()) {
      steps.add(step);
      if (random.nextInt(between) == 0) {
        now += random.nextInt(10) == 0 ? random.nextInt(200) : random.nextInt(8);
        steps.add(new Clock(now));
      }
    }
    List<WindowSpec> specs = new ArrayList<>();
    for (WindowSpec spec : script.windows()) {
      Kind kind = random.nextBoolean() ? Kind.BY_CLOCK : Kind.BY_CLOCK_DISCARDING;
      specs.add(spec.lateness(0).triggering(new Triggering(kind, 1L + random.nextInt(30))));
    }
    return script.withWindows(specs).withSteps(steps);
  }

  /** Flink's firings without those of nothing new, which purging leaves none of; numbered anew. */
  private static List<Firing> ofSomethingNew(WindowSpec spec, List<Firing> flink) {
    Map<List<Long>, List<Firing>> kept = new HashMap<>();
    for (Firing firing : flink) {
      List<Long> name = List.of(firing.key(), firing.start(), firing.end());
      List<Firing> window = kept.computeIfAbsent(name, n -> new ArrayList<>());
      boolean repeats =
          spec.triggering().kind() == Kind.BY_CLOCK
              && !window.isEmpty()
              && window.get(window.size() - 1).values().equals(firing.values());
      if (!repeats) {
        window.add(
            new Firing(
                firing.key(), firing.start(), firing.end(), false, window.size(), firing.values()));
      }
    }
    return sorted(kept.values().stream().flatMap(List::stream).toList());
  }

  private static List<Firing> sorted(List<Firing> firings) {
    return firings.stream()
        .sorted(Comparator.comparing(Firing::key).thenComparing(Firing.BY_WINDOW))
        .toList();
  }
}
