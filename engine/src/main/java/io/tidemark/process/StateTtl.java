package io.tidemark.process;

import static java.util.Objects.requireNonNull;

import io.tidemark.time.Durations;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How long a key's state is kept after its last use; apart from any window's allowed lateness. A
 * key's state is one row and expires as a whole; expired state is never seen, and its row is freed
 * when its time comes, without any event.
 *
 * <p>By processing time that is Flink's StateTtlConfig: gone when the clock reaches last use + TTL.
 * By event time, which Flink has not, it is gone when the watermark reaches that; state is last
 * used at the timestamp of the event, or at the watermark where that is later. The end of time
 * makes nothing expire: timers that fire then still find their state.
 *
 * @param domain by which time
 * @param ttl more than 0; by event time a whole number of the job's unit
 * @param readsCount whether reading is a use, too; else only writing is
 */
public record StateTtl(TimerDomain domain, Duration ttl, boolean readsCount) {
  /** Validates the parts. */
  public StateTtl {
    requireNonNull(domain, "domain of the state's TTL");
    requireNonNull(ttl, "state TTL");
  }

  /** State that expires when the watermark reaches its last write + {@code ttl}. */
  public static StateTtl eventTime(Duration ttl) {
    return new StateTtl(TimerDomain.EVENT_TIME, ttl, false);
  }

  /** State that expires when the slots' clock reaches its last write + {@code ttl}. */
  public static StateTtl processingTime(Duration ttl) {
    return new StateTtl(TimerDomain.PROCESSING_TIME, ttl, false);
  }

  /** The same, but reading is a use, too. */
  public StateTtl orRead() {
    return new StateTtl(domain, ttl, true);
  }

  /** The TTL in this unit of timestamps, or in ns by processing time. */
  long length(TimeUnit unit, String setting) {
    TimeUnit own = domain == TimerDomain.EVENT_TIME ? unit : TimeUnit.NANOSECONDS;
    long length = Durations.inUnit(ttl, own, setting);
    if (length <= 0) {
      throw new IllegalArgumentException(setting + ": " + ttl + "; expected more than 0");
    }
    return length;
  }
}
