package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares the files of a run with those of a vector, as the vectors' own compare.py does: lines in
 * any order, but the firings of one (window, key, start, end) in theirs; longs and decimals by
 * value and form; doubles by value within 1e-9.
 */
final class ExpectedFiles {
  private static final double RELATIVE = 1e-9;
  private static final double ABSOLUTE_WHERE_COMPUTED = 1e-12;

  private final Path expected;
  private final Path actual;
  private final List<String> windows;

  /** Compares what the files say of these windows. */
  ExpectedFiles(Path expected, Path actual, List<String> windows) {
    this.expected = expected;
    this.actual = actual;
    this.windows = windows;
  }

  void compare() {
    compareResults();
    CsvTable late = CsvTable.read(actual.resolve("late.csv"));
    CsvTable wantedLate = CsvTable.read(expected.resolve("late.csv"));
    assertThat(late.header()).isEqualTo(wantedLate.header());
    assertThat(late.rows())
        .containsExactlyInAnyOrderElementsOf(wantedLate.ofWindows(windows).rows());
    CsvTable rejected = CsvTable.read(actual.resolve("rejected.csv"));
    assertThat(rejected.header()).containsExactly("line", "reason", "row");
    assertThat(rejected.rows()).containsExactlyInAnyOrderElementsOf(wantedRejected());
  }

  private List<List<String>> wantedRejected() {
    Path file = expected.resolve("rejected.csv");
    return Files.exists(file) ? CsvTable.read(file).rows() : List.of();
  }

  private void compareResults() {
    CsvTable wanted = CsvTable.read(expected.resolve("results.csv")).ofWindows(windows);
    CsvTable got = CsvTable.read(actual.resolve("results.csv"));
    // Where windows were left out, so were the columns that only they have.
    assertThat(wanted.header()).containsSubsequence(got.header());
    Map<List<String>, List<List<String>>> wantedFirings = firings(wanted);
    Map<List<String>, List<List<String>>> gotFirings = firings(got);
    assertThat(gotFirings.keySet()).containsExactlyInAnyOrderElementsOf(wantedFirings.keySet());
    Map<String, String> types = types();
    wantedFirings.forEach(
        (id, firings) -> {
          List<List<String>> own = gotFirings.get(id);
          assertThat(own).as("firings of %s", id).hasSameSizeAs(firings);
          for (int i = 0; i < firings.size(); i++) {
            compareFiring(wanted, firings.get(i), got, own.get(i), types);
          }
        });
  }

  private static Map<List<String>, List<List<String>>> firings(CsvTable table) {
    Map<List<String>, List<List<String>>> firings = new LinkedHashMap<>();
    for (List<String> row : table.rows()) {
      firings.computeIfAbsent(row.subList(0, 4), id -> new java.util.ArrayList<>()).add(row);
    }
    return firings;
  }

  private void compareFiring(
      CsvTable wanted,
      List<String> want,
      CsvTable got,
      List<String> row,
      Map<String, String> types) {
    String what = String.join(",", want);
    assertThat(row.subList(0, 6)).as(what).isEqualTo(want.subList(0, 6));
    for (String column : got.header().subList(6, got.header().size())) {
      String type = types.getOrDefault(want.get(0) + "." + column, "long");
      compareValue(what + " " + column, type, wanted.cell(want, column), got.cell(row, column));
    }
  }

  private static void compareValue(String what, String type, String want, String got) {
    if (want.equals(got)) {
      return;
    }
    assertThat(type).as(what + ": want " + want + ", got " + got).startsWith("d");
    if (type.startsWith("decimal")) {
      assertThat(new BigDecimal(got)).as(what).isEqualTo(new BigDecimal(want));
      return;
    }
    double wanted = Double.parseDouble(want);
    double number = Double.parseDouble(got);
    double least = type.equals("double-computed") ? ABSOLUTE_WHERE_COMPUTED : 0;
    double tolerance = Math.max(least, RELATIVE * Math.max(Math.abs(wanted), Math.abs(number)));
    assertThat(Math.abs(wanted - number)).as(what).isLessThanOrEqualTo(tolerance);
  }

  /** The type of each column, by window and column. */
  private Map<String, String> types() {
    Map<String, String> types = new HashMap<>();
    Path file = expected.resolve("types.csv");
    if (Files.exists(file)) {
      CsvTable.read(file)
          .rows()
          .forEach(row -> types.put(row.get(0) + "." + row.get(1), row.get(2)));
    }
    return types;
  }
}
