package io.tidemark.window;

import io.tidemark.time.Durations;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The clock of a time zone, by the rules that the JDK has for it, in a job's unit. Allocates: what
 * it says is to be kept. Immutable; any thread.
 */
final class ZoneClock {
  /** Within these, java.time has room for the periods around any date. */
  private static final LocalDateTime EARLIEST =
      LocalDate.of(-999_999_990, 1, 1).atTime(LocalTime.MIN);

  private static final LocalDateTime LATEST = LocalDate.of(999_999_990, 1, 1).atTime(LocalTime.MIN);

  private final ZoneRules rules;
  private final long unitsPerSecond;
  private final long nanosPerUnit;

  ZoneClock(ZoneId zone, TimeUnit unit) {
    this.rules = zone.getRules();
    this.nanosPerUnit = unit.toNanos(1);
    this.unitsPerSecond = Durations.inUnit(Duration.ofSeconds(1), unit, "second");
  }

  /** What the clock shows at this time, from {@link #earliest} to {@link #latest}. */
  LocalDateTime at(long timestamp) {
    long nanos = Math.floorMod(timestamp, unitsPerSecond) * nanosPerUnit;
    Instant instant = Instant.ofEpochSecond(Math.floorDiv(timestamp, unitsPerSecond), nanos);
    return LocalDateTime.ofEpochSecond(
        instant.getEpochSecond(), instant.getNano(), rules.getOffset(instant));
  }

  /**
   * The first moment at which the clock shows this time or, where it skips that, a later one;
   * beyond 64 bits the end of long. Later times never come before earlier ones.
   */
  long firstMoment(LocalDateTime local) {
    List<ZoneOffset> offsets = rules.getValidOffsets(local);
    if (offsets.isEmpty()) {
      return inUnit(rules.getTransition(local).getInstant().getEpochSecond(), 0);
    }
    // Of two offsets the first one is that before the clock goes back.
    return inUnit(local.toEpochSecond(offsets.get(0)), local.getNano());
  }

  /** The earliest time whose surroundings can be worked out. */
  long earliest() {
    return firstMoment(EARLIEST);
  }

  /** The latest time whose surroundings can be worked out. */
  long latest() {
    return firstMoment(LATEST);
  }

  private long inUnit(long seconds, int nanos) {
    BigInteger exact =
        BigInteger.valueOf(seconds)
            .multiply(BigInteger.valueOf(unitsPerSecond))
            .add(BigInteger.valueOf(nanos / nanosPerUnit));
    if (exact.bitLength() > 63) {
      return exact.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return exact.longValue();
  }
}
