package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Journals of a job with more than one window definition. */
class JournalWindowTest {
  private static final String SECOND_WINDOW =
      """
        - name: "wide, \\"w\\""
          tumbling: {size: 20s}
          aggregates: {n: count}
      output:
      """;

  @TempDir Path temp;

  private JobFolder first;

  @BeforeEach
  void makeFolder() {
    first =
        new JobFolder(temp)
            .change("bound: 5s", "bound: 0s")
            .change("output:\n", SECOND_WINDOW)
            .change("rejected: out/rejected.csv", "journal: out/j");
  }

  /** A row that is late for [0,10) and [0,20), and before it one that is late for [0,10) only. */
  private void runFirst() throws IOException {
    first.input("ts,k,v\n12,a,1\n2,a,10\n40,a,1\n3,b,100\n");
    assertThat(first.run().status()).isZero();
  }

  private JobFolder repair() {
    return new JobFolder(temp)
        .change("format: csv", "format: journal")
        .change("input.csv", "out/j")
        .change("strategy: bounded-out-of-orderness\n  bound: 5s", "strategy: none")
        .change("out/results.csv", "out/repair.csv")
        .change("  late: out/late.csv\n  rejected: out/rejected.csv\n", "");
  }

  @Test
  void shouldKeepARecordForEachDefinition() throws IOException {
    runFirst();

    assertThat(Journals.printed(temp.resolve("out/j")))
        .extracting(line -> line.replaceFirst("(?<=,[0-9]),[0-9]{16,}", ""))
        .containsExactly(
            "0,late,late,w,,a,2,11,1,3,0,\"2,a,10\"",
            "1,late,late,w,,b,3,39,1,5,0,\"3,b,100\"",
            "2,late,late,\"wide, \"\"w\"\"\",,b,3,39,1,5,0,\"3,b,100\"");
  }

  @Test
  void shouldReadTheRecordsOfTheDefinitionThatIsNamed() throws IOException {
    runFirst();

    assertThat(repair().change("format: journal", "format: journal\n  window: w").run().status())
        .isZero();
    assertThat(first.lines("out/repair.csv"))
        .containsExactly("w,a,0,10,on-time,0,1,10", "w,b,0,10,on-time,0,1,100");

    repair().change("format: journal", "format: journal\n  window: 'wide, \"w\"'").run();
    assertThat(first.lines("out/repair.csv")).containsExactly("w,b,0,10,on-time,0,1,100");
  }

  @Test
  void shouldRefuseToGuessWhichDefinitionIsMeant() throws IOException {
    runFirst();

    Command command = repair().run();

    assertThat(command.status()).isEqualTo(2);
    assertThat(command.err())
        .isEqualTo(
            temp
                + "/job.yaml: input.window: missing; journal "
                + temp
                + "/out/j has late rows of several, expected one of w, wide, \"w\"\n");
    assertThat(first.files()).doesNotContain("out/repair.csv", "out/repair.csv.part");
  }

  @Test
  void shouldNotAskWhichDefinitionWhereRecordsAreOfOne() throws IOException {
    first.input("ts,k,v\n12,a,1\n2,a,10\n");
    first.run();

    assertThat(repair().run().err()).startsWith("sums: 1 rows, 0 rejected\n");
  }

  @Test
  void shouldRefuseAWindowThatTheFirstJobDidNotHave() throws IOException {
    runFirst();

    Command command = repair().change("format: journal", "format: journal\n  window: W").run();

    assertThat(command.status()).isEqualTo(2);
    assertThat(command.err())
        .isEqualTo(
            temp
                + "/job.yaml:4: input.window: 'W' is no window of journal "
                + temp
                + "/out/j; expected one of w, wide, \"w\"\n");
  }
}
