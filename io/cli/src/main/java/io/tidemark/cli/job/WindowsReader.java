package io.tidemark.cli.job;

import io.tidemark.cli.job.DurationReader.Sign;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the part {@code windows} of a job file. */
final class WindowsReader {
  static final String EXPECTED = "a list of windows, each with a name, a shape and aggregates";

  private static final List<String> KEYS =
      List.of("name", "tumbling", "sliding", "session", "allowed-lateness", "aggregates");
  private static final List<String> SHAPES = List.of("tumbling", "sliding", "session");
  private static final String AGGREGATES = "a mapping such as {n: count, volume: sum(qty)}";
  private static final List<String> RESERVED =
      List.of("window", "key", "start", "end", "kind", "revision");

  private final Section root;
  private final DurationReader durations;
  private final Problems problems;
  private final Map<String, String> names = new LinkedHashMap<>();

  WindowsReader(Section root, DurationReader durations, Problems problems) {
    this.root = root;
    this.durations = durations;
    this.problems = problems;
  }

  /** The windows; those that anything is wrong with are left out. */
  List<JobWindow> read() {
    List<JobWindow> windows = new ArrayList<>();
    if (root.has(CarriedReader.KEY) || root.require("windows", EXPECTED)) {
      for (Section section : root.sections("windows", EXPECTED, KEYS)) {
        window(section).ifPresent(windows::add);
      }
    }
    return List.copyOf(windows);
  }

  private Optional<JobWindow> window(Section section) {
    Optional<String> name = name(section);
    Optional<WindowShape> shape = shape(section);
    Optional<Duration> lateness =
        durations.eventTime(section, "allowed-lateness", Sign.NOT_NEGATIVE);
    Map<String, JobAggregate> aggregates = aggregates(section);
    if (!problems.none()) {
      return Optional.empty();
    }
    return Optional.of(
        new JobWindow(name.get(), shape.get(), lateness.orElse(Duration.ZERO), aggregates));
  }

  private Optional<String> name(Section section) {
    String expected = "a name of its own";
    section.require("name", expected);
    Optional<String> name = section.nonEmptyText("name", expected);
    String other = name.map(n -> names.putIfAbsent(n, section.at("name"))).orElse(null);
    if (other != null) {
      section.refuse("name", expected + ", not that of " + other);
    }
    return name;
  }

  private Optional<WindowShape> shape(Section section) {
    List<String> written = SHAPES.stream().filter(section::has).toList();
    if (written.size() != 1) {
      String found = written.isEmpty() ? "no shape" : String.join(" and ", written);
      section.problem(found + "; expected one of " + String.join(", ", SHAPES));
      return Optional.empty();
    }
    return switch (written.get(0)) {
      case "tumbling" -> tumbling(section);
      case "sliding" -> sliding(section);
      default -> session(section);
    };
  }

  private Optional<WindowShape> tumbling(Section section) {
    Optional<Section> shape =
        section.section("tumbling", "{size: 1s, offset: 0s}", List.of("size", "offset"));
    Optional<Duration> size = shape.flatMap(s -> needed(s, "size"));
    Optional<Duration> offset = shape.flatMap(s -> offset(s, "size", size));
    return size.map(s -> new WindowShape.Tumbling(s, offset.orElse(Duration.ZERO)));
  }

  private Optional<WindowShape> sliding(Section section) {
    Optional<Section> shape =
        section.section(
            "sliding", "{size: 10s, slide: 1s, offset: 0s}", List.of("size", "slide", "offset"));
    Optional<Duration> size = shape.flatMap(s -> needed(s, "size"));
    Optional<Duration> slide = shape.flatMap(s -> needed(s, "slide"));
    Optional<Duration> offset = shape.flatMap(s -> offset(s, "slide", slide));
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

  private Optional<Duration> offset(Section shape, String stepKey, Optional<Duration> step) {
    Optional<Duration> offset = durations.eventTime(shape, "offset", Sign.ANY);
    if (offset.isPresent() && step.isPresent()) {
      // By abs() the most negative duration would have none.
      Duration positive = offset.get().isNegative() ? offset.get() : offset.get().negated();
      if (positive.compareTo(step.get().negated()) <= 0) {
        shape.refuse("offset", "less than the " + stepKey + ", to either side");
      }
    }
    return offset;
  }

  private Map<String, JobAggregate> aggregates(Section section) {
    Map<String, JobAggregate> aggregates = new LinkedHashMap<>();
    section.require("aggregates", AGGREGATES);
    Optional<Section> columns = section.freeSection("aggregates", AGGREGATES);
    columns.ifPresent(c -> aggregates(c, aggregates));
    return Collections.unmodifiableMap(aggregates);
  }

  private static void aggregates(Section columns, Map<String, JobAggregate> into) {
    if (columns.keys().isEmpty()) {
      columns.problem("no aggregate; expected at least one");
    }
    for (String column : columns.keys()) {
      if (column.isEmpty() || RESERVED.contains(column)) {
        columns.problem(
            column,
            "'"
                + column
                + "': expected a column's name that is none of "
                + String.join(", ", RESERVED));
      }
      Optional<String> text = columns.text(column, JobAggregate.EXPECTED);
      Optional<JobAggregate> aggregate = text.flatMap(JobAggregate::parse);
      if (text.isPresent() && aggregate.isEmpty()) {
        columns.refuse(column, JobAggregate.expected(text.get()));
      }
      aggregate.ifPresent(a -> into.put(column, a));
    }
  }
}
