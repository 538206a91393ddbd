package io.tidemark.bench.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Makes a Markdown page from JMH's JSON: a table for each group of variants that did the same work,
 * each variant with its median [least-most], and how many times as fast as the baseline it is.
 */
final class MarkdownReport {

  /** The variants that others are compared with: the first of these that there is. */
  private static final List<String> BASELINES = List.of("hand", "IN_PLACE", "naive", "tumbling");

  /** With this counter the score means nothing. */
  private static final String FOOTPRINT = "bytesPerKey";

  /** Has columns of its own, or says nothing beside gc.alloc.rate.norm, the bytes an operation. */
  private static final Set<String> HIDDEN =
      Set.of(OthersProfiler.METRIC, "gc.alloc.rate", "gc.count", "gc.time");

  private static final double QUIET_CORES = 0.15;

  /** With a round trip of so many times the usual one of the same table, CPUs are far apart. */
  private static final double FAR = 2;

  private final StringBuilder page = new StringBuilder();

  private MarkdownReport() {}

  /**
   * The page.
   *
   * @param title its heading
   * @param results the array that JMH writes
   */
  static String of(String title, JsonNode results) {
    MarkdownReport report = new MarkdownReport();
    report.head(title, results.get(0));
    Map<String, List<Measured>> groups = new LinkedHashMap<>();
    for (JsonNode entry : results) {
      Measured measured = Measured.parse(entry);
      groups.computeIfAbsent(measured.group(), group -> new ArrayList<>()).add(measured);
    }
    groups.forEach(report::group);
    return report.page.toString();
  }

  private void head(String title, JsonNode first) {
    page.append("# ").append(title).append("\n\n");
    List<String> flags = new ArrayList<>();
    first.get("jvmArgs").forEach(flag -> flags.add(flag.asText()));
    page.append(
        String.format(
            "%s, commit %s, %s %s. Others: cores taken by other processes, median (most); "
                + "quiet: median of the iterations with others below %.2f and roundTripNs below "
                + "%.0f x its lower quartile.%n",
            property(flags, Provenance.MACHINE),
            property(flags, Provenance.COMMIT),
            first.get("vmName").asText(),
            first.get("vmVersion").asText(),
            QUIET_CORES,
            FAR));
  }

  private static String property(List<String> flags, String name) {
    String prefix = "-D" + name + "=";
    return flags.stream()
        .filter(flag -> flag.startsWith(prefix))
        .map(flag -> flag.substring(prefix.length()))
        .findFirst()
        .orElse("unknown");
  }

  private void group(String name, List<Measured> variants) {
    page.append("\n## ").append(name).append("\n\n");
    Measured baseline = baseline(variants);
    List<String> counters = counters(variants);
    boolean scored = !counters.contains(FOOTPRINT);
    double farNs = FAR * nearRoundTripNs(variants);
    List<String> header = new ArrayList<>(List.of("variant"));
    if (scored) {
      header.addAll(
          List.of(
              baseline.unit(), "M/s", "of " + baseline.variant(), "iterations", "others", "quiet"));
    }
    header.addAll(counters);
    row(header);
    row(header.stream().map(column -> "-").collect(Collectors.toList()));
    for (Measured variant : variants) {
      List<String> cells = new ArrayList<>(List.of(variant.variant()));
      if (scored) {
        cells.addAll(score(variant, baseline, farNs));
      }
      counters.forEach(counter -> cells.add(spread(variant.counters().get(counter))));
      row(cells);
    }
  }

  private static Measured baseline(List<Measured> variants) {
    return BASELINES.stream()
        .flatMap(name -> variants.stream().filter(variant -> variant.variant().equals(name)))
        .findFirst()
        .orElse(variants.get(0));
  }

  private static List<String> counters(List<Measured> variants) {
    TreeSet<String> names = new TreeSet<>();
    variants.forEach(variant -> names.addAll(variant.counters().keySet()));
    names.removeAll(HIDDEN);
    return List.copyOf(names);
  }

  /**
   * The lower quartile of what iterations saw, or infinity where none was measured. Not the least:
   * two threads that share a core for a moment are nearer than the machine's CPUs ever are.
   */
  private static double nearRoundTripNs(List<Measured> variants) {
    double[] trips =
        variants.stream()
            .map(variant -> variant.counters().get(RoundTripProfiler.METRIC))
            .filter(Objects::nonNull)
            .flatMapToDouble(Arrays::stream)
            .sorted()
            .toArray();
    return trips.length == 0 ? Double.POSITIVE_INFINITY : trips[trips.length / 4];
  }

  private static List<String> score(Measured variant, Measured baseline, double farNs) {
    double[] others = variant.counters().get(OthersProfiler.METRIC);
    return List.of(
        spread(variant.scores()),
        number(1000 / variant.median()),
        String.format(Locale.ROOT, "%.2f", baseline.median() / variant.median()),
        String.valueOf(variant.scores().length),
        others == null ? "-" : load(others),
        others == null ? "-" : quiet(variant, others, farNs));
  }

  private static String load(double[] others) {
    return String.format(
        Locale.ROOT,
        "%.2f (%.2f)",
        Measured.median(others),
        Arrays.stream(others).max().orElseThrow());
  }

  private static String quiet(Measured variant, double[] others, double farNs) {
    double[] scores = variant.scores();
    double[] trips = variant.counters().get(RoundTripProfiler.METRIC);
    double[] kept = new double[scores.length];
    int count = 0;
    for (int i = 0; i < scores.length; i++) {
      if (others[i] < QUIET_CORES && (trips == null || trips[i] < farNs)) {
        kept[count++] = scores[i];
      }
    }
    return count == 0
        ? "none"
        : number(Measured.median(Arrays.copyOf(kept, count))) + " of " + count;
  }

  private static String spread(double[] values) {
    if (values == null) {
      return "-";
    }
    return String.format(
        "%s [%s-%s]",
        number(Measured.median(values)),
        number(Arrays.stream(values).min().orElseThrow()),
        number(Arrays.stream(values).max().orElseThrow()));
  }

  /** Three digits are all that a measurement here is worth. */
  private static String number(double value) {
    double size = Math.abs(value);
    String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, value);
  }

  private void row(List<String> cells) {
    page.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
