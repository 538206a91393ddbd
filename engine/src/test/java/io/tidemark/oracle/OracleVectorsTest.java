package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The oracle against job files whose outputs were made by Apache Flink's own classes.
 *
 * <p>Results are compared by window, key, start, end, kind, revision and all aggregates but
 * doubles. The system property {@code tidemark.vectors} names another directory of vectors.
 */
class OracleVectorsTest {
  private static final String NOT_COMPARED = "~";

  static Stream<Path> vectors() throws IOException, URISyntaxException {
    String elsewhere = System.getProperty("tidemark.vectors");
    Path directory =
        elsewhere == null
            ? Path.of(OracleVectorsTest.class.getResource("/oracle").toURI())
            : Path.of(elsewhere);
    try (Stream<Path> folders = Files.list(directory)) {
      return folders
          .filter(Files::isDirectory)
          .filter(VectorFolder::isCsv)
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void shouldGiveTheResultsOfFlink(Path folder) {
    VectorFolder vector = new VectorFolder(folder);
    Outcome outcome = Oracle.run(vector.script());

    assertThat(results(vector, outcome))
        .as("results of %s", folder)
        .containsExactlyInAnyOrderElementsOf(expectedResults(vector));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void shouldGiveTheLateRowsOfFlink(Path folder) {
    VectorFolder vector = new VectorFolder(folder);
    Outcome outcome = Oracle.run(vector.script());

    List<List<String>> late = new ArrayList<>();
    for (LateEvent event : outcome.late()) {
      List<String> line = new ArrayList<>();
      line.add(name(vector, event.window()));
      line.add(Long.toString(event.watermark()));
      line.addAll(vector.row(event.event().value()));
      late.add(line);
    }
    List<List<String>> expected = vector.expected("late.csv");
    assertThat(late)
        .as("late rows of %s", folder)
        .containsExactlyInAnyOrderElementsOf(expected.subList(1, expected.size()));
  }

  private static List<List<String>> expectedResults(VectorFolder vector) {
    Map<List<String>, String> types = types(vector);
    List<List<String>> lines = vector.expected("results.csv");
    List<String> header = lines.get(0);
    List<List<String>> masked = new ArrayList<>();
    for (List<String> line : lines.subList(1, lines.size())) {
      List<String> copy = new ArrayList<>(line);
      for (int i = 6; i < copy.size(); i++) {
        String type = types.getOrDefault(List.of(line.get(0), header.get(i)), "");
        copy.set(i, type.startsWith("double") ? NOT_COMPARED : line.get(i));
      }
      masked.add(copy);
    }
    return masked;
  }

  private static List<List<String>> results(VectorFolder vector, Outcome outcome) {
    Map<List<String>, String> types = types(vector);
    Set<String> columns = new LinkedHashSet<>();
    vector.windows().forEach(window -> columns.addAll(aggregates(window).keySet()));
    List<List<String>> lines = new ArrayList<>();
    for (Firing firing : outcome.firings()) {
      String window = name(vector, firing.window());
      List<String> line = new ArrayList<>(List.of(window, vector.keyText(firing.key())));
      line.add(Long.toString(firing.start()));
      line.add(Long.toString(firing.end()));
      line.add(firing.kind() == Firing.Kind.LATE ? "late" : "on-time");
      line.add(Integer.toString(firing.revision()));
      Map<String, Object> aggregates = aggregates(vector.windows().get(firing.window()));
      for (String column : columns) {
        String call = (String) aggregates.getOrDefault(column, "");
        line.add(
            call.isEmpty() ? "" : value(vector, firing, call, types.get(List.of(window, column))));
      }
      lines.add(line);
    }
    return lines;
  }

  private static String value(VectorFolder vector, Firing firing, String call, String type) {
    if (call.equals("count")) {
      return Long.toString(firing.count());
    }
    if (type.startsWith("double")) {
      return NOT_COMPARED;
    }
    int scale = type.equals("long") ? 0 : Integer.parseInt(type.replaceAll("[^0-9]", ""));
    String function = call.substring(0, call.indexOf('('));
    Firing own =
        withColumn(vector, firing, call.substring(call.indexOf('(') + 1, call.length() - 1), scale);
    BigDecimal unscaled =
        switch (function) {
          case "sum" -> new BigDecimal(own.sum());
          case "min" -> BigDecimal.valueOf(own.min());
          case "max" -> BigDecimal.valueOf(own.max());
          case "first" -> BigDecimal.valueOf(own.first());
          case "last" -> BigDecimal.valueOf(own.last());
          default -> throw new IllegalArgumentException("unknown function: " + call);
        };
    return unscaled.scaleByPowerOfTen(-scale).setScale(scale).toPlainString();
  }

  /** The same firing of events whose value is this column, scaled. */
  private static Firing withColumn(VectorFolder vector, Firing firing, String column, int scale) {
    List<Step.Event> events = new ArrayList<>();
    for (Step.Event e : firing.events()) {
      BigDecimal field = new BigDecimal(vector.field(e.value(), column));
      long value = field.scaleByPowerOfTen(scale).longValueExact();
      events.add(
          new Step.Event(e.partition(), e.timestamp(), e.arrivalNs(), e.key(), value, false));
    }
    return new Firing(
        firing.step(),
        firing.window(),
        firing.key(),
        firing.start(),
        firing.end(),
        firing.kind(),
        firing.revision(),
        events);
  }

  private static Map<List<String>, String> types(VectorFolder vector) {
    Map<List<String>, String> types = new HashMap<>();
    for (List<String> line : vector.expected("types.csv")) {
      types.put(line.subList(0, 2), line.get(2));
    }
    return types;
  }

  private static Map<String, Object> aggregates(Map<String, Object> window) {
    return VectorFolder.map(window.get("aggregates"));
  }

  private static String name(VectorFolder vector, int window) {
    return (String) vector.windows().get(window).get("name");
  }
}
