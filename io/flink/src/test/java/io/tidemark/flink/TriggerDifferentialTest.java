package io.tidemark.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.aggregate.Specialiser;
import io.tidemark.flink.Triggering.Kind;
import io.tidemark.flink.WindowScript.Mark;
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
 * The engine's triggers are Flink's: PurgingTrigger, ContinuousEventTimeTrigger and CountTrigger in
 * Flink's own window operator, on random streams and windows of every shape, offset and lateness.
 *
 * <p>Named differences, which are taken out before comparing or kept out of the scripts; {@link
 * TriggerChoicesTest} and {@link TriggerVectorsTest} hold each side to what it does:
 *
 * <ul>
 *   <li>ContinuousEventTimeTrigger fires also where nothing has come since the last firing, and
 *       once for each interval that the watermark leaps over (V119, V121); the engine does not.
 *   <li>A first firing that is overdue when the window has only its last moment left comes before
 *       the one at the end; the engine's is the one at the end.
 *   <li>It rounds times before the epoch towards it (V120); scripts are moved behind it.
 *   <li>In sessions it holds to the old end of a session that has grown as if it were a multiple;
 *       these are not compared with each other.
 *   <li>CountTrigger does not fire at the end (V125), nor once for each late event; so early
 *       firings only are compared, and without lateness.
 * </ul>
 *
 * <p>{@code -Dtidemark.trigger.scripts=100000} runs more scripts than the default build does,
 * {@code -Dtidemark.seed=42} begins with this seed. A script has one or two windows: each is a
 * case.
 */
class TriggerDifferentialTest {
  private static final int SCRIPTS = Integer.getInteger("tidemark.trigger.scripts", 4_000);
  private static final long FIRST_SEED = Long.getLong("tidemark.seed", 0);

  /** Those by processing time are tried by {@link ClockTriggerDifferentialTest}. */
  private static final List<Kind> KINDS =
      List.of(
          Kind.DISCARDING, Kind.EARLY, Kind.EARLY_DISCARDING, Kind.COUNT, Kind.COUNT_DISCARDING);

  private static final List<Integer> BATCHES = List.of(EngineWindows.STEPWISE, 7);

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
  void shouldFireAsFlinksTriggersDo() {
    Map<Kind, Long> firings = new HashMap<>();
    long cases = 0;
    long repeats = 0;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + SCRIPTS; seed++) {
      FlinkRun flink = FlinkRun.of(withTriggers(seed, RandomWindows.script(seed)).from(0));
      WindowScript script = flink.script();
      for (int i = 0; i < script.windows().size(); i++) {
        WindowSpec spec = script.windows().get(i);
        List<Firing> expected = expected(spec, script.steps(), flink.outcomes().get(i));
        for (int batch : BATCHES) {
          WindowOutcome engine = EngineWindows.run(script, batch).get(i);
          assertThat(actual(spec, engine))
              .as("seed %d, %d steps at a time, %s, %s", seed, batch, spec, script)
              .isEqualTo(expected);
          assertThat(engine.late).as("seed %d", seed).isEqualTo(flink.outcomes().get(i).late);
        }
        cases++;
        repeats += flink.outcomes().get(i).all().size() - expected.size();
        firings.merge(spec.triggering().kind(), (long) expected.size(), Long::sum);
      }
    }
    assertThat(cases).isGreaterThan(SCRIPTS);
    assertThat(repeats).as("firings of nothing new").isGreaterThan(SCRIPTS / 4);
    assertThat(firings).hasSize(5);
    firings.forEach((kind, count) -> assertThat(count).as("%s", kind).isGreaterThan(SCRIPTS / 10));
  }

  private static WindowScript withTriggers(long seed, WindowScript script) {
    Random random = new Random(seed ^ 0x74726967L);
    List<WindowSpec> specs = new ArrayList<>();
    for (WindowSpec spec : script.windows()) {
      Kind kind = KINDS.get(random.nextInt(KINDS.size()));
      Triggering triggering = new Triggering(kind, 0);
      triggering = new Triggering(kind, 1L + random.nextInt(triggering.isCount() ? 4 : 12));
      if (triggering.isEarly() && spec.isSession()) {
        triggering = new Triggering(Kind.DISCARDING, 0);
      }
      WindowSpec with = spec.triggering(triggering);
      specs.add(triggering.isCount() ? with.lateness(0) : with);
    }
    return script.withWindows(specs);
  }

  /** What the engine is to give: Flink's firings without those of nothing new before the end. */
  private static List<Firing> expected(WindowSpec spec, List<Step> steps, WindowOutcome flink) {
    Map<List<Long>, List<Firing>> kept = new HashMap<>();
    long watermark = Long.MIN_VALUE;
    for (int i = 0; i < steps.size(); i++) {
      long before = watermark;
      if (steps.get(i) instanceof Mark mark) {
        watermark = Math.max(watermark, mark.watermark());
      }
      List<Firing> firings = flink.firings.get(i);
      for (int n = 0; n < firings.size(); n++) {
        Firing firing = firings.get(n);
        List<Firing> window = kept.computeIfAbsent(name(firing), name -> new ArrayList<>());
        boolean atEnd =
            before < firing.end() - 1
                && firing.end() - 1 <= watermark
                && isLast(firing, firings.subList(n + 1, firings.size()));
        boolean isNew =
            window.isEmpty() || !window.get(window.size() - 1).values().equals(firing.values());
        boolean repeats = spec.triggering().kind() == Kind.EARLY && !firing.late();
        boolean isOverdueAtEnd = before + 1 == firing.end() - 1;
        if (!repeats || atEnd || (isNew && !isOverdueAtEnd)) {
          boolean late = firing.late() && !spec.triggering().isCount();
          window.add(
              new Firing(
                  firing.key(),
                  firing.start(),
                  firing.end(),
                  late,
                  window.size(),
                  firing.values()));
        }
      }
    }
    return sorted(kept.values().stream().flatMap(List::stream).toList());
  }

  private static List<Firing> actual(WindowSpec spec, WindowOutcome engine) {
    return sorted(spec.triggering().isCount() ? engine.early : engine.all());
  }

  private static List<Long> name(Firing firing) {
    return List.of(firing.key(), firing.start(), firing.end());
  }

  private static boolean isLast(Firing firing, List<Firing> later) {
    return later.stream().noneMatch(other -> name(other).equals(name(firing)));
  }

  private static List<Firing> sorted(List<Firing> firings) {
    return firings.stream()
        .sorted(Comparator.comparing(Firing::key).thenComparing(Firing.BY_WINDOW))
        .toList();
  }
}
