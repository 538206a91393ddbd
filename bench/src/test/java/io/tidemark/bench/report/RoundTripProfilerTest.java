package io.tidemark.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RoundTripProfilerTest {

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void shouldMeasureRoundTripsAndEndItsThread() {
    assumeThat(RoundTripProfiler.available()).isTrue();

    double ns = RoundTripProfiler.measure(3);

    // Faster than a load from a core's own cache would be no trip at all.
    assertThat(ns).isGreaterThan(1);
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("round-trip"));
  }
}
