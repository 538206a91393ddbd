package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several journals read at once, with the arrivals that their records hold. */
class SeveralJournalsTest {
  private static final String HEADER = "ts,at,k,v,p\n";
  private static final String TIME = "timestamp: {field: ts, unit: s}";
  private static final String BOUND = "strategy: bounded-out-of-orderness\n  bound: 5s";

  @TempDir Path temp;

  private JobFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new JobFolder(temp);
  }

  /**
   * The late rows of two runs, in two journals, are what they were in one file sorted by arrival:
   * watermarks, idleness, late rows and results.
   */
  @ParameterizedTest
  @EnumSource
  void shouldTakeRecordsAsTheyArrived(Layout layout) throws IOException {
    long seed = 9;
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder whole = new StringBuilder(HEADER);
    // Each begins with a row that makes all others late.
    List<StringBuilder> parts =
        List.of(
            new StringBuilder(HEADER + "1000000,0,a,0,9\n"),
            new StringBuilder(HEADER + "1000000,0,a,0,9\n"));
    long arrival = 0;
    for (int i = 0; i < 2_000; i++) {
      arrival += random.nextInt(random.nextInt(50) == 0 ? 30 : 3);
      int part = random.nextInt(2);
      // At one time the first journal's records come first, as they have to in one file.
      arrival += part == 0 ? 1 : 0;
      long ts = Math.max(arrival - part * 15L - random.nextInt(8), 0);
      String row = "%d,%d,k%d,%d,%d%n".formatted(ts, arrival, random.nextInt(3), i, part);
      whole.append(row);
      parts.get(part).append(row);
    }
    keepLateRows("a", parts.get(0).toString());
    keepLateRows("b", parts.get(1).toString());

    folder
        .change(TIME, TIME + "\n  arrival: {field: at, unit: s}\n  partition: p")
        .change("bound: 5s", "bound: 5s\n  idleness: 10s")
        .input(whole.toString());
    run(layout);
    List<String> results = folder.lines("out/results.csv");
    List<String> late = folder.lines("out/late.csv");

    folder
        .change("format: csv", "format: journal")
        .change("path: input.csv", "path: [out/a, out/b]")
        .change("arrival: {field: at, unit: s}", "arrival: record");
    Command command = run(layout);
    assertThat(command.err()).contains("input out/a: ", "input out/b: ");
    assertThat(folder.lines("out/results.csv")).as("seed %d", seed).isEqualTo(results).isNotEmpty();
    assertThat(folder.lines("out/late.csv")).as("seed %d", seed).isEqualTo(late).isNotEmpty();
  }

  /** Each journal is a partition that ends with its last record: none holds the others up. */
  @Test
  void shouldTakeEachJournalForAPartition() throws IOException {
    keepLateRows("a", HEADER + "1000000,0,a,0,9\n1,10,x,1,0\n12,11,x,2,0\n");
    keepLateRows("b", HEADER + "1000000,0,a,0,9\n2,12,x,4,0\n40,13,x,8,0\n3,14,x,16,0\n");
    folder
        .change("format: csv", "format: journal")
        .change("path: input.csv", "path: [out/a, out/b]")
        .change(TIME, TIME + "\n  arrival: record")
        .change(BOUND, "strategy: monotonous");

    run(Layout.INLINE);

    assertThat(folder.lines("out/results.csv"))
        .containsExactly(
            "w,x,0,10,on-time,0,2,5", "w,x,10,20,on-time,0,1,2", "w,x,40,50,on-time,0,1,8");
    assertThat(folder.lines("out/late.csv")).containsExactly("w,39,3,14,x,16,0");
  }

  private void keepLateRows(String name, String rows) throws IOException {
    Command command =
        new JobFolder(temp)
            .change("late: out/late.csv", "journal: out/" + name)
            .change(TIME, TIME + "\n  arrival: {field: at, unit: s}")
            .change("results: out/results.csv", "results: out/first.csv")
            .change("rejected: out/rejected.csv", "")
            .input(rows)
            .run();
    assertThat(command.status()).as(command.err()).isZero();
  }

  private Command run(Layout layout) throws IOException {
    String job = folder.writeJob().toString();
    Command command = Command.run("run", "--layout", layout.toString(), job);
    assertThat(command.status()).as(command.err()).isZero();
    return command;
  }
}
