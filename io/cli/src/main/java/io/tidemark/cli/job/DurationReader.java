package io.tidemark.cli.job;

import io.tidemark.files.TimestampUnit;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads durations: {@code -?[0-9]+(ns|us|ms|s|m|h|d)}.
 *
 * <p>Those that are compared with timestamps (windows, bound, allowed lateness) must be whole
 * numbers of the timestamp's unit and fit 64 bits of it. Those of the clock (idleness, emit) are
 * counted in nanoseconds; one beyond 64 bits of these is as good as for ever.
 */
final class DurationReader {
  static final String EXPECTED =
      "a duration such as 250ms: a whole number and ns, us, ms, s, m, h or d";

  /** Which durations a key allows. */
  enum Sign {
    POSITIVE,
    NOT_NEGATIVE,
    ANY
  }

  private static final Pattern FORM = Pattern.compile("(-?[0-9]+)(ns|us|ms|s|m|h|d)");
  private static final Map<String, TimeUnit> UNITS =
      Map.of(
          "ns", TimeUnit.NANOSECONDS,
          "us", TimeUnit.MICROSECONDS,
          "ms", TimeUnit.MILLISECONDS,
          "s", TimeUnit.SECONDS,
          "m", TimeUnit.MINUTES,
          "h", TimeUnit.HOURS,
          "d", TimeUnit.DAYS);
  private static final BigInteger LONGEST_CLOCK_NS = BigInteger.valueOf(Long.MAX_VALUE);
  private static final BigInteger NS_PER_SECOND = BigInteger.valueOf(1_000_000_000);

  private final Optional<TimestampUnit> unit;

  /** For a job whose timestamps are in this unit; empty where the file does not say it rightly. */
  DurationReader(Optional<TimestampUnit> unit) {
    this.unit = unit;
  }

  /** A duration that is compared with timestamps. */
  Optional<Duration> eventTime(Section section, String key, Sign sign) {
    return eventTime(section, key, sign, EXPECTED);
  }

  /** The same, where the key takes other things too. */
  Optional<Duration> eventTime(Section section, String key, Sign sign, String expected) {
    Optional<String> text = section.text(key, expected);
    Optional<BigInteger> ns = text.flatMap(t -> nanos(section, key, t, sign, expected));
    if (ns.isEmpty() || unit.isEmpty()) {
      return Optional.empty();
    }
    if (!checkWhole(section, key, ns.get())) {
      return Optional.empty();
    }
    if (!fitsLong(ns.get().divide(BigInteger.valueOf(unit.get().nanos())))) {
      return refused(section, key, "at most " + Long.MAX_VALUE + " of " + inWords(unit.get()));
    }
    return Optional.of(duration(ns.get()));
  }

  /** Checks that a time, in nanoseconds, is a whole number of the timestamps' unit. */
  boolean checkWhole(Section section, String key, BigInteger ns) {
    boolean isWhole =
        unit.isEmpty() || ns.remainder(BigInteger.valueOf(unit.get().nanos())).signum() == 0;
    if (!isWhole) {
      section.refuse(key, "a whole number of " + inWords(unit.get()));
    }
    return isWhole;
  }

  /**
   * What windows are shifted by.
   *
   * @param stepKey the key of the length that it is less than, or words for it
   */
  Optional<Duration> offset(Section section, String stepKey, Optional<Duration> step) {
    Optional<Duration> offset = eventTime(section, "offset", Sign.ANY);
    if (offset.isPresent() && step.isPresent()) {
      // By abs() the most negative duration would have none.
      Duration positive = offset.get().isNegative() ? offset.get() : offset.get().negated();
      if (positive.compareTo(step.get().negated()) <= 0) {
        section.refuse("offset", "less than the " + stepKey + ", to either side");
      }
    }
    return offset;
  }

  /** A duration of the clock, more than zero. */
  Optional<Duration> clockTime(Section section, String key, String expected) {
    return section
        .text(key, expected)
        .flatMap(text -> nanos(section, key, text, Sign.POSITIVE, expected))
        .map(ns -> duration(ns.min(LONGEST_CLOCK_NS)));
  }

  private static Optional<BigInteger> nanos(
      Section section, String key, String text, Sign sign, String expected) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      refused(section, key, expected);
      return Optional.empty();
    }
    BigInteger number = new BigInteger(form.group(1));
    if (sign != Sign.ANY && text.startsWith("-")) {
      refused(section, key, "a duration that is not negative");
      return Optional.empty();
    }
    if (sign == Sign.POSITIVE && number.signum() == 0) {
      refused(section, key, "more than 0");
      return Optional.empty();
    }
    if (!fitsLong(number)) {
      refused(section, key, "a number within 64 bits, at most " + Long.MAX_VALUE);
      return Optional.empty();
    }
    return Optional.of(number.multiply(BigInteger.valueOf(UNITS.get(form.group(2)).toNanos(1))));
  }

  private static Optional<Duration> refused(Section section, String key, String expected) {
    section.refuse(key, expected);
    return Optional.empty();
  }

  private static String inWords(TimestampUnit unit) {
    return switch (unit) {
      case ISO_8601 -> "ms, the unit of iso-8601 timestamps";
      default -> unit.text() + ", the unit of input.timestamp";
    };
  }

  private static boolean fitsLong(BigInteger number) {
    return number.bitLength() < Long.SIZE;
  }

  private static Duration duration(BigInteger ns) {
    BigInteger[] seconds = ns.divideAndRemainder(NS_PER_SECOND);
    return Duration.ofSeconds(seconds[0].longValueExact(), seconds[1].longValueExact());
  }
}
