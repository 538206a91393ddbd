package io.tidemark.runtime;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The engine's clock: reads the wall clock once, when it is made, and then goes on by {@link
 * System#nanoTime}. So it never steps, whatever happens to the wall clock. Any thread.
 */
public final class EngineClock implements LongSupplier {
  private final long offsetNs;

  /** Reads the wall clock. */
  public EngineClock() {
    Instant now = Instant.now();
    long epochNs = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    offsetNs = epochNs - System.nanoTime();
  }

  /** Now, in ns since the epoch. */
  @Override
  public long getAsLong() {
    return offsetNs + System.nanoTime();
  }
}
