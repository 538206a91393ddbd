package io.tidemark.bench.sliding;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.bench.workload.Oracle;
import io.tidemark.bench.workload.Workload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SlidingJobTest {
  private static final int KEYS = 20;
  private static final int EVENTS = 2_000_000;

  @ParameterizedTest
  @EnumSource
  void shouldAgreeWithTheOracle(Shape shape) {
    for (boolean extremes : new boolean[] {false, true}) {
      Workload workload = new Workload(1, KEYS);
      PaneOracle oracle = new PaneOracle(workload, shape, extremes);
      SlidingJob job = new SlidingJob(workload, shape, extremes);

      assertThat(job.advanceTo(EVENTS / 2)).isEqualTo(oracle.advanceTo(EVENTS / 2));
      assertThat(job.advanceTo(EVENTS)).isEqualTo(oracle.advanceTo(EVENTS));
      assertThat(job.finish()).isEqualTo(oracle.finish());
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldAgreeWithTheOracleWhetherPanesAreSharedOrNot(SharingBenchmark.Definitions jobs) {
    Workload workload = new Workload(4, KEYS);
    SlidingJob job = jobs.start(workload, true);
    job.advanceTo(EVENTS);
    job.finish();
    for (int n = 0; n < jobs.shapes.size(); n++) {
      PaneOracle oracle = new PaneOracle(workload, jobs.shapes.get(n), true);
      oracle.advanceTo(EVENTS);
      assertThat(job.outcome(n)).isEqualTo(oracle.finish());
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldAgreeByHand(Way way) {
    for (Shape shape : new Shape[] {Shape.BY_100_MS, Shape.BY_250_MS}) {
      Workload workload = new Workload(3, KEYS);
      PaneOracle oracle = new PaneOracle(workload, shape, way != Way.SUBTRACT);
      HandSliding job = new HandSliding(workload, shape, way);

      assertThat(job.advanceTo(EVENTS)).isEqualTo(oracle.advanceTo(EVENTS));
      assertThat(job.finish()).isEqualTo(oracle.finish());
    }
  }

  @Test
  void shouldHaveAnOracleThatAgreesWithThatOfTumblingWindows() {
    Workload workload = new Workload(2, KEYS);
    PaneOracle panes = new PaneOracle(workload, Shape.TUMBLING, true);
    Oracle tumbling = new Oracle(workload);

    assertThat(panes.advanceTo(EVENTS)).isEqualTo(tumbling.advanceTo(EVENTS));
    assertThat(panes.finish()).isEqualTo(tumbling.finish());
  }
}
