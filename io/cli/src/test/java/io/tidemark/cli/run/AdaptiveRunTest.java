package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Job files with an adaptive bound, and runs that repeat its decisions. */
class AdaptiveRunTest {
  private static final Path EXAMPLES = Path.of("../../examples");
  private static final Path EXPECTED = Path.of("src/test/resources/examples");
  private static final String ADAPTIVE =
      "strategy: adaptive\n  target-late: 25%\n  min-bound: 0s\n  max-bound: 20s\n  step: 8s\n"
          + "  decide-every: 4";

  /** As long as a record's line. */
  private static final String HEADER = "1,2,3,4,5,6,7,8,9,10,11,12,13\n";

  @TempDir Path temp;

  /** The decisions and results were worked out by a script that sorts each thousand of trades. */
  @ParameterizedTest
  @ValueSource(strings = {"inline", "fused"})
  void shouldDecideAsTheScriptDid(String layout) throws IOException {
    Path job = example();

    Command command = Command.run("run", "--layout", layout, job.toString());

    assertThat(command.status()).as(command.err()).isZero();
    Path out = temp.resolve("out/adaptive");
    assertThat(decisions(out.resolve("journal")))
        .isEqualTo(
            Files.readAllLines(EXPECTED.resolve("adaptive-bound-decisions.csv")).stream()
                .skip(1)
                .map(line -> "," + line)
                .toList());
    assertThat(Files.readAllLines(out.resolve("trades.csv")))
        .containsExactlyInAnyOrderElementsOf(
            Files.readAllLines(EXPECTED.resolve("adaptive-bound.csv")));
  }

  @Test
  void shouldRepeatTheDecisionsOfAJournalWhateverTheOtherSettings() throws IOException {
    Path job = example();
    assertThat(Command.run("run", job.toString()).status()).isZero();
    Path again = temp.resolve("examples/again.yaml");
    Files.writeString(
        again,
        Files.readString(job)
            .replace("target-late: 1%", "target-late: 0.9\n  bounds-from: ../out/adaptive/journal")
            .replace("min-bound: 5ms", "min-bound: 200ms")
            .replace("out/adaptive/trades.csv", "out/again/trades.csv")
            .replace("late: ../out/adaptive", "late: ../out/again")
            .replace("journal: ../out/adaptive", "journal: ../out/again"));

    Command command = Command.run("run", again.toString());

    assertThat(command.status()).as(command.err()).isZero();
    for (String file : List.of("trades.csv", "late.csv")) {
      assertThat(temp.resolve("out/again").resolve(file))
          .hasSameTextualContentAs(temp.resolve("out/adaptive").resolve(file));
    }
    assertThat(decisions(temp.resolve("out/again/journal")))
        .isEqualTo(decisions(temp.resolve("out/adaptive/journal")));
  }

  private Path example() throws IOException {
    Path folder = temp.resolve("examples");
    String data = "data/binance-6feeds-trades.csv.gz";
    Files.createDirectories(folder.resolve("data"));
    Files.copy(EXAMPLES.resolve(data), folder.resolve(data));
    return Files.copy(
        EXAMPLES.resolve("adaptive-bound.yaml"), folder.resolve("adaptive-bound.yaml"));
  }

  /** Each as partition, events, bound. */
  private static List<String> decisions(Path journal) {
    Stream<List<String>> records =
        CsvTable.parse(HEADER + String.join("\n", Journals.printed(journal))).rows().stream();
    return records
        .filter(record -> record.get(1).equals("bound"))
        .map(record -> record.get(4) + "," + record.get(10) + "," + record.get(12))
        .toList();
  }

  /**
   * Worked by hand, in s; bound 20 at first. Partition x decides after 4 rows: disorders 0, 0, 3,
   * 0, one may exceed it: no, fewer than one: so 3, but a step down is 12.
   */
  @Test
  void shouldDecideForEachPartitionByItsText() throws IOException {
    JobFolder folder = adaptive();
    folder.input(
        "ts,k,v,p\n1,a,1,x\n5,a,1,x\n2,a,1,x\n6,a,1,x\n7,a,1,y\n8,a,1,x\n9,a,1,x\n9,a,1,x\n9,a,1,x\n");

    assertThat(folder.run().status()).isZero();

    assertThat(decisions(temp.resolve("out/j")))
        .containsExactly("x,0,20", "x,4,12", "y,0,20", "x,8,4");
  }

  private JobFolder adaptive() {
    return new JobFolder(temp)
        .change("strategy: bounded-out-of-orderness\n  bound: 5s", ADAPTIVE)
        .change("  key: k\n", "  key: k\n  partition: p\n")
        .change(
            "  rejected: out/rejected.csv\n", "  rejected: out/rejected.csv\n  journal: out/j\n");
  }

  @Test
  void shouldRefuseAJournalThatHoldsNoDecisions() throws IOException {
    JobFolder plain =
        new JobFolder(temp).change("  rejected: out/rejected.csv\n", "  journal: out/plain\n");
    plain.input("ts,k,v\n1,a,1\n");
    assertThat(plain.run().status()).isZero();

    JobFolder folder = adaptive().change("decide-every: 4", "bounds-from: out/plain");
    Command command = folder.run();

    assertThat(command.status()).isEqualTo(2);
    assertThat(command.err())
        .contains("job.yaml:15: watermarks.bounds-from: 'out/plain' holds no decisions of bounds;");
  }

  @Test
  void shouldRefuseAJournalThatIsNotThere() throws IOException {
    Command command =
        adaptive().change("decide-every: 4", "bounds-from: none").input("ts,k,v,p\n").run();

    assertThat(command.status()).isEqualTo(2);
    assertThat(command.err()).contains("watermarks.bounds-from: journal ").contains("is not there");
    assertThat(temp.resolve("out")).doesNotExist();
  }

  @Test
  void shouldNotWriteOverTheDecisionsThatItReads() throws IOException {
    JobFolder first = adaptive();
    first.input("ts,k,v,p\n1,a,1,x\n");
    assertThat(first.run().status()).isZero();

    Command command = first.change("decide-every: 4", "bounds-from: out/j").run();

    assertThat(command.status()).isEqualTo(2);
    assertThat(command.err())
        .contains(
            "output.journal: 'out/j' is also watermarks.bounds-from; expected a path of its own");
    assertThat(decisions(temp.resolve("out/j"))).containsExactly("x,0,20");
  }

  @Test
  void shouldTellWhatTheEngineRefuses() throws IOException {
    Command command = adaptive().change("decide-every: 4", "decide-every: 1").run();

    assertThat(command.status()).isEqualTo(2);
    assertThat(command.err())
        .contains("job.yaml:15: watermarks.decide-every: 1; expected 4 or more");
  }
}
