package io.tidemark.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class MarkdownReportTest {

  @Test
  void shouldCompareMethodsOfABenchmarkWithHand() throws IOException {
    String page =
        page(
            entry("t.Jobs.hand", "\"keys\": \"10000\"", "[[20.0, 30.0], [25.0]]", ""),
            entry("t.Jobs.naive", "\"keys\": \"10000\"", "[[100.0], [140.0]]", ""));

    assertThat(page)
        .contains("## Jobs, keys 10,000")
        .contains("| variant | ns/op | M/s | of hand | iterations | others | quiet |")
        .contains("| hand | 25.0 [20.0-30.0] | 40.0 | 1.00 | 3 | - | - |")
        .contains("| naive | 120 [100-140] | 8.33 | 0.21 | 2 | - | - |");
  }

  @Test
  void shouldCompareKindsWithTheRowInPlaceInAGroupForEachOtherParameter() throws IOException {
    String page =
        page(
            entry("t.Tables.update", "\"keys\": \"10\", \"kind\": \"AGRONA\"", "[[20.0]]", ""),
            entry("t.Tables.update", "\"keys\": \"10\", \"kind\": \"IN_PLACE\"", "[[10.0]]", ""),
            entry("t.Tables.update", "\"keys\": \"20\", \"kind\": \"IN_PLACE\"", "[[11.0]]", ""));

    assertThat(page)
        .containsSubsequence(
            "## Tables.update, keys 10\n",
            "| AGRONA | 20.0 [20.0-20.0] | 50.0 | 0.50 |",
            "| IN_PLACE | 10.0 [10.0-10.0] | 100 | 1.00 |",
            "## Tables.update, keys 20\n",
            "| IN_PLACE | 11.0 [11.0-11.0] | 90.9 | 1.00 |");
  }

  @Test
  void shouldTellQuietIterationsFromOthers() throws IOException {
    String others = "\"others\": {\"rawData\": [[0.5, 0.0], [0.1]]}";

    String page = page(entry("t.Jobs.hand", "", "[[90.0, 20.0], [30.0]]", others));

    assertThat(page)
        .contains("| hand | 30.0 [20.0-90.0] | 33.3 | 1.00 | 3 | 0.10 (0.50) | 25.0 of 2 |");
  }

  @Test
  void shouldNotCallAnIterationQuietWhoseCpusWereFarApart() throws IOException {
    String counters =
        "\"others\": {\"rawData\": [[0.0, 0.0, 0.0, 0.0]]}, "
            + "\"roundTripNs\": {\"rawData\": [[400.0, 70.0, 30.0, 80.0]]}";

    String page = page(entry("t.Jobs.fused", "", "[[60.0, 15.0, 16.0, 17.0]]", counters));

    assertThat(page)
        .contains("| quiet | roundTripNs |")
        .contains("| 16.0 of 3 | 75.0 [30.0-400] |");
  }

  @Test
  void shouldShowCountersBesideTheScore() throws IOException {
    String counter = "\"longestPauseUs\": {\"rawData\": [[1000.0], [5000.0]]}";

    String page = page(entry("t.Tables.grow", "\"kind\": \"AGRONA\"", "[[1.0], [1.0]]", counter));

    assertThat(page).contains("| quiet | longestPauseUs |").contains("| - | 3,000 [1,000-5,000] |");
  }

  @Test
  void shouldLeaveOutTheScoreOfAFootprint() throws IOException {
    String counter = "\"bytesPerKey\": {\"rawData\": [[81.92]]}";

    String page = page(entry("t.Tables.size", "\"kind\": \"AGRONA\"", "[[123.0]]", counter));

    assertThat(page)
        .contains("| variant | bytesPerKey |")
        .contains("| AGRONA | 81.9 [81.9-81.9] |")
        .doesNotContain("123");
  }

  @Test
  void shouldSayWhereTheFiguresComeFrom() throws IOException {
    assertThat(page(entry("t.Jobs.hand", "", "[[1.0]]", "")))
        .startsWith("# 2026-11-30-w1\n\n2 x Cpu, commit abc, Some VM 17.0.1.");
  }

  private static String page(String... entries) throws IOException {
    String json = "[" + String.join(",", entries) + "]";
    return MarkdownReport.of("2026-11-30-w1", new ObjectMapper().readTree(json));
  }

  private static String entry(String benchmark, String params, String scores, String counters) {
    return String.format(
        "{\"benchmark\": \"%s\", \"vmName\": \"Some VM\", \"vmVersion\": \"17.0.1\", \"jvmArgs\": "
            + "[\"-Xmx1g\", \"-Dtidemark.bench.machine=2 x Cpu\", \"-Dtidemark.bench.commit=abc\"], "
            + "\"params\": {%s}, \"primaryMetric\": {\"scoreUnit\": \"ns/op\", \"rawData\": %s}, "
            + "\"secondaryMetrics\": {%s}}",
        benchmark, params, scores, counters);
  }
}
