package io.tidemark.bench.late;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.bench.workload.Oracle;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LateJobTest {
  private static final int KEYS = 20;
  private static final int EVENTS = 2_000_000;

  @ParameterizedTest
  @EnumSource
  void shouldAgreeWithTheOracle(LateCase setting) {
    Workload workload = new Workload(1, KEYS);
    LateOracle oracle = LateOracle.of(workload, setting);
    LateJob job = new LateJob(workload, setting);

    assertThat(job.advanceTo(EVENTS / 2)).isEqualTo(oracle.advanceTo(EVENTS / 2));
    assertThat(job.advanceTo(EVENTS)).isEqualTo(oracle.advanceTo(EVENTS));
    Outcome end = job.finish();
    assertThat(end).isEqualTo(oracle.finish());
    boolean isPartlyLateOnly = setting.sizeMs > LateCase.LATENESS_MS;
    assertThat(end.late() > 0).isEqualTo(setting.late == LateCase.Late.SIDE && !isPartlyLateOnly);
  }

  @Test
  void shouldHaveAnOracleThatAgreesWithThatOfTumblingWindows() {
    Workload workload = new Workload(2, KEYS);
    LateOracle late = LateOracle.of(workload, LateCase.TUMBLING_FEW);
    Oracle tumbling = new Oracle(workload);

    assertThat(late.advanceTo(2_000_000)).isEqualTo(tumbling.advanceTo(2_000_000));
    assertThat(late.finish()).isEqualTo(tumbling.finish());
  }
}
