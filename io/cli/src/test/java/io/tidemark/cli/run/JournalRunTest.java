package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Late and rejected rows into a journal, and what a second job makes of them. */
class JournalRunTest {
  private static final String ARRIVALS = "timestamp: {field: ts, unit: s}\n  arrival: {field: at";

  /** Rows whose keys and partitions are odd texts; the last two are late for [0,10). */
  private static final String ROWS =
      """
      ts,at,k,p,v
      1,100,a,x,1
      2,101,"a,""b",,2
      40,102,007,x,3
      41,103,é\t한,y,4
      x,104,7,x,5
      42,105,7,x
      3,106,"a,""b",x,6
      4,107, é\t한,"y
      z",7
      """;

  @TempDir Path temp;

  private JobFolder folder;

  @BeforeEach
  void makeFolder() {
    folder =
        new JobFolder(temp)
            .change("timestamp: {field: ts, unit: s}", ARRIVALS + ", unit: s}\n  partition: p")
            .change(
                "  rejected: out/rejected.csv\n",
                "  rejected: out/rejected.csv\n  journal: out/j\n");
  }

  private List<String> journal() {
    return Journals.printed(temp.resolve("out/j"));
  }

  /** A job that reads the journal of the first one and adds up what was late. */
  private JobFolder repair() {
    return new JobFolder(temp)
        .change("format: csv", "format: journal")
        .change("input.csv", "out/j")
        .change("strategy: bounded-out-of-orderness\n  bound: 5s", "strategy: none")
        .change("out/results.csv", "out/repair.csv")
        .change("out/late.csv", "out/late2.csv")
        .change("out/rejected.csv", "out/rejected2.csv");
  }

  @Test
  void shouldKeepARecordForEachLateAndRejectedRow() throws IOException {
    // A partition of its own for each of '', x, y and "y\nz" would hold time back.
    folder.change("\n  partition: p", "").input(ROWS);

    Command command = folder.run();

    assertThat(command.err())
        .isEqualTo(
            """
            sums: 8 rows, 2 rejected (1 bad-row, 1 bad-timestamp)
              window w: 4 counted, 2 late; firings: 4 on-time, 0 late
            """);
    assertThat(command.status()).isZero();
    assertThat(String.join("\n", journal()))
        .isEqualTo(
            """
            0,rejected,bad-timestamp,,,,,,,,6,0,"x,104,7,x,5"
            1,rejected,bad-row,,,,,,,,7,0,"42,105,7,x"
            2,late,late,w,,"a,""b",3,106000000000,35,1,8,0,"3,106,""a,""\""b"",x,6"
            3,late,late,w,, é\t한,4,107000000000,35,1,9,0,"4,107, é\t한,""y
            z"",7\"""");
    assertThat(folder.read("out/late.csv"))
        .isEqualTo(
            "window,watermark,ts,at,k,p,v\nw,35,3,106,\"a,\"\"b\",x,6\nw,35,4,107, é\t한,\"y\nz\",7\n");
    assertThat(folder.read("out/rejected.csv"))
        .isEqualTo("line,reason,row\n6,bad-timestamp,\"x,104,7,x,5\"\n7,bad-row,\"42,105,7,x\"\n");
  }

  @Test
  void shouldKeepPartitionsAsTexts() throws IOException {
    folder
        .change("partition: p", "partition: p\n  partitions: ['007', '7']")
        .input("ts,at,k,p,v\n40,1,a,7,1\n41,1,a,007,1\n1,1,a,007,1\nx,1,a,007,1\n2,1,a,7,1\n");

    assertThat(folder.run().status()).isZero();
    assertThat(journal())
        .containsExactly(
            "0,late,late,w,007,a,1,1000000000,34,1,4,0,\"1,1,a,007,1\"",
            "1,rejected,bad-timestamp,,,,,,,,5,0,\"x,1,a,007,1\"",
            "2,late,late,w,7,a,2,1000000000,34,1,6,0,\"2,1,a,7,1\"");
  }

  @Test
  void shouldReadLateRowsBack() throws IOException {
    folder.change("\n  partition: p", "").input(ROWS);
    folder.run();
    var before = Journals.state(temp.resolve("out/j"));

    Command command = repair().run();

    assertThat(command.err())
        .isEqualTo(
            """
            sums: 2 rows, 0 rejected
              window w: 2 counted, 0 late; firings: 2 on-time, 0 late
            """);
    assertThat(folder.lines("out/repair.csv"))
        .containsExactly("w, é\t한,0,10,on-time,0,1,7", "w,\"a,\"\"b\",0,10,on-time,0,1,6");
    assertThat(folder.read("out/late2.csv")).isEqualTo("window,watermark,ts,at,k,p,v\n");
    assertThat(Journals.state(temp.resolve("out/j"))).isEqualTo(before);
  }

  @Test
  void shouldReadRejectedRowsByTheNumbersOfTheirRecords() throws IOException {
    folder.change("\n  partition: p", "").input(ROWS + "\"open,1\n");
    folder.run();

    Command command = repair().change("format: journal", "format: journal\n  kind: rejected").run();

    assertThat(command.status()).isZero();
    assertThat(folder.read("out/rejected2.csv"))
        .isEqualTo(
            "line,reason,row\n1,bad-timestamp,\"x,104,7,x,5\"\n2,bad-row,\"42,105,7,x\"\n"
                + "5,bad-row,\"\"\"open,1\"\n");
  }

  @Test
  void shouldReadRejectedRowsThatASecondJobUnderstands() throws IOException {
    folder
        .change("{field: ts, unit: s}\n  arrival: {field: at, unit: s}", "{field: ts, unit: s}")
        .change("\n  partition: p", "")
        .input("ts,k,v\n2026-01-01T00:00:01Z,a,1\n\"open,1\n");
    folder.run();

    Command command =
        repair()
            .change("unit: s", "unit: iso-8601")
            .change("format: journal", "format: journal\n  kind: rejected\n  window: w")
            .run();

    assertThat(command.status()).isZero();
    assertThat(folder.lines("out/repair.csv"))
        .containsExactly("w,a,1767225600000,1767225610000,on-time,0,1,1");
    assertThat(folder.lines("out/rejected2.csv")).containsExactly("2,bad-row,\"\"\"open,1\"");
  }

  @Test
  void shouldReadJsonRowsBack() throws IOException {
    String late = "{\"ts\": 1, \"k\": \"é\\n\\\"\", \"v\": \"5\", \"x\": [1,2]}\r";
    folder
        .change("{field: ts, unit: s}\n  arrival: {field: at, unit: s}", "{field: ts, unit: s}")
        .change("\n  partition: p", "")
        .change("format: csv", "format: jsonl")
        .input("{\"ts\":40,\"k\":1,\"v\":1}\n" + late + "\r\n{\"ts\":40\n{\"ts\":1,\"v\":\"z\"}\n");
    folder.run();
    assertThat(journal())
        .hasSize(4 + 1)
        .last()
        .isEqualTo("2,rejected,bad-value,,,,,,,,4,0,\"{\"\"ts\"\":1,\"\"v\"\":\"\"z\"\"}\"");

    assertThat(repair().run().status()).isZero();

    assertThat(folder.read("out/repair.csv"))
        .isEqualTo("window,key,start,end,kind,revision,n,sum\nw,\"é\n\"\"\",0,10,on-time,0,1,5\n");
    assertThat(folder.read("out/late2.csv")).isEqualTo("window,watermark,row\n");

    assertThat(repair().change("format: journal", "format: journal\n  kind: rejected").run().err())
        .startsWith("sums: 2 rows, 2 rejected (1 bad-row, 1 bad-value)");
  }

  @Test
  void shouldKeepTheColumnsThroughASecondJournal() throws IOException {
    folder
        .change("\n  partition: p", "")
        .input("ts,at,k,p,v\n40,1,a,x,1\n8,1,a,x,2\n3,1,a,\"x,\",3\n");
    folder.run();

    Command second =
        repair()
            .change("strategy: none", "strategy: monotonous")
            .change("tumbling: {size: 10s}", "tumbling: {size: 1s}")
            .change("rejected: out/rejected2.csv", "journal: out/j2")
            .run();

    assertThat(second.status()).as(second.err()).isZero();
    assertThat(folder.read("out/late2.csv"))
        .isEqualTo("window,watermark,ts,at,k,p,v\nw,7,3,1,a,\"x,\",3\n");
    Command third = repair().change("out/j", "out/j2").run();
    assertThat(third.err()).startsWith("sums: 1 rows, 0 rejected\n");
    assertThat(folder.lines("out/repair.csv")).containsExactly("w,a,0,10,on-time,0,1,3");
  }

  @Test
  void shouldReplaceTheJournalThatIsThere() throws IOException {
    folder.change("\n  partition: p", "").input(ROWS);
    folder.run();
    folder.input("ts,at,k,p,v\n40,1,a,x,1\n1,1,a,x,9\n");

    assertThat(folder.run().status()).isZero();
    assertThat(journal()).containsExactly("0,late,late,w,,a,1,1000000000,34,1,3,0,\"1,1,a,x,9\"");
  }

  @Test
  void shouldMakeAnEmptyJournalWhereNothingIsLate() throws IOException {
    folder
        .change("  late: out/late.csv\n  rejected: out/rejected.csv\n", "")
        .input("ts,at,k,p,v\n");

    assertThat(folder.run().status()).isZero();
    assertThat(journal()).isEmpty();
    assertThat(repair().run().err()).startsWith("sums: 0 rows, 0 rejected\n");
  }

  @Test
  void shouldCountRowsOfAJournalAsWritten() throws IOException {
    folder
        .change(
            "  results: out/results.csv\n  late: out/late.csv\n  rejected: out/rejected.csv\n", "")
        .change("\n  partition: p", "")
        .input(ROWS);

    assertThat(folder.run().err())
        .contains("2 late", "2 rejected", "not written: 4 firings")
        .doesNotContain("late rows", "rejected rows");
    assertThat(journal()).hasSize(5);
  }

  @Test
  void shouldKeepWhatWasWrittenAfterAFault() throws IOException {
    folder
        .change("\n  partition: p", "")
        .change("types: {v: long}", "types: {v: long, at: long}")
        .input("ts,at,k,p,v\n40,1,a,x,1\n1,1,a,x,5\n41,1,a,x,9223372036854775807\n");

    Command command = folder.run();

    assertThat(command.status()).isEqualTo(1);
    assertThat(command.err()).contains("does not fit in 64 bits");
    assertThat(journal()).hasSize(1);
    assertThat(Files.exists(temp.resolve("out/late.csv.part"))).isTrue();
  }
}
