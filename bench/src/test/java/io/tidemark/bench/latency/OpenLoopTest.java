package io.tidemark.bench.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class OpenLoopTest {
  private static final long MS = 1_000_000;

  /** One event a ms, all done at the end of a stall of 10 ms: they waited 10, 9, …, 1 ms. */
  @Test
  void c35ShouldCountEachWaitOnceAndFromWhenTheEventWasDue() {
    OpenLoop loop = new OpenLoop(5 * MS, MS);
    for (int i = 0; i < 10; i++) {
      loop.done(i, 15 * MS);
    }
    Histogram latencies = loop.latenciesNs();
    assertThat(latencies.getTotalCount()).isEqualTo(10);
    near(latencies.getMaxValue(), 10);
    near(latencies.getValueAtPercentile(50), 5);
    near(latencies.getMinValue(), 1);
  }

  @Test
  void shouldCountWhatIsDoneTooSoonAsNoLatencyAndBeOfAnHourAtMost() {
    OpenLoop loop = new OpenLoop(0, MS);
    loop.done(3, MS);
    assertThat(loop.latenciesNs().getMaxValue()).isZero();
    loop.done(0, Long.MAX_VALUE);
    near(loop.latenciesNs().getMaxValue(), 3_600_000);
    assertThatThrownBy(() -> new OpenLoop(0, 0)).hasMessage("interval: 0 ns; expected more than 0");
  }

  /** By a clock that goes on by a µs each time somebody looks: half of the results count. */
  @Test
  @Timeout(60)
  void shouldMeasureEachResultOfTheSecondHalf() {
    AtomicLong clock = new AtomicLong();
    Histogram latencies = LatencyRun.run(100_000, 20_000, () -> clock.addAndGet(1_000));
    assertThat(latencies.getTotalCount()).isEqualTo(20_000 / 2 / LatencyRun.EVENTS_A_WINDOW - 1);
    assertThat(latencies.getMaxValue()).isPositive();
  }

  private static void near(long ns, long ms) {
    assertThat((double) ns).isCloseTo((double) ms * MS, within((double) ms * MS / 100));
  }
}
