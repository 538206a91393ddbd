package io.tidemark.bench.latency;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Latencies of an open loop: events are due at a fixed pace, whatever becomes of them, and each
 * counts from when it was due, not from when somebody got round to it. So what piles up behind a
 * stall shows how long it waited (G. Tene, coordinated omission). Nothing is corrected for it
 * afterwards: the wait is in already, and a correction by the expected interval would count it
 * twice.
 *
 * <p>Kept to 1 %, up to an hour; longer ones count as an hour. One writer.
 */
public final class OpenLoop {
  private static final long MOST_NS = TimeUnit.HOURS.toNanos(1);
  private static final int DIGITS = 2;

  private final long startNs;
  private final long intervalNs;
  private final Histogram latenciesNs = new Histogram(MOST_NS, DIGITS);

  /**
   * A plan.
   *
   * @param startNs when event 0 is due
   * @param intervalNs from one event to the next, more than 0
   */
  public OpenLoop(long startNs, long intervalNs) {
    if (intervalNs <= 0) {
      throw new IllegalArgumentException("interval: " + intervalNs + " ns; expected more than 0");
    }
    this.startNs = startNs;
    this.intervalNs = intervalNs;
  }

  /** When this event is due. */
  public long dueNs(long number) {
    return startNs + number * intervalNs;
  }

  /** What this event was to lead to is done now; before it is due counts as no latency. */
  public void done(long number, long nowNs) {
    latenciesNs.recordValue(Math.max(0, Math.min(nowNs - dueNs(number), MOST_NS)));
  }

  /** All latencies so far, in ns. */
  public Histogram latenciesNs() {
    return latenciesNs;
  }
}
