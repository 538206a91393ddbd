package io.tidemark.bench.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.EngineOptions;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionTest {

  private static final Map<String, Function<Workload, SessionJob>> VARIANTS =
      Map.of(
          "naive", NaiveSessions::new,
          "inline", workload -> new EngineSessions(workload, EngineOptions.inline(), 64),
          "inlineSingle", workload -> new EngineSessions(workload, EngineOptions.inline(), 1),
          "fused", workload -> new EngineSessions(workload, EngineOptions.fused(), 64));

  @ParameterizedTest
  @CsvSource({
    "1, 1, 300000", // one key: a session without end
    "2, 10000, 600000",
    "3, 100000, 400000", // most sessions are of one event
    "4, 1000, 3", // ends before every partition has had an event
    "5, 1000, 0"
  })
  void shouldAgreeWithTheOracle(long seed, int keys, int events) {
    Workload workload = new Workload(seed, keys);
    SessionOracle oracle = new SessionOracle(workload);
    Outcome early = oracle.advanceTo(events / 2);
    Outcome late = oracle.advanceTo(events);
    Outcome end = oracle.finish();

    VARIANTS.forEach(
        (name, variant) -> {
          SessionJob job = variant.apply(workload);
          assertThat(job.advanceTo(events / 2)).as(name).isEqualTo(early);
          assertThat(job.advanceTo(events)).as(name).isEqualTo(late);
          assertThat(job.finish()).as(name).isEqualTo(end);
        });
  }
}
