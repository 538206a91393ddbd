package io.tidemark.scenario;

import static io.tidemark.time.WatermarkStrategy.monotonous;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import org.junit.jupiter.api.Test;

/** 1,024 partitions, of which 1,000 fall silent after their first event. */
class ManySilentPartitionsTest extends ScenarioTest {
  private static final int PARTITIONS = 1_024;
  private static final int BUSY = 24;
  private static final long TIMEOUT_MS = 10_000;
  private static final long TICK_MS = 200;

  private Engine<Sample> engine;

  @Test
  void s166ShouldMoveTheWatermarkWithinTheTimeoutAndOneTick() {
    start();
    long heldUntilMs = 0;
    for (long now = 1; now <= 20_000; now++) {
      publish((int) (now % BUSY), now);
      if (engine.watermark() < now - 2 * BUSY) {
        heldUntilMs = now;
      }
    }
    assertThat(heldUntilMs).isBetween(TIMEOUT_MS - 1, TIMEOUT_MS + TICK_MS);
    assertThat(engine.partitions().isIdle(PARTITIONS - 1)).isTrue();
    assertThat(engine.partitions().isActive(0)).isTrue();
  }

  /**
   * Only ticks look at all partitions, and no more of them run than there are time-outs, whatever
   * the number of events: so looking costs an event a share that goes to nothing.
   */
  @Test
  void s166ShouldLookAtAllPartitionsAtFewTicksOnly() {
    start();
    long timeouts = 10;
    for (long now = 1; now <= timeouts * TIMEOUT_MS; now++) {
      for (int i = 0; i < 3; i++) {
        publish((int) ((3 * now + i) % BUSY), now);
      }
    }
    assertThat(engine.counters().ticks.value()).isBetween(1L, 2 * timeouts);
    assertThat(engine.counters().published.value())
        .isGreaterThan(10 * engine.counters().ticks.value() * PARTITIONS);
  }

  private void start() {
    engine =
        tumbling(1_000)
            .watermarks(monotonous().idleness(ofMillis(TIMEOUT_MS)).emitPerEvent())
            .partitions(PARTITIONS)
            .engine(EngineOptions.<Sample>inline().onLate(late -> {}));
    for (int p = 0; p < PARTITIONS; p++) {
      publish(p, 0);
    }
  }

  private void publish(int partition, long now) {
    engine.publisher().claim().time = now;
    engine.publisher().publish(partition, MILLISECONDS.toNanos(now));
  }
}
