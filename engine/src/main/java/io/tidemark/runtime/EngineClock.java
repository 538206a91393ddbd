package io.tidemark.runtime;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The engine's clock: reads the wall clock once, when it is made, and then goes on by {@link
 * System#nanoTime}. So it never steps, whatever happens to the wall clock. Any thread.
 */
public final class EngineClock implements LongSupplier {
  private final LongSupplier nanoTime;
  private final long offsetNs;

  /** Reads the wall clock. */
  public EngineClock() {
    this(Instant::now, System::nanoTime);
  }

  /**
   * Goes by other clocks, such as those that a test moves by hand.
   *
   * @param wall read once, now
   * @param nanoTime read at each call, by any thread; it never goes back
   */
  public EngineClock(Supplier<Instant> wall, LongSupplier nanoTime) {
    Instant now = wall.get();
    long epochNs = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    this.nanoTime = nanoTime;
    this.offsetNs = epochNs - nanoTime.getAsLong();
  }

  /** Now, in ns since the epoch. */
  @Override
  public long getAsLong() {
    return offsetNs + nanoTime.getAsLong();
  }
}
