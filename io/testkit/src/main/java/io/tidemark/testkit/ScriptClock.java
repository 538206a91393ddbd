package io.tidemark.testkit;

import io.tidemark.runtime.EngineClock;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * An engine's clock whose two sources a script moves: the wall clock, which steps, and the
 * monotonic one, which goes on. It begins at 0.
 */
final class ScriptClock implements LongSupplier {
  /** As on a machine whose nanoTime is negative. */
  private static final long NANO_TIME_AT_START = -1_000_000_000_000L;

  private long sinceStartNs;
  private long steppedNs;
  private final EngineClock clock =
      new EngineClock(
          () -> Instant.EPOCH.plusNanos(sinceStartNs + steppedNs),
          () -> NANO_TIME_AT_START + sinceStartNs);

  /** So much time has passed since the start. */
  void moveTo(long newSinceStartNs) {
    sinceStartNs = newSinceStartNs;
  }

  /** Someone sets the wall clock. */
  void stepWall(long byNs) {
    steppedNs += byNs;
  }

  @Override
  public long getAsLong() {
    return clock.getAsLong();
  }
}
