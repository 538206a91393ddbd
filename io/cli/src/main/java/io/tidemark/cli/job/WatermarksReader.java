package io.tidemark.cli.job;

import io.tidemark.cli.job.JobWatermarks.Kinds;
import io.tidemark.cli.job.JobWatermarks.Strategy;
import io.tidemark.time.AllIdle;
import io.tidemark.time.Disorder;
import io.tidemark.time.Preset;
import io.tidemark.time.WatermarkStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the part {@code watermarks} of a job file. */
final class WatermarksReader {
  static final List<String> KEYS =
      Stream.concat(
              Stream.of(
                  "strategy",
                  "bound",
                  "kind",
                  "bounds",
                  "on-disorder",
                  "idleness",
                  "all-idle",
                  "emit"),
              AdaptiveReader.KEYS.stream())
          .toList();
  static final String EXPECTED = "a mapping with strategy";

  private static final String BOUNDED = "bounded-out-of-orderness";
  private static final String BY_KIND = "bounded-by-kind";
  private static final String MONOTONOUS = "monotonous";
  private static final String ADAPTIVE = "adaptive";
  private static final Map<String, Strategy> STRATEGIES =
      Choices.of(List.of(Strategy.values()), WatermarksReader::word);
  private static final Map<String, Preset> PRESETS =
      Choices.of(List.of(Preset.values()), WatermarksReader::word);
  private static final Map<String, Disorder> DISORDERS =
      Choices.of(List.of(Disorder.values()), WatermarksReader::word);
  private static final Map<String, AllIdle> ALL_IDLE =
      Choices.of(List.of(AllIdle.values()), WatermarksReader::word);
  private static final String BOUND =
      DurationReader.EXPECTED + "; or one of " + String.join(", ", PRESETS.keySet());
  private static final String KIND = "the name of the column that tells a row's kind";
  private static final String BOUNDS = "a bound for each kind, such as {payment: 0s, click: 10s}";
  private static final String PER_EVENT = "per-event";
  private static final String PERIODIC = "periodic";
  private static final String EMIT = PER_EVENT + ", " + PERIODIC + " or " + DurationReader.EXPECTED;

  private final Section watermarks;
  private final DurationReader durations;
  private final Problems problems;

  WatermarksReader(Section watermarks, DurationReader durations, Problems problems) {
    this.watermarks = watermarks;
    this.durations = durations;
    this.problems = problems;
  }

  /** The word for a constant. */
  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The watermarks; nothing when anything is wrong with the file so far. */
  Optional<JobWatermarks> read() {
    watermarks.require("strategy", "one of " + String.join(", ", STRATEGIES.keySet()));
    Optional<Strategy> strategy = watermarks.choice("strategy", STRATEGIES);
    Optional<Duration> bound = bound(strategy);
    Optional<Kinds> kinds = kinds(strategy);
    Optional<JobAdaptive> adaptive = adaptive(strategy);
    Optional<Disorder> disorder = disorder(strategy);
    Optional<Duration> idleness =
        durations.clockTime(watermarks, "idleness", DurationReader.EXPECTED);
    Optional<AllIdle> allIdle = allIdle();
    Optional<Duration> emit = emit();
    if (!problems.none()) {
      return Optional.empty();
    }
    return Optional.of(
        new JobWatermarks(
            strategy.get(),
            bound.orElse(Duration.ZERO),
            kinds,
            adaptive,
            disorder.orElse(Disorder.COUNT),
            idleness,
            allIdle.orElse(AllIdle.MAXIMUM),
            emit));
  }

  private Optional<Duration> bound(Optional<Strategy> strategy) {
    if (!isWanted("bound", strategy, Strategy.BOUNDED_OUT_OF_ORDERNESS, BOUNDED)) {
      return Optional.empty();
    }
    if (strategy.isPresent()) {
      watermarks.require("bound", BOUND);
    }
    for (Map.Entry<String, Preset> preset : PRESETS.entrySet()) {
      if (watermarks.isText("bound", preset.getKey())) {
        return Optional.of(preset.getValue().bound());
      }
    }
    return durations.eventTime(watermarks, "bound", DurationReader.Sign.NOT_NEGATIVE, BOUND);
  }

  private Optional<Kinds> kinds(Optional<Strategy> strategy) {
    boolean column = isWanted("kind", strategy, Strategy.BOUNDED_BY_KIND, BY_KIND);
    boolean bounds = isWanted("bounds", strategy, Strategy.BOUNDED_BY_KIND, BY_KIND);
    if (!column || !bounds || strategy.isEmpty()) {
      return Optional.empty();
    }
    watermarks.require("kind", KIND);
    watermarks.require("bounds", BOUNDS);
    Optional<String> kind = watermarks.text("kind", KIND);
    List<String> texts = new ArrayList<>();
    List<Duration> each = new ArrayList<>();
    watermarks.freeSection("bounds", BOUNDS).ifPresent(section -> readBounds(section, texts, each));
    return kind.map(name -> new Kinds(name, List.copyOf(texts), List.copyOf(each)));
  }

  private void readBounds(Section section, List<String> texts, List<Duration> bounds) {
    if (section.keys().isEmpty()) {
      watermarks.problem("bounds", "no kind; expected " + BOUNDS);
    }
    for (String text : section.keys()) {
      texts.add(text);
      durations
          .eventTime(section, text, DurationReader.Sign.NOT_NEGATIVE, DurationReader.EXPECTED)
          .ifPresent(bounds::add);
    }
  }

  private Optional<JobAdaptive> adaptive(Optional<Strategy> strategy) {
    for (String key : AdaptiveReader.KEYS) {
      isWanted(key, strategy, Strategy.ADAPTIVE, ADAPTIVE);
    }
    return strategy
        .filter(Strategy.ADAPTIVE::equals)
        .flatMap(any -> new AdaptiveReader(watermarks, durations).read());
  }

  private Optional<Disorder> disorder(Optional<Strategy> strategy) {
    return isWanted("on-disorder", strategy, Strategy.MONOTONOUS, MONOTONOUS)
        ? watermarks.choice("on-disorder", DISORDERS)
        : Optional.empty();
  }

  private Optional<AllIdle> allIdle() {
    if (watermarks.has("all-idle") && !watermarks.has("idleness")) {
      watermarks.refuse("all-idle", "none without idleness, as no partition is ever idle");
      return Optional.empty();
    }
    return watermarks.choice("all-idle", ALL_IDLE);
  }

  private Optional<Duration> emit() {
    if (watermarks.isText("emit", PER_EVENT)) {
      return Optional.empty();
    }
    if (watermarks.isText("emit", PERIODIC)) {
      return Optional.of(WatermarkStrategy.DEFAULT_TICK_INTERVAL);
    }
    return durations.clockTime(watermarks, "emit", EMIT);
  }

  /** Whether the key may be there: refuses it where the strategy has none. */
  private boolean isWanted(String key, Optional<Strategy> strategy, Strategy only, String name) {
    boolean wanted = strategy.isEmpty() || strategy.get() == only;
    if (!wanted && watermarks.has(key)) {
      watermarks.refuse(key, "none unless strategy is " + name);
    }
    return wanted;
  }
}
