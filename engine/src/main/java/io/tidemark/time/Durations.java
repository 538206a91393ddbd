package io.tidemark.time;

import java.math.BigInteger;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Durations as numbers of a job's unit. Set-up code; any thread. */
public final class Durations {
  private static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(1_000_000_000L);

  private Durations() {}

  /**
   * The duration as a whole number of the unit.
   *
   * @param setting names the setting in the error
   * @throws IllegalArgumentException when it is no whole number of the unit or beyond 64 bits in it
   */
  public static long inUnit(Duration duration, TimeUnit unit, String setting) {
    BigInteger nanos =
        BigInteger.valueOf(duration.getSeconds())
            .multiply(NANOS_PER_SECOND)
            .add(BigInteger.valueOf(duration.getNano()));
    BigInteger[] parts = nanos.divideAndRemainder(BigInteger.valueOf(unit.toNanos(1)));
    if (parts[1].signum() != 0) {
      throw new IllegalArgumentException(
          setting + ": " + duration + " is no whole number of " + name(unit));
    }
    if (parts[0].bitLength() > 63) {
      throw new IllegalArgumentException(
          setting + ": " + duration + " is beyond 64 bits in " + name(unit));
    }
    return parts[0].longValue();
  }

  /** The short name of a time unit: s, ms, us or ns. */
  public static String name(TimeUnit unit) {
    return switch (unit) {
      case NANOSECONDS -> "ns";
      case MICROSECONDS -> "us";
      case MILLISECONDS -> "ms";
      case SECONDS -> "s";
      default -> throw new IllegalArgumentException("unit: " + unit + "; allowed: s, ms, us, ns");
    };
  }

  /** {@code a + b}, or the end of long that it lies beyond. */
  public static long saturatedAdd(long a, long b) {
    long sum = a + b;
    if (((a ^ sum) & (b ^ sum)) < 0) {
      return a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return sum;
  }

  /** {@code a - b}, or the end of long that it lies beyond. */
  public static long saturatedSubtract(long a, long b) {
    long difference = a - b;
    if (((a ^ b) & (a ^ difference)) < 0) {
      return a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return difference;
  }

  /** {@code a × b}, or the end of long that it lies beyond. */
  public static long saturatedMultiply(long a, long b) {
    long product = a * b;
    if (Math.multiplyHigh(a, b) != product >> (Long.SIZE - 1)) {
      return (a ^ b) < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return product;
  }
}
