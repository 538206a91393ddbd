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

  /** What a job has at least, where it has no windows. */
  private static final String EXPECTED_AT_LEAST =
      EXPECTED + "; or " + CarriedReader.KEY + ", " + CarriedReader.EXPECTED;

  private static final List<String> KEYS = keys();
  private static final Map<String, Boolean> BOUNDARIES =
      Choices.of("start-inclusive", false, "end-inclusive", true);
  private static final String AGGREGATES = "a mapping such as {n: count, volume: sum(qty)}";
  private static final List<String> RESERVED =
      List.of("window", "key", "start", "end", "kind", "revision");

  private final Section root;
  private final DurationReader durations;
  private final ShapeReader shapes;
  private final Problems problems;

  /** Whether the job is on processing time. */
  private final boolean byTheClock;

  private final Map<String, String> names = new LinkedHashMap<>();

  WindowsReader(Section root, DurationReader durations, Problems problems, boolean byTheClock) {
    this.root = root;
    this.durations = durations;
    this.shapes = new ShapeReader(durations);
    this.problems = problems;
    this.byTheClock = byTheClock;
  }

  private static List<String> keys() {
    List<String> keys = new ArrayList<>(List.of("name"));
    keys.addAll(ShapeReader.SHAPES);
    keys.addAll(List.of("boundaries", "allowed-lateness", "aggregates"));
    keys.addAll(TriggersReader.KEYS);
    keys.addAll(CeilingReader.KEYS);
    return List.copyOf(keys);
  }

  /** The windows; those that anything is wrong with are left out. */
  List<JobWindow> read() {
    List<JobWindow> windows = new ArrayList<>();
    if (root.has(CarriedReader.KEY) || root.require("windows", EXPECTED_AT_LEAST)) {
      for (Section section : root.sections("windows", EXPECTED, KEYS)) {
        window(section).ifPresent(windows::add);
      }
    }
    return List.copyOf(windows);
  }

  private Optional<JobWindow> window(Section section) {
    Optional<String> name = name(section);
    Optional<WindowShape> shape = shapes.read(section);
    Optional<Boolean> includesEnd = boundaries(section, shape);
    Optional<Duration> lateness =
        durations.eventTime(section, "allowed-lateness", Sign.NOT_NEGATIVE);
    if (byTheClock && lateness.isPresent() && !lateness.get().isZero()) {
      section.refuse("allowed-lateness", "none in processing time, where nothing is late");
    }
    JobTriggers triggers = new TriggersReader(durations).read(section);
    if (shape.isPresent() && !ShapeReader.takesTriggers(shape.get())) {
      TriggersReader.refuseTriggers(section, triggers);
    }
    Optional<JobCeiling> ceiling = CeilingReader.read(section, shape);
    Map<String, JobAggregate> aggregates = aggregates(section);
    if (!problems.none()) {
      return Optional.empty();
    }
    return Optional.of(
        new JobWindow(
            name.get(),
            shape.get(),
            includesEnd.orElse(false),
            lateness.orElse(Duration.ZERO),
            triggers,
            ceiling,
            aggregates));
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

  private static Optional<Boolean> boundaries(Section section, Optional<WindowShape> shape) {
    Optional<Boolean> includesEnd = section.choice("boundaries", BOUNDARIES);
    if (includesEnd.isPresent() && shape.isPresent() && !ShapeReader.hasBoundaries(shape.get())) {
      section.refuse("boundaries", "none with such windows");
    }
    return includesEnd;
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
