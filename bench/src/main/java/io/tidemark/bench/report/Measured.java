package io.tidemark.bench.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.StreamSupport;

/**
 * One variant's entry of JMH's JSON.
 *
 * @param group what all variants compared with it have in common: the benchmark and its other
 *     parameters
 * @param variant its name within the group
 * @param unit the unit of the score
 * @param scores one number an iteration, those of all JVMs in a row
 * @param counters the other metrics, one number an iteration, by name
 */
record Measured(
    String group, String variant, String unit, double[] scores, Map<String, double[]> counters) {

  /** The parameter that names the variant where it is not the benchmark method. */
  private static final String VARIANT_PARAM = "kind";

  static Measured parse(JsonNode entry) {
    String[] names = entry.get("benchmark").asText().split("\\.");
    String method = names[names.length - 1];
    String type = names[names.length - 2];
    JsonNode params = entry.path("params");
    boolean byParam = params.has(VARIANT_PARAM);
    JsonNode primary = entry.get("primaryMetric");
    Map<String, double[]> counters = new TreeMap<>();
    for (Map.Entry<String, JsonNode> metric : entry.get("secondaryMetrics").properties()) {
      counters.put(metric.getKey(), rawData(metric.getValue()));
    }
    return new Measured(
        (byParam ? type + "." + method : type) + settings(params),
        byParam ? params.get(VARIANT_PARAM).asText() : method,
        primary.get("scoreUnit").asText(),
        rawData(primary),
        counters);
  }

  private static String settings(JsonNode params) {
    return params.properties().stream()
        .filter(param -> !param.getKey().equals(VARIANT_PARAM))
        .map(param -> ", " + param.getKey() + " " + readable(param.getValue().asText()))
        .collect(Collectors.joining());
  }

  private static String readable(String value) {
    return value.matches("\\d{4,9}") ? String.format("%,d", Integer.parseInt(value)) : value;
  }

  private static double[] rawData(JsonNode metric) {
    return StreamSupport.stream(metric.get("rawData").spliterator(), false)
        .flatMapToDouble(Measured::values)
        .toArray();
  }

  private static DoubleStream values(JsonNode fork) {
    return StreamSupport.stream(fork.spliterator(), false).mapToDouble(JsonNode::asDouble);
  }

  double median() {
    return median(scores);
  }

  /** The middle of the values, the mean of the two middle ones when their number is even. */
  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
