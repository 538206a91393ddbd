package io.tidemark.bench.tumbling;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.EngineOptions;
import io.tidemark.bench.workload.Oracle;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TumblingTest {

  private static final Map<String, Function<Workload, TumblingJob>> VARIANTS =
      Map.of(
          "hand", HandLoop::new,
          "naive", NaiveLoop::new,
          "inline", workload -> new EngineJob(workload, EngineOptions.inline(), 64),
          "inlineSingle", workload -> new EngineJob(workload, EngineOptions.inline(), 1),
          "fused", workload -> new EngineJob(workload, EngineOptions.fused(), 64));

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1500000", // one key: firings of one row
    "2, 1000, 2500000",
    "3, 10000, 1500000",
    "4, 300000, 1200000", // most windows see most keys once or twice
    "5, 1000, 4097", // ends just after a batch of the hand-written loop
    "6, 1000, 3", // ends before every partition has had an event
    "7, 1000, 0"
  })
  void shouldAgreeWithTheOracle(long seed, int keys, int events) {
    Workload workload = new Workload(seed, keys);
    Oracle oracle = new Oracle(workload);
    Outcome early = oracle.advanceTo(events / 2);
    Outcome late = oracle.advanceTo(events);
    Outcome end = oracle.finish();

    VARIANTS.forEach(
        (name, variant) -> {
          TumblingJob job = variant.apply(workload);
          assertThat(job.advanceTo(events / 2)).as(name).isEqualTo(early);
          assertThat(job.advanceTo(events)).as(name).isEqualTo(late);
          assertThat(job.finish()).as(name).isEqualTo(end);
        });
  }

  @Test
  void shouldHaveTheResultsAndLateEventsThatW1HasByItsDefinition() {
    HandLoop hand = new HandLoop(new Workload(Workload.SEED, 10_000));
    hand.advanceTo(10_000_000);
    Outcome outcome = hand.finish();

    // Ten windows, and one before T0 that misses a key with probability e^-10.
    assertThat(outcome.results()).isBetween(109_995L, 110_000L);
    // One event in a thousand, less the tenth whose window is still open: 8,947, deviation 94.
    assertThat(outcome.late()).isBetween(8_570L, 9_330L);
  }
}
