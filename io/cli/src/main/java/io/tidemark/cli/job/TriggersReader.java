package io.tidemark.cli.job;

import io.tidemark.window.AccumulationMode;
import io.tidemark.window.EarlyFiring;
import io.tidemark.window.LatePolicy;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads when windows fire, from a definition in {@code windows} of a job file. */
final class TriggersReader {
  static final List<String> KEYS = List.of("early", "late-firing", "mode", "final-only", "late");

  private static final String EARLY =
      "{every: 10s}, {every: 10s, time: processing}, {count: 100} or a list of them";
  private static final List<String> KEYS_OF_EARLY = List.of("every", "time", "count");
  private static final String COUNT = "a whole number, at least 1 and of at most 18 digits";
  private static final Map<String, Boolean> TIMES = Choices.of("event", false, "processing", true);
  private static final Map<String, Boolean> LATE_FIRINGS =
      Choices.of("each", false, "per-tick", true);
  private static final Map<String, Boolean> TRUTHS = Choices.of("true", true, "false", false);
  private static final Map<String, AccumulationMode> MODES =
      Choices.of(List.of(AccumulationMode.values()), TriggersReader::word);
  private static final Map<String, LatePolicy> POLICIES =
      Choices.of(List.of(LatePolicy.values()), TriggersReader::word);

  private final DurationReader durations;

  TriggersReader(DurationReader durations) {
    this.durations = durations;
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  JobTriggers read(Section window) {
    Optional<EarlyFiring> early = early(window);
    boolean perTick = window.choice("late-firing", LATE_FIRINGS).orElse(false);
    Optional<AccumulationMode> mode = window.choice("mode", MODES);
    boolean finalOnly = window.choice("final-only", TRUTHS).orElse(false);
    JobTriggers triggers =
        new JobTriggers(
            early,
            perTick,
            mode.orElse(AccumulationMode.ACCUMULATING),
            finalOnly,
            window.choice("late", POLICIES));
    if (finalOnly && (window.has("early") || perTick || !isAccumulating(triggers))) {
      window.refuse(
          "final-only", "false where windows fire early, late per tick, or not accumulating");
    }
    return triggers;
  }

  /** Refuses what the windows of counts, and rolling ones, do not have. */
  static void refuseTriggers(Section window, JobTriggers triggers) {
    String expected = "%s, as count and rolling windows fire by default only";
    if (triggers.early().isPresent()) {
      window.refuse("early", expected.formatted("none"));
    }
    if (triggers.latePerTick()) {
      window.refuse("late-firing", expected.formatted("each"));
    }
    if (!isAccumulating(triggers)) {
      window.refuse("mode", expected.formatted("accumulating"));
    }
    if (triggers.finalOnly()) {
      window.refuse("final-only", expected.formatted("false"));
    }
  }

  private static boolean isAccumulating(JobTriggers triggers) {
    return triggers.mode() == AccumulationMode.ACCUMULATING;
  }

  /** One, or a list of them, of which each goes by something else. */
  private Optional<EarlyFiring> early(Section window) {
    if (!window.isList("early")) {
      return window.section("early", EARLY, KEYS_OF_EARLY).flatMap(this::earlyFiring);
    }
    Optional<EarlyFiring> all = Optional.empty();
    for (Section section : window.sections("early", EARLY, KEYS_OF_EARLY)) {
      Optional<EarlyFiring> one = earlyFiring(section);
      all =
          one.isPresent() && all.isPresent()
              ? both(section, all.get(), one.get())
              : all.or(() -> one);
    }
    return all;
  }

  private static Optional<EarlyFiring> both(Section section, EarlyFiring before, EarlyFiring next) {
    try {
      return Optional.of(before.or(next));
    } catch (IllegalArgumentException e) {
      section.problem("expected one each by event time, processing time and count at most");
      return Optional.of(before);
    }
  }

  private Optional<EarlyFiring> earlyFiring(Section early) {
    if (early.has("every") == early.has("count")) {
      early.problem("expected " + EARLY);
      return Optional.empty();
    }
    if (early.has("count")) {
      if (early.has("time")) {
        early.refuse("time", "none where events are counted");
      }
      return count(early).map(EarlyFiring::everyEvents);
    }
    boolean byClock = early.choice("time", TIMES).orElse(false);
    Optional<Duration> every =
        byClock
            ? durations.clockTime(early, "every", DurationReader.EXPECTED)
            : durations.eventTime(early, "every", DurationReader.Sign.POSITIVE);
    return every.map(
        step -> byClock ? EarlyFiring.everyProcessingTime(step) : EarlyFiring.everyEventTime(step));
  }

  private static Optional<Long> count(Section early) {
    Optional<String> text = early.text("count", COUNT);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (!text.get().matches("0*[1-9][0-9]{0,17}")) {
      early.refuse("count", COUNT);
      return Optional.empty();
    }
    return Optional.of(Long.parseLong(text.get()));
  }
}
