package io.tidemark.oracle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A vector: a job file, its CSV input, and the outputs that Apache Flink gave. Turned into a script
 * whose events have the row's number as value, and keys and partitions as numbers.
 */
final class VectorFolder {
  private static final Map<String, Long> UNIT_NS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "ms", 1_000_000L,
          "iso-8601", 1_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L,
          "h", 3_600_000_000_000L,
          "d", 86_400_000_000_000L);

  private final Path folder;
  private final Map<String, Object> job;
  private final Map<String, Object> input;
  private final long unitNs;
  private final List<String> header;
  private final List<CsvRows.Row> rows;
  private final List<String> keys = new ArrayList<>();
  private final List<String> partitions = new ArrayList<>();

  VectorFolder(Path folder) {
    this.folder = folder;
    this.job = YamlSubset.read(text(folder.resolve("job.yaml")));
    this.input = map(job.get("input"));
    this.unitNs = UNIT_NS.get(map(input.get("timestamp")).get("unit"));
    List<CsvRows.Row> all =
        CsvRows.read(text(folder.resolve((String) input.get("path"))), rejectedRows());
    this.header = all.get(0).fields();
    this.rows = all.subList(1, all.size());
    if (input.get("partitions") instanceof List<?> declared) {
      declared.forEach(name -> partitions.add((String) name));
    }
  }

  /** Whether the input is CSV, the only format read here. */
  static boolean isCsv(Path folder) {
    return text(folder.resolve("job.yaml")).contains("format: csv");
  }

  /** The window definitions as they stand in the job file, in order. */
  List<Map<String, Object>> windows() {
    return list(job.get("windows")).stream().map(VectorFolder::map).toList();
  }

  /** The lines of a file of expected output, the header first. */
  List<List<String>> expected(String file) {
    Path path = folder.resolve("expected").resolve(file);
    return CsvRows.read(text(path), Map.of()).stream().map(CsvRows.Row::fields).toList();
  }

  /** The field of this column in the input row of this number. */
  String field(long row, String column) {
    return rows.get((int) row).fields().get(header.indexOf(column));
  }

  /** All fields of the input row of this number. */
  List<String> row(long row) {
    return rows.get((int) row).fields();
  }

  /** The text of a key. */
  String keyText(long key) {
    return keys.get((int) key);
  }

  Script script() {
    Settings settings = settings();
    List<Step> steps = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      if (rows.get(row).rejected()) {
        // Its arrival is not read: it must not matter.
        steps.add(new Step.Rejected(0, 0, Long.MAX_VALUE));
      } else {
        steps.add(event(row));
      }
    }
    steps.add(new Step.EndOfInput());
    return new Script(settings, steps);
  }

  private Step.Event event(int row) {
    int partition = input.get("partition") instanceof String p ? id(partitions, field(row, p)) : 0;
    String key = input.get("key") instanceof String column ? field(row, column) : "";
    return new Step.Event(partition, timestamp(row), arrivalNs(row), id(keys, key), row, false);
  }

  private long timestamp(int row) {
    Map<String, Object> timestamp = map(input.get("timestamp"));
    String text = field(row, (String) timestamp.get("field"));
    if ("iso-8601".equals(timestamp.get("unit"))) {
      return OffsetDateTime.parse(text).toInstant().toEpochMilli();
    }
    return Long.parseLong(text);
  }

  /** Without arrivals the wall clock would tick: here it stands still. */
  private long arrivalNs(int row) {
    if (input.get("arrival") == null) {
      return 0;
    }
    Map<String, Object> arrival = map(input.get("arrival"));
    long value = Long.parseLong(field(row, (String) arrival.get("field")));
    return Math.multiplyExact(value, UNIT_NS.get(arrival.get("unit")));
  }

  private Settings settings() {
    Map<String, Object> watermarks = map(job.get("watermarks"));
    Settings settings = Settings.of(strategy(watermarks)).declared(partitions.size());
    if (watermarks.get("idleness") instanceof String idleness) {
      settings = settings.idleness(ns(idleness));
    }
    if (watermarks.get("emit") instanceof String emit && !emit.equals("per-event")) {
      settings = settings.periodic(ns(emit));
    }
    for (Map<String, Object> window : windows()) {
      settings = settings.window(spec(window));
    }
    return settings;
  }

  private Settings.Strategy strategy(Map<String, Object> watermarks) {
    return switch ((String) watermarks.get("strategy")) {
      case "monotonous" -> Settings.Strategy.monotonous();
      case "none" -> Settings.Strategy.none();
      default -> Settings.Strategy.bounded(units(watermarks.get("bound")));
    };
  }

  private WindowSpec spec(Map<String, Object> window) {
    String name = (String) window.get("name");
    long lateness = units(window.getOrDefault("allowed-lateness", "0s"));
    return new WindowSpec(name, shape(window), lateness);
  }

  private WindowSpec.Shape shape(Map<String, Object> window) {
    if (window.get("session") != null) {
      return new WindowSpec.Session(units(map(window.get("session")).get("gap")));
    }
    boolean sliding = window.get("sliding") != null;
    Map<String, Object> shape = map(window.get(sliding ? "sliding" : "tumbling"));
    long size = units(shape.get("size"));
    long offset = units(shape.getOrDefault("offset", "0s"));
    return sliding
        ? new WindowSpec.Sliding(size, units(shape.get("slide")), offset)
        : new WindowSpec.Tumbling(size, offset);
  }

  /** A duration in the timestamp's unit. */
  private long units(Object duration) {
    return ns((String) duration) / unitNs;
  }

  private static long ns(String duration) {
    String unit = duration.replaceAll("[-0-9]", "");
    long count = Long.parseLong(duration.substring(0, duration.length() - unit.length()));
    return BigInteger.valueOf(count)
        .multiply(BigInteger.valueOf(UNIT_NS.get(unit)))
        .longValueExact();
  }

  private Map<Integer, String> rejectedRows() {
    Map<Integer, String> rejected = new HashMap<>();
    if (Files.exists(folder.resolve("expected/rejected.csv"))) {
      List<List<String>> lines = expected("rejected.csv");
      for (List<String> line : lines.subList(1, lines.size())) {
        rejected.put(Integer.parseInt(line.get(0)), line.get(2));
      }
    }
    return rejected;
  }

  private static int id(List<String> texts, String text) {
    if (!texts.contains(text)) {
      texts.add(text);
    }
    return texts.indexOf(text);
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> map(Object node) {
    return node == null ? new LinkedHashMap<>() : (Map<String, Object>) node;
  }

  private static List<?> list(Object node) {
    return (List<?>) node;
  }

  private static String text(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
