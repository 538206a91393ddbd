package io.tidemark.cli.job;

import io.tidemark.files.TimestampUnit;
import io.tidemark.files.ValueType;
import io.tidemark.time.TimeDomain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the part {@code input} of a job file. */
final class InputReader {
  static final String EXPECTED = "a mapping with format, path and timestamp";
  static final List<String> KEYS =
      List.of(
          "format",
          "path",
          "timestamp",
          "guard",
          "arrival",
          "key",
          "partition",
          "partitions",
          "types",
          "window",
          "kind",
          "alignment",
          "deduplicate");

  private static final Map<String, InputFormat> FORMATS =
      Choices.of(
          "csv", InputFormat.CSV, "jsonl", InputFormat.JSONL, "journal", InputFormat.JOURNAL);
  private static final Map<String, RecordKind> KINDS =
      Choices.of(
          "late", RecordKind.LATE,
          "rejected", RecordKind.REJECTED,
          "quarantined", RecordKind.QUARANTINED);
  private static final List<String> TIME_KEYS = List.of("field", "unit");
  private static final String COLUMN = "the name of a column";
  private static final String PATH =
      "the path of the input, '-' for standard input, or a list of paths";
  private static final String DEDUPLICATE = "a mapping such as {field: id, horizon: 10m}";
  private static final String ALIGNMENT = "a mapping such as {max-drift: 10s}";

  private final Section input;
  private final Problems problems;
  private final TimeReader time;

  InputReader(Section input, Problems problems) {
    this.input = input;
    this.problems = problems;
    this.time = new TimeReader(input);
  }

  /** The unit of the timestamps, if that much is right. */
  Optional<TimestampUnit> timestampUnit() {
    return time.unit();
  }

  /** Event, ingestion or processing time, if that much is right. */
  TimeDomain domain() {
    return time.domain();
  }

  /** The input; nothing when anything is wrong with the file so far. */
  Optional<JobInput> read() {
    Optional<InputFormat> format = format();
    List<String> paths = paths(format);
    boolean recordArrival = isRecordArrival(format);
    Optional<TimeColumn> arrival =
        recordArrival ? Optional.empty() : timeColumn("arrival", TimeReader.INTEGER_UNITS);
    Optional<JobTime> jobTime =
        time.read(arrival.isPresent(), recordArrival || arrival.isPresent());
    Optional<String> key = input.text("key", COLUMN);
    Optional<String> partition = input.text("partition", COLUMN);
    List<String> partitions = partitions();
    Map<String, ValueType> types = types();
    Optional<String> window = ofJournal("window", format, input.text("window", "a window's name"));
    Optional<RecordKind> kind = ofJournal("kind", format, input.choice("kind", KINDS));
    Optional<Duration> maxDrift = maxDrift(jobTime);
    Optional<JobDeduplication> deduplication = deduplication(jobTime);
    if (!problems.none()) {
      return Optional.empty();
    }
    return Optional.of(
        new JobInput(
            format.get(),
            paths,
            jobTime.get(),
            arrival,
            recordArrival,
            key,
            partition,
            partitions,
            types,
            window,
            kind.orElse(RecordKind.LATE),
            maxDrift,
            deduplication));
  }

  private Optional<InputFormat> format() {
    input.require("format", "one of " + String.join(", ", FORMATS.keySet()));
    return input.choice("format", FORMATS);
  }

  private List<String> paths(Optional<InputFormat> format) {
    input.require("path", PATH);
    List<String> paths = input.paths("path", PATH);
    if (paths.size() > 1 && paths.contains("-")) {
      input.problem("path", "'-' in a list; expected files, as standard input is read alone");
    }
    if (paths.equals(List.of("-")) && format.equals(Optional.of(InputFormat.JOURNAL))) {
      input.refuse("path", "the directory of a journal, as format is journal");
    }
    return paths;
  }

  private Optional<JobDeduplication> deduplication(Optional<JobTime> jobTime) {
    Optional<Section> section =
        input.section("deduplicate", DEDUPLICATE, List.of("field", "horizon"));
    if (section.isEmpty()) {
      return Optional.empty();
    }
    if (jobTime.isPresent() && jobTime.get().domain() == TimeDomain.PROCESSING) {
      input.problem("deduplicate", "expected none in processing time, which has no watermarks");
    }
    section.get().require("field", COLUMN);
    section.get().require("horizon", DurationReader.EXPECTED);
    Optional<String> field = section.get().text("field", COLUMN);
    return new DurationReader(timestampUnit())
        .eventTime(section.get(), "horizon", DurationReader.Sign.POSITIVE)
        .flatMap(horizon -> field.map(column -> new JobDeduplication(column, horizon)));
  }

  /** Whether each row that can be read says how far its input has come. */
  private static boolean isPlainEventTime(JobTime time) {
    return time.domain() == TimeDomain.EVENT && !time.takesAnyTimestamp();
  }

  private Optional<Duration> maxDrift(Optional<JobTime> jobTime) {
    Optional<Section> alignment = input.section("alignment", ALIGNMENT, List.of("max-drift"));
    if (alignment.isEmpty()) {
      return Optional.empty();
    }
    if (!input.isList("path")) {
      input.problem("alignment", "expected none unless path is a list");
    }
    if (input.has("arrival")) {
      input.problem("alignment", "expected none with arrival: rows come as they arrived");
    }
    if (jobTime.isPresent() && !isPlainEventTime(jobTime.get())) {
      input.problem("alignment", "expected none unless timestamps are plain event time");
    }
    alignment.get().require("max-drift", DurationReader.EXPECTED);
    DurationReader durations = new DurationReader(timestampUnit());
    return durations.eventTime(alignment.get(), "max-drift", DurationReader.Sign.NOT_NEGATIVE);
  }

  /** Whether rows have arrived when the records of the journal say. */
  private boolean isRecordArrival(Optional<InputFormat> format) {
    return input.isText("arrival", "record") && format.equals(Optional.of(InputFormat.JOURNAL));
  }

  private Optional<TimeColumn> timeColumn(String key, Map<String, TimestampUnit> units) {
    Optional<Section> section = input.section(key, timeExpected(units), TIME_KEYS);
    if (section.isEmpty()) {
      return Optional.empty();
    }
    section.get().require("field", COLUMN);
    section.get().require("unit", "one of " + String.join(", ", units.keySet()));
    Optional<String> field = section.get().text("field", COLUMN);
    Optional<TimestampUnit> unit = section.get().choice("unit", units);
    // The durations are checked by the unit even where the column's name is wrong.
    return unit.map(u -> new TimeColumn(field.orElse(""), u));
  }

  private static String timeExpected(Map<String, TimestampUnit> units) {
    return "{field: COLUMN, unit: " + String.join(" | ", units.keySet()) + "}";
  }

  private List<String> partitions() {
    List<String> partitions = new ArrayList<>();
    for (String partition : input.texts("partitions", "a list of partitions such as [a, b]")) {
      if (partitions.contains(partition)) {
        input.problem("partitions", "'" + partition + "' is named twice; expected each once");
      }
      partitions.add(partition);
    }
    if (input.has("partitions") && !input.has("partition")) {
      input.refuse("partitions", "none without partition, the column that names them");
    }
    return List.copyOf(partitions);
  }

  private Map<String, ValueType> types() {
    Map<String, ValueType> types = new LinkedHashMap<>();
    Optional<Section> section = input.freeSection("types", "a mapping such as {price: decimal(4)}");
    for (String column : section.map(Section::keys).orElse(List.of())) {
      Optional<String> text = section.get().text(column, TypeText.EXPECTED);
      Optional<ValueType> type = text.flatMap(TypeText::parse);
      if (text.isPresent() && type.isEmpty()) {
        section.get().refuse(column, TypeText.EXPECTED);
      }
      type.ifPresent(t -> types.put(column, t));
    }
    return Collections.unmodifiableMap(types);
  }

  private <T> Optional<T> ofJournal(String key, Optional<InputFormat> format, Optional<T> value) {
    if (input.has(key) && format.isPresent() && format.get() != InputFormat.JOURNAL) {
      input.refuse(key, "none unless format is journal");
    }
    return value;
  }
}
