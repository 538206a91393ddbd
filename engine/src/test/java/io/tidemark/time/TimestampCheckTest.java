package io.tidemark.time;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Which timestamps pass, against arithmetic without ends. {@code -Dtidemark.cases=10000000} tries
 * more.
 */
class TimestampCheckTest {
  private static final int CASES = Integer.getInteger("tidemark.cases", 100_000);
  private static final long SEED = Long.getLong("tidemark.seed", 1);
  private static final List<TimeUnit> UNITS =
      List.of(SECONDS, MILLISECONDS, TimeUnit.MICROSECONDS, NANOSECONDS);
  private static final List<TimestampFault> UNIT_FAULTS =
      List.of(
          TimestampFault.UNIT_SECONDS,
          TimestampFault.UNIT_MILLISECONDS,
          TimestampFault.UNIT_MICROSECONDS,
          TimestampFault.UNIT_NANOSECONDS);
  private static final long[] ENDS = {
    Long.MIN_VALUE, Long.MIN_VALUE + 1, -1_000, -1, 0, 1, 1_000, Long.MAX_VALUE - 1, Long.MAX_VALUE
  };

  /** 2023-11-14T22:13:20Z. */
  private static final long NOW_S = 1_700_000_000;

  private static final long NOW_NS = NOW_S * 1_000_000_000;

  @Test
  void s044ShouldSuspectSecondsInAJobOfMilliseconds() {
    TimestampCheck check = check(TimestampGuard.on().units(UnitSuspicion.REFUSE), MILLISECONDS);

    assertThat(check.passes(NOW_S, NOW_NS)).isFalse();
    assertThat(check.fault(NOW_S, false, NOW_NS)).isEqualTo(TimestampFault.UNIT_SECONDS);
    assertThat(check.scales(TimestampFault.UNIT_SECONDS)).isFalse();
    assertThat(check.passes(NOW_S * 1_000, NOW_NS)).isTrue();
  }

  @Test
  void shouldSuspectEachUnitInAJobOfEachOther() {
    for (TimeUnit unit : UNITS) {
      TimestampCheck check = check(TimestampGuard.on().units(UnitSuspicion.SCALE), unit);
      for (int other = 0; other < UNITS.size(); other++) {
        long timestamp = UNITS.get(other).convert(NOW_S, SECONDS);
        if (UNITS.get(other) == unit) {
          assertThat(check.passes(timestamp, NOW_NS)).isTrue();
        } else {
          TimestampFault fault = check.fault(timestamp, false, NOW_NS);
          assertThat(fault).isEqualTo(UNIT_FAULTS.get(other));
          assertThat(check.scales(fault)).isTrue();
          assertThat(check.scaled(fault, timestamp)).isEqualTo(unit.convert(NOW_S, SECONDS));
        }
      }
    }
  }

  /** Old data is no other unit: nothing is said of it unless the past has a limit. */
  @Test
  void shouldLetPassWhatIsImplausibleInAllUnits() {
    TimestampCheck check = check(TimestampGuard.on().units(UnitSuspicion.REFUSE), MILLISECONDS);

    long tenYearsAgo = NOW_S * 1_000 - Duration.ofDays(3_650).toMillis();
    assertThat(check.fault(tenYearsAgo, false, NOW_NS)).isNull();
    assertThat(check.fault(0, false, NOW_NS)).isNull();
  }

  @Test
  void shouldConvertDownward() {
    TimestampCheck check = check(TimestampGuard.on(), MILLISECONDS);

    assertThat(check.ingestion(1_999_999)).isEqualTo(1);
    assertThat(check.ingestion(-1)).isEqualTo(-1);
    assertThat(check.ingestion(-1_000_000)).isEqualTo(-1);
    assertThat(check.ingestion(-1_000_001)).isEqualTo(-2);
    assertThat(check.scaled(TimestampFault.UNIT_NANOSECONDS, -1)).isEqualTo(-1);
    assertThat(check.scaled(TimestampFault.UNIT_SECONDS, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shouldAllowExactlyTheLimits() {
    TimestampGuard guard =
        TimestampGuard.on().furthestFuture(Duration.ZERO).furthestPast(Duration.ofMillis(5));
    TimestampCheck check = check(guard, MILLISECONDS);
    long arrivalNs = 1_000_999_999;

    assertThat(check.fault(1_000, false, arrivalNs)).isNull();
    assertThat(check.fault(1_001, false, arrivalNs)).isEqualTo(TimestampFault.FUTURE);
    assertThat(check.fault(995, false, arrivalNs)).isNull();
    assertThat(check.fault(994, false, arrivalNs)).isEqualTo(TimestampFault.PAST);
  }

  @Test
  void shouldNameSettingValueAndWhatIsAllowed() {
    assertThatThrownBy(() -> TimestampGuard.on().furthestPast(Duration.ofMillis(-1)))
        .hasMessage("guard.furthest-past: PT-0.001S; expected 0 or more");
    assertThatThrownBy(() -> TimestampGuard.on().furthestFuture(Duration.ofNanos(-1)))
        .hasMessage("guard.furthest-future: PT-0.000000001S; expected 0 or more");
    assertThatThrownBy(
            () -> TimestampGuard.on().furthestFuture(Duration.ofNanos(1)).check(MILLISECONDS))
        .hasMessage("guard.furthest-future: PT0.000000001S is no whole number of ms");
  }

  @Test
  void shouldFindWhatArithmeticWithoutEndsFinds() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < CASES; i++) {
      TimeUnit unit = UNITS.get(random.nextInt(UNITS.size()));
      TimestampGuard guard = guard(random, unit);
      long smallest = random.nextBoolean() ? Long.MIN_VALUE + 1 : Long.MIN_VALUE + 1_000;
      long largest = random.nextBoolean() ? Long.MAX_VALUE - 1 : Long.MAX_VALUE - 1_000;
      TimestampCheck check = TimestampCheck.of(smallest, largest, unit, guard, false);
      long arrivalNs = number(random, NOW_NS);
      long timestamp = timestamp(random, unit, arrivalNs);

      TimestampFault expected = fault(guard, unit, smallest, largest, timestamp, arrivalNs);
      TimestampFault found =
          check.passes(timestamp, arrivalNs) ? null : check.fault(timestamp, false, arrivalNs);
      if (!Objects.equals(found, expected)) {
        throw new AssertionError(
            "seed %d, case %d: %s, %s, timestamp %d, arrival %d: expected %s, found %s"
                .formatted(SEED, i, guard, unit, timestamp, arrivalNs, expected, found));
      }
    }
  }

  private static TimestampFault fault(
      TimestampGuard guard,
      TimeUnit unit,
      long smallest,
      long largest,
      long timestamp,
      long arrivalNs) {
    if (timestamp < smallest) {
      return TimestampFault.UNDERFLOW;
    }
    if (timestamp > largest) {
      return TimestampFault.OVERFLOW;
    }
    if (guard.refusesNegative() && timestamp < 0) {
      return TimestampFault.NEGATIVE;
    }
    BigInteger unitNs = big(unit.toNanos(1));
    BigInteger arrival = floor(big(arrivalNs), unitNs);
    Duration year = Duration.ofDays(365);
    BigInteger ahead = units(guard.furthestFuture().orElse(year), unitNs);
    BigInteger behind = units(guard.furthestPast().orElse(year), unitNs);
    BigInteger exact = big(timestamp);
    if (guard.units() != UnitSuspicion.NONE && !within(exact, arrival, behind, ahead)) {
      for (int other = 0; other < UNITS.size(); other++) {
        BigInteger converted = floor(exact.multiply(big(UNITS.get(other).toNanos(1))), unitNs);
        if (UNITS.get(other) != unit
            && converted.bitLength() < Long.SIZE
            && within(converted, arrival, behind, ahead)) {
          return UNIT_FAULTS.get(other);
        }
      }
    }
    if (guard.furthestPast().isPresent() && exact.compareTo(arrival.subtract(behind)) < 0) {
      return TimestampFault.PAST;
    }
    boolean isFuture =
        guard.furthestFuture().isPresent() && exact.compareTo(arrival.add(ahead)) > 0;
    return isFuture ? TimestampFault.FUTURE : null;
  }

  private static boolean within(
      BigInteger timestamp, BigInteger arrival, BigInteger behind, BigInteger ahead) {
    return timestamp.compareTo(arrival.subtract(behind)) >= 0
        && timestamp.compareTo(arrival.add(ahead)) <= 0;
  }

  private static TimestampGuard guard(SplittableRandom random, TimeUnit unit) {
    TimestampGuard guard = TimestampGuard.on();
    if (random.nextBoolean()) {
      guard = guard.refuseNegative();
    }
    if (random.nextBoolean()) {
      guard = guard.furthestFuture(limit(random, unit));
    }
    if (random.nextBoolean()) {
      guard = guard.furthestPast(limit(random, unit));
    }
    return guard.units(UnitSuspicion.values()[random.nextInt(3)]);
  }

  /** Of any order of magnitude; short of the largest long, which stands for no limit. */
  private static Duration limit(SplittableRandom random, TimeUnit unit) {
    long units = random.nextLong() >>> 1 >>> random.nextInt(62);
    return Duration.of(Math.min(units, Long.MAX_VALUE - 1), unit.toChronoUnit());
  }

  private static long timestamp(SplittableRandom random, TimeUnit unit, long arrivalNs) {
    if (random.nextInt(3) == 0) {
      return number(random, 0);
    }
    // Near the arrival, written in any unit.
    TimeUnit written = random.nextBoolean() ? unit : UNITS.get(random.nextInt(UNITS.size()));
    long near = random.nextLong() >> random.nextInt(63);
    return Math.floorDiv(arrivalNs, written.toNanos(1)) + near;
  }

  private static long number(SplittableRandom random, long usual) {
    return switch (random.nextInt(4)) {
      case 0 -> ENDS[random.nextInt(ENDS.length)];
      case 1 -> random.nextLong();
      case 2 -> random.nextLong() >> random.nextInt(63);
      default -> usual + random.nextInt(1_000);
    };
  }

  private static TimestampCheck check(TimestampGuard guard, TimeUnit unit) {
    return TimestampCheck.of(Long.MIN_VALUE + 1, Long.MAX_VALUE - 1, unit, guard, false);
  }

  private static BigInteger units(Duration duration, BigInteger unitNs) {
    BigInteger nanos =
        big(duration.getSeconds()).multiply(big(1_000_000_000)).add(big(duration.getNano()));
    return floor(nanos, unitNs);
  }

  private static BigInteger floor(BigInteger value, BigInteger divisor) {
    BigInteger[] parts = value.divideAndRemainder(divisor);
    return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }
}
