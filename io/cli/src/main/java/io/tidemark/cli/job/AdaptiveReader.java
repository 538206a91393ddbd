package io.tidemark.cli.job;

import io.tidemark.cli.job.DurationReader.Sign;
import io.tidemark.time.AdaptiveBound;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the keys of {@code watermarks} that belong to the strategy {@code adaptive}. */
final class AdaptiveReader {
  static final List<String> KEYS =
      List.of(
          "target-late",
          "min-bound",
          "max-bound",
          "start-bound",
          "step",
          "decide-every",
          "bounds-from");

  private static final String SHARE = "a share such as 0.1% or 0.001, more than 0 and less than 1";
  private static final String EVENTS = "a number of rows, 1 to " + Integer.MAX_VALUE;
  private static final String JOURNAL = "the directory of a journal";
  private static final Pattern SHARE_FORM = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(%?)");
  private static final Pattern EVENTS_FORM = Pattern.compile("[0-9]{1,10}");
  private static final BigDecimal PER_CENT = BigDecimal.valueOf(100);

  private final Section watermarks;
  private final DurationReader durations;

  AdaptiveReader(Section watermarks, DurationReader durations) {
    this.watermarks = watermarks;
    this.durations = durations;
  }

  /** The settings; nothing where one is missing or wrong. */
  Optional<JobAdaptive> read() {
    watermarks.require("target-late", SHARE);
    watermarks.require("min-bound", DurationReader.EXPECTED);
    watermarks.require("max-bound", DurationReader.EXPECTED);
    Optional<Double> targetLate = share();
    Optional<Duration> min = duration("min-bound", Sign.NOT_NEGATIVE);
    Optional<Duration> max = duration("max-bound", Sign.POSITIVE);
    Optional<Duration> start = duration("start-bound", Sign.NOT_NEGATIVE);
    Optional<Duration> step = duration("step", Sign.POSITIVE);
    Optional<Integer> decideEvery = events();
    Optional<String> boundsFrom = watermarks.path("bounds-from", JOURNAL);
    if (targetLate.isEmpty() || min.isEmpty() || max.isEmpty()) {
      return Optional.empty();
    }
    if (!isWithinBounds(min.get(), max.get(), start)) {
      return Optional.empty();
    }
    return Optional.of(
        new JobAdaptive(
            targetLate.get(), min.get(), max.get(), start, step, decideEvery, boundsFrom));
  }

  private boolean isWithinBounds(Duration min, Duration max, Optional<Duration> start) {
    if (max.compareTo(min) <= 0 || max.compareTo(AdaptiveBound.MOST) > 0) {
      String most = AdaptiveBound.MOST.toDays() + "d";
      watermarks.refuse(
          "max-bound", "more than min-bound, " + written("min-bound") + ", and at most " + most);
      return false;
    }
    if (start.isPresent() && (start.get().compareTo(min) < 0 || start.get().compareTo(max) > 0)) {
      watermarks.refuse(
          "start-bound", written("min-bound") + " to " + written("max-bound") + ", the bounds");
      return false;
    }
    return true;
  }

  private String written(String key) {
    return watermarks.text(key, DurationReader.EXPECTED).orElseThrow();
  }

  private Optional<Duration> duration(String key, Sign sign) {
    return durations.eventTime(watermarks, key, sign, DurationReader.EXPECTED);
  }

  private Optional<Double> share() {
    Optional<String> text = watermarks.text("target-late", SHARE);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Matcher form = SHARE_FORM.matcher(text.get());
    double share = form.matches() ? share(form.group(1), !form.group(2).isEmpty()) : 0;
    if (!(share > 0 && share < 1)) {
      watermarks.refuse("target-late", SHARE);
      return Optional.empty();
    }
    return Optional.of(share);
  }

  private static double share(String number, boolean perCent) {
    BigDecimal share = new BigDecimal(number);
    return (perCent ? share.divide(PER_CENT) : share).doubleValue();
  }

  private Optional<Integer> events() {
    Optional<String> text = watermarks.text("decide-every", EVENTS);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    long events = EVENTS_FORM.matcher(text.get()).matches() ? Long.parseLong(text.get()) : 0;
    if (events < 1 || events > Integer.MAX_VALUE) {
      watermarks.refuse("decide-every", EVENTS);
      return Optional.empty();
    }
    return Optional.of((int) events);
  }
}
