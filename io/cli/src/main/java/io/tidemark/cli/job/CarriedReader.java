package io.tidemark.cli.job;

import io.tidemark.cli.job.DurationReader.Sign;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the part {@code carry-forward} of a job file. */
final class CarriedReader {
  static final String KEY = "carry-forward";

  static final String EXPECTED = "a list, each with a name, a size, a horizon and values";
  private static final List<String> KEYS = List.of("name", "size", "offset", "horizon", "values");
  private static final String VALUES = "a mapping such as {close: price}";
  private static final List<String> RESERVED =
      List.of("window", "key", "start", "end", "kind", "revision", "events");

  private final Section root;
  private final DurationReader durations;
  private final Problems problems;
  private final List<String> names = new ArrayList<>();

  CarriedReader(
      Section root, DurationReader durations, Problems problems, List<JobWindow> windows) {
    this.root = root;
    this.durations = durations;
    this.problems = problems;
    windows.forEach(window -> names.add(window.name()));
  }

  /** What is carried; those that anything is wrong with are left out. */
  List<JobCarried> read() {
    List<JobCarried> carried = new ArrayList<>();
    for (Section section : root.sections(KEY, EXPECTED, KEYS)) {
      carried(section).ifPresent(carried::add);
    }
    return List.copyOf(carried);
  }

  private Optional<JobCarried> carried(Section section) {
    String named = "a name of its own";
    section.require("name", named);
    Optional<String> name = section.nonEmptyText("name", named);
    if (name.isPresent() && names.contains(name.get())) {
      section.refuse("name", named);
    }
    name.ifPresent(names::add);
    section.require("size", DurationReader.EXPECTED);
    Optional<Duration> size = durations.eventTime(section, "size", Sign.POSITIVE);
    Optional<Duration> offset = durations.offset(section, "size", size);
    section.require("horizon", DurationReader.EXPECTED);
    Optional<Duration> horizon = durations.eventTime(section, "horizon", Sign.NOT_NEGATIVE);
    section.require("values", VALUES);
    Map<String, String> values =
        section.freeSection("values", VALUES).map(CarriedReader::values).orElse(Map.of());
    if (!problems.none()) {
      return Optional.empty();
    }
    return Optional.of(
        new JobCarried(
            name.get(), size.get(), offset.orElse(Duration.ZERO), horizon.get(), values));
  }

  private static Map<String, String> values(Section section) {
    Map<String, String> values = new LinkedHashMap<>();
    if (section.keys().isEmpty()) {
      section.problem("no value; expected at least one");
    }
    for (String column : section.keys()) {
      if (column.isEmpty() || RESERVED.contains(column)) {
        section.problem(
            column,
            "'"
                + column
                + "': expected a column's name that is none of "
                + String.join(", ", RESERVED));
      }
      section.text(column, "the name of a column").ifPresent(read -> values.put(column, read));
    }
    return Collections.unmodifiableMap(values);
  }
}
