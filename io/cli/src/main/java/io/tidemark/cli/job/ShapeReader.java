package io.tidemark.cli.job;

import io.tidemark.cli.job.DurationReader.Sign;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the shape of a window definition. */
final class ShapeReader {
  static final List<String> SHAPES =
      List.of(
          "tumbling",
          "sliding",
          "session",
          "cumulative",
          "calendar",
          "exchange",
          "global",
          "count",
          "rolling");

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

  private final DurationReader durations;
  private final ZoneShapeReader zones;

  ShapeReader(DurationReader durations) {
    this.durations = durations;
    this.zones = new ZoneShapeReader(durations);
  }

  /** Whether windows of this shape may be (start, end]. */
  static boolean hasBoundaries(WindowShape shape) {
    return !(shape instanceof WindowShape.Session
        || shape instanceof WindowShape.Global
        || shape instanceof WindowShape.Count
        || shape instanceof WindowShape.Rolling);
  }

  /** Whether windows of this shape may fire otherwise than by default. */
  static boolean takesTriggers(WindowShape shape) {
    return !(shape instanceof WindowShape.Count || shape instanceof WindowShape.Rolling);
  }

  /** The shape of a window definition, of which there must be one. */
  Optional<WindowShape> read(Section section) {
    List<String> written = SHAPES.stream().filter(section::has).toList();
    if (written.size() != 1) {
      String found = written.isEmpty() ? "no shape" : String.join(" and ", written);
      section.problem(found + "; expected one of " + String.join(", ", SHAPES));
      return Optional.empty();
    }
    return switch (written.get(0)) {
      case "tumbling" -> tumbling(section);
      case "sliding" -> sliding(section);
      case "session" -> session(section);
      case "cumulative" -> cumulative(section);
      case "global" -> global(section);
      case "count" -> count(section);
      case "rolling" -> rolling(section);
      default -> zones.read(section, written.get(0));
    };
  }

  private Optional<WindowShape> tumbling(Section section) {
    Optional<Section> shape =
        section.section("tumbling", "{size: 1s, offset: 0s}", List.of("size", "offset"));
    Optional<Duration> size = shape.flatMap(s -> needed(s, "size"));
    Optional<Duration> offset = shape.flatMap(s -> durations.offset(s, "size", size));
    return size.map(s -> new WindowShape.Tumbling(s, offset.orElse(Duration.ZERO)));
  }

  private Optional<WindowShape> sliding(Section section) {
    Optional<Section> shape =
        section.section(
            "sliding", "{size: 10s, slide: 1s, offset: 0s}", List.of("size", "slide", "offset"));
    Optional<Duration> size = shape.flatMap(s -> needed(s, "size"));
    Optional<Duration> slide = shape.flatMap(s -> needed(s, "slide"));
    Optional<Duration> offset = shape.flatMap(s -> durations.offset(s, "slide", slide));
    if (size.isEmpty() || slide.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new WindowShape.Sliding(size.get(), slide.get(), offset.orElse(Duration.ZERO)));
  }

  private Optional<WindowShape> session(Section section) {
    return section
        .section("session", "{gap: 30s}", List.of("gap"))
        .flatMap(shape -> needed(shape, "gap"))
        .map(WindowShape.Session::new);
  }

  private Optional<Duration> needed(Section shape, String key) {
    shape.require(key, DurationReader.EXPECTED);
    return durations.eventTime(shape, key, Sign.POSITIVE);
  }

  private Optional<WindowShape> cumulative(Section section) {
    Optional<Section> shape =
        section.section(
            "cumulative", "{max: 1d, step: 1h, offset: 0s}", List.of("max", "step", "offset"));
    Optional<Duration> max = shape.flatMap(s -> needed(s, "max"));
    Optional<Duration> step = shape.flatMap(s -> needed(s, "step"));
    Optional<Duration> offset = shape.flatMap(s -> durations.offset(s, "max", max));
    if (max.isEmpty() || step.isEmpty()) {
      return Optional.empty();
    }
    if (!step.get().multipliedBy(max.get().dividedBy(step.get())).equals(max.get())) {
      shape.get().refuse("step", "a step that divides max");
    }
    return Optional.of(
        new WindowShape.Cumulative(max.get(), step.get(), offset.orElse(Duration.ZERO)));
  }

  private static Optional<WindowShape> global(Section section) {
    return section
        .section("global", "{}, as there is nothing to choose", List.of())
        .map(shape -> new WindowShape.Global());
  }

  private static Optional<WindowShape> count(Section section) {
    Optional<Section> shape =
        section.section("count", "{size: 100, slide: 10}", List.of("size", "slide"));
    shape.ifPresent(s -> s.require("size", "a number of rows"));
    Optional<Long> size = shape.flatMap(s -> number(s, "size"));
    Optional<Long> slide = shape.flatMap(s -> number(s, "slide"));
    return size.map(s -> new WindowShape.Count(s, slide.orElse(s)));
  }

  private static Optional<Long> number(Section shape, String key) {
    String expected = "a whole number of rows, more than 0 and of at most 18 digits";
    Optional<String> text = shape.text(key, expected);
    Optional<Long> number =
        text.filter(t -> NUMBER.matcher(t).matches()).map(Long::parseLong).filter(n -> n > 0);
    if (text.isPresent() && number.isEmpty()) {
      shape.refuse(key, expected);
    }
    return number;
  }

  private Optional<WindowShape> rolling(Section section) {
    return section
        .section("rolling", "{range: 10s}", List.of("range"))
        .flatMap(shape -> needed(shape, "range"))
        .map(WindowShape.Rolling::new);
  }
}
