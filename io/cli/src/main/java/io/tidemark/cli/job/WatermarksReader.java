package io.tidemark.cli.job;

import io.tidemark.cli.job.JobWatermarks.Strategy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the part {@code watermarks} of a job file. */
final class WatermarksReader {
  static final List<String> KEYS = List.of("strategy", "bound", "idleness", "emit");
  static final String EXPECTED = "a mapping with strategy";

  private static final String BOUNDED = "bounded-out-of-orderness";
  private static final Map<String, Strategy> STRATEGIES =
      Choices.of(
          BOUNDED,
          Strategy.BOUNDED_OUT_OF_ORDERNESS,
          "monotonous",
          Strategy.MONOTONOUS,
          "none",
          Strategy.NONE);
  private static final String PER_EVENT = "per-event";
  private static final String EMIT = PER_EVENT + " or " + DurationReader.EXPECTED;

  private final Section watermarks;
  private final DurationReader durations;
  private final Problems problems;

  WatermarksReader(Section watermarks, DurationReader durations, Problems problems) {
    this.watermarks = watermarks;
    this.durations = durations;
    this.problems = problems;
  }

  /** The watermarks; nothing when anything is wrong with the file so far. */
  Optional<JobWatermarks> read() {
    watermarks.require("strategy", "one of " + String.join(", ", STRATEGIES.keySet()));
    Optional<Strategy> strategy = watermarks.choice("strategy", STRATEGIES);
    Optional<Duration> bound = bound(strategy);
    Optional<Duration> idleness =
        durations.clockTime(watermarks, "idleness", DurationReader.EXPECTED);
    Optional<Duration> emit = emit();
    if (!problems.none()) {
      return Optional.empty();
    }
    return Optional.of(
        new JobWatermarks(strategy.get(), bound.orElse(Duration.ZERO), idleness, emit));
  }

  private Optional<Duration> bound(Optional<Strategy> strategy) {
    if (strategy.isPresent() && strategy.get() != Strategy.BOUNDED_OUT_OF_ORDERNESS) {
      if (watermarks.has("bound")) {
        watermarks.refuse("bound", "none unless strategy is " + BOUNDED);
      }
      return Optional.empty();
    }
    if (strategy.isPresent()) {
      watermarks.require("bound", DurationReader.EXPECTED);
    }
    return durations.eventTime(watermarks, "bound", DurationReader.Sign.NOT_NEGATIVE);
  }

  private Optional<Duration> emit() {
    if (watermarks.isText("emit", PER_EVENT)) {
      return Optional.empty();
    }
    return durations.clockTime(watermarks, "emit", EMIT);
  }
}
