package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What late rows are good for: they are counted, kept as they came, and repaired in a batch. */
class LateRowsTest {
  private static final String TEN_SECONDS = "tumbling: {size: 10s}";
  private static final String WITH_LATENESS = "tumbling: {size: 10m}\n    allowed-lateness: 1h";

  /** Phones that were offline: ts is in seconds since midnight, `at` when the row came. */
  private static final String ROWS =
      """
      ts,at,k,v
      25200,25200,shop,100
      25500,25501,shop,1
      25801,25801,shop,7
      28000,28000,shop,7
      25799,28001,shop,10
      36000,36000,shop,7
      25200,36001,shop,1000
      25799,36002,kiosk,2000
      36600,36600,shop,7
      """;

  @TempDir Path temp;

  private JobFolder folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = live().input(ROWS);
  }

  /** Analysis by the journal, monitoring by the counts, repair by a second run over the journal. */
  @Test
  void s065ShouldCountKeepAndRepairLateRows() throws IOException {
    Command live = folder.run();
    assertThat(live.status()).isZero();
    assertThat(live.err())
        .isEqualTo(
            """
            sums: 9 rows, 0 rejected
              window w: 7 counted, 2 late; firings: 5 on-time, 1 late
            """);
    assertThat(folder.lines("out/late.csv"))
        .containsExactly("w,35994,25200,36001,shop,1000", "w,35994,25799,36002,kiosk,2000");
    assertThat(Journals.printed(temp.resolve("out/j")))
        .containsExactly(
            "0,late,late,w,,shop,25200,36001000000000,35994,1,8,0,\"25200,36001,shop,1000\"",
            "1,late,late,w,,kiosk,25799,36002000000000,35994,1,9,0,\"25799,36002,kiosk,2000\"");

    Command repair = repair().run();
    assertThat(repair.status()).isZero();
    assertThat(folder.lines("out/repair.csv"))
        .containsExactly(
            "w,kiosk,25200,25800,on-time,0,1,2000", "w,shop,25200,25800,on-time,0,1,1000");
  }

  /**
   * A row of 07:00 that comes when it is 10:00 is beyond an hour of lateness: into the journal.
   * What a batch makes of the journal, added to what was told live, is what a batch makes of all
   * rows.
   */
  @Test
  void s158ShouldGiveTheTruthOfABatchOnceTheVeryLateAreAdded() throws IOException {
    assertThat(folder.run().status()).isZero();
    assertThat(repair().run().status()).isZero();
    Map<String, Long> repaired = sums("out/results.csv");
    sums("out/repair.csv").forEach((window, sum) -> repaired.merge(window, sum, Long::sum));

    JobFolder batch =
        live()
            .change("strategy: bounded-out-of-orderness\n  bound: 5s", "strategy: none")
            .change("out/results.csv", "out/batch.csv")
            .change("  journal: out/j\n", "");
    assertThat(batch.run().status()).isZero();

    assertThat(repaired)
        .isEqualTo(sums("out/batch.csv"))
        .containsEntry("shop 25200", 1_111L)
        .containsEntry("kiosk 25200", 2_000L);
  }

  private JobFolder live() {
    return new JobFolder(temp)
        .change(
            "timestamp: {field: ts, unit: s}",
            "timestamp: {field: ts, unit: s}\n  arrival: {field: at, unit: s}")
        .change(TEN_SECONDS, WITH_LATENESS)
        .change("  rejected: out/rejected.csv\n", "  journal: out/j\n");
  }

  private JobFolder repair() {
    return new JobFolder(temp)
        .change(TEN_SECONDS, WITH_LATENESS)
        .change("format: csv", "format: journal")
        .change("input.csv", "out/j")
        .change("strategy: bounded-out-of-orderness\n  bound: 5s", "strategy: none")
        .change("out/results.csv", "out/repair.csv")
        .change("out/late.csv", "out/late2.csv")
        .change("  rejected: out/rejected.csv\n", "");
  }

  /** The sum of each key and window: that of its last firing. */
  private Map<String, Long> sums(String results) {
    CsvTable table = CsvTable.read(temp.resolve(results));
    Map<String, Long> sums = new TreeMap<>();
    for (List<String> row : table.rows()) {
      sums.put(
          table.cell(row, "key") + " " + table.cell(row, "start"),
          Long.parseLong(table.cell(row, "sum")));
    }
    return sums;
  }
}
