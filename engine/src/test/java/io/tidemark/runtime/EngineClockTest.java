package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** R11: whatever happens to the wall clock, the engine's goes on by the monotonic one. */
class EngineClockTest {
  private static final Instant START = Instant.parse("2024-10-27T00:59:59.999999999Z");
  private static final long START_NS =
      TimeUnit.SECONDS.toNanos(START.getEpochSecond()) + START.getNano();

  private final AtomicReference<Instant> wall = new AtomicReference<>(START);
  private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 500);
  private final EngineClock clock = new EngineClock(wall::get, nanoTime::get);

  @Test
  void shouldBeginWithTheWallClock() {
    assertThat(clock.getAsLong()).isEqualTo(START_NS);
  }

  @Test
  void shouldNotHeedAWallClockThatIsSetAfterwards() {
    for (long hours : new long[] {-1, 2, -1}) {
      wall.updateAndGet(now -> now.plusSeconds(hours * 3_600));
      assertThat(clock.getAsLong()).isEqualTo(START_NS);
    }
  }

  /** The origin of the monotonic clock is arbitrary: it may pass the end of long in between. */
  @Test
  void shouldGoOnAsTheMonotonicClockDoes() {
    nanoTime.addAndGet(1_000);
    assertThat(nanoTime.get()).isNegative();
    assertThat(clock.getAsLong()).isEqualTo(START_NS + 1_000);
  }
}
