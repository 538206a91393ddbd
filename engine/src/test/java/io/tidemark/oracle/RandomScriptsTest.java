package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.oracle.Accounting.WindowCounts;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RandomScriptsTest {
  private static final int SCRIPTS = 500;

  private static List<Script> scripts() {
    return LongStream.range(0, SCRIPTS).mapToObj(RandomScripts::all).toList();
  }

  @Test
  void shouldGiveTheSameScriptForTheSameSeed() {
    assertThat(scripts()).isEqualTo(scripts());
    assertThat(new HashSet<>(scripts())).hasSizeGreaterThan(SCRIPTS * 9 / 10);
  }

  @Test
  void shouldKeepToTheProfile() {
    RandomScripts.Profile profile = RandomScripts.Profile.TUMBLING.withControls(false);
    for (long seed = 0; seed < SCRIPTS; seed++) {
      Script script = RandomScripts.draw(seed, profile.withMaxSteps(20).withExtremeTimes(false));

      assertThat(script.settings().windows())
          .allMatch(spec -> spec.shape() instanceof WindowSpec.Tumbling);
      assertThat(script.steps())
          .hasSizeBetween(1, 21)
          .allMatch(
              step ->
                  step instanceof Step.Event
                      || step instanceof Step.Rejected
                      || step instanceof Step.Tick
                      || step instanceof Step.EndOfInput)
          .allMatch(
              step ->
                  !(step instanceof Step.Event event)
                      || Math.abs(event.timestamp()) < 1_800_000_000_000L);
    }
  }

  @Test
  void shouldReachEverything() {
    Set<Class<?>> steps = new HashSet<>();
    Set<Firing.Kind> kinds = EnumSet.noneOf(Firing.Kind.class);
    WindowCounts sum = new WindowCounts(0, 0, 0, 0);
    int scriptsThatReject = 0;
    int lateAtFirst = 0;
    for (Script script : scripts()) {
      script.steps().forEach(step -> steps.add(step.getClass()));
      Outcome outcome = Oracle.run(script);
      outcome.firings().forEach(firing -> kinds.add(firing.kind()));
      lateAtFirst +=
          outcome.firings().stream()
                  .anyMatch(f -> f.kind() == Firing.Kind.LATE && f.revision() == 0)
              ? 1
              : 0;
      scriptsThatReject += outcome.accounting().rejected() > 0 ? 1 : 0;
      for (WindowCounts counts : outcome.accounting().windows()) {
        sum =
            new WindowCounts(
                sum.counted() + counts.counted(),
                sum.tooLate() + counts.tooLate(),
                sum.unassigned() + counts.unassigned(),
                sum.partlyLate() + counts.partlyLate());
      }
    }

    assertThat(steps).hasSize(9);
    assertThat(kinds).containsExactly(Firing.Kind.ON_TIME, Firing.Kind.LATE);
    assertThat(sum.counted()).isGreaterThan(10L * SCRIPTS);
    assertThat(sum.tooLate()).isGreaterThan(SCRIPTS);
    assertThat(sum.unassigned()).isGreaterThan(SCRIPTS / 10);
    assertThat(sum.partlyLate()).isGreaterThan(SCRIPTS / 10);
    assertThat(scriptsThatReject).isBetween(SCRIPTS / 10, SCRIPTS * 9 / 10);
    assertThat(lateAtFirst).isGreaterThan(SCRIPTS / 10);
  }

  @Test
  void shouldAccountForEveryEventAndNeverGoBack() {
    for (Script script : scripts()) {
      Outcome outcome = Oracle.run(script);
      Accounting accounting = outcome.accounting();

      assertThat(accounting.published())
          .as("%s", script)
          .isEqualTo(accounting.rejected() + accounting.filtered() + accounting.accepted());
      for (WindowCounts counts : accounting.windows()) {
        assertThat(accounting.accepted())
            .as("%s", script)
            .isEqualTo(counts.counted() + counts.tooLate() + counts.unassigned());
      }
      assertThat(outcome.watermarks()).as("%s", script).isSorted();
      assertThat(outcome.late())
          .as("%s", script)
          .hasSize(accounting.windows().stream().mapToInt(c -> (int) c.tooLate()).sum());
    }
  }
}
