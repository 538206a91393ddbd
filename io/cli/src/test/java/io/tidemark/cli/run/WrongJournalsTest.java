package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import io.tidemark.journal.JournalOptions;
import io.tidemark.journal.JournalWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Journals that cannot be written or read: exit status 2 before the first row, 1 behind it. */
class WrongJournalsTest {
  private static final String ROWS = "ts,k,v\n40,a,1\n1,a,10\n2,a,20\n3,a,30\n";

  @TempDir Path temp;

  private JobFolder folder;
  private Path journal;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = new JobFolder(temp).change("rejected: out/rejected.csv", "journal: out/j").input(ROWS);
    journal = temp.resolve("out/j");
  }

  private JobFolder repair() {
    return new JobFolder(temp)
        .change("format: csv", "format: journal")
        .change("input.csv", "out/j")
        .change("strategy: bounded-out-of-orderness\n  bound: 5s", "strategy: none")
        .change("out/results.csv", "out/repair.csv")
        .change("  late: out/late.csv\n  rejected: out/rejected.csv\n", "");
  }

  /** Runs, and checks that all is as it was before. */
  private String refusal(JobFolder job) throws IOException {
    job.writeJob();
    var before = job.files();
    Command command = job.run();
    assertThat(command.status()).as(command.err()).isEqualTo(2);
    assertThat(command.out()).isEmpty();
    assertThat(job.files()).isEqualTo(before);
    return command.err().replace(temp + "/", "");
  }

  @Test
  void shouldRefuseADirectoryThatHoldsAnythingElse() throws IOException {
    Files.createDirectories(journal);
    Files.writeString(journal.resolve("notes.txt"), "precious");

    assertThat(refusal(folder))
        .isEqualTo(
            "job.yaml:20: output.journal: journal out/j holds 'notes.txt', which is no part of a"
                + " journal; expected a journal, or a directory that is empty or missing\n");
    assertThat(folder.read("out/j/notes.txt")).isEqualTo("precious");
  }

  @Test
  void shouldRefuseAFileInPlaceOfADirectory() throws IOException {
    folder.change("journal: out/j", "journal: file").file("file", "precious");

    assertThat(refusal(folder))
        .isEqualTo("job.yaml:20: output.journal: journal file is a file, expected a directory\n");
    assertThat(refusal(folder.change("journal: file", "journal: file/j")))
        .startsWith("job.yaml:20: output.journal: journal file/j: cannot make the directory: ");
  }

  @Test
  void shouldRefuseAJournalThatIsBeingWritten() throws IOException {
    try (JournalWriter writer = JournalWriter.startAnew(JournalOptions.in(journal))) {
      assertThat(writer.records()).isZero();
      var before = Journals.state(journal);

      assertThat(refusal(folder))
          .isEqualTo(
              "job.yaml:20: output.journal: journal out/j is in use by another writer in this"
                  + " process\n");
      assertThat(Journals.state(journal)).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "journal: out/j, journal: out/late.csv, also output.late",
    "journal: out/j, journal: out/late.csv.part/j, below the unfinished file of output.late",
    "journal: out/j, journal: input.csv, also input.path",
    "journal: out/j, journal: out, a folder of output.results",
    "journal: out/j, journal: ., a folder of the job file itself"
  })
  void shouldRefuseAJournalInTheWayOfAFile(String right, String wrong, String relation)
      throws IOException {
    assertThat(refusal(folder.change(right, wrong)))
        .isEqualTo(
            "job.yaml:20: output.journal: '"
                + wrong.substring("journal: ".length())
                + "' is "
                + relation
                + "; expected a path of its own\n");
  }

  @ParameterizedTest
  @CsvSource({
    "results: out/repair.csv, journal: out/x/../j, also input.path",
    "results: out/repair.csv, journal: out/j/new, below input.path",
    "results: out/repair.csv, results: out/j/repair.csv, below input.path"
  })
  void shouldNeverWriteTheJournalThatItReads(String right, String wrong, String relation)
      throws IOException {
    folder.run();
    var before = Journals.state(journal);

    assertThat(refusal(repair().change(right, wrong)))
        .isEqualTo(
            "job.yaml:17: output."
                + wrong.replace(": ", ": '")
                + "' is "
                + relation
                + "; expected a path of its own\n");
    assertThat(Journals.state(journal)).isEqualTo(before);
  }

  @Test
  void shouldRefuseAnInputThatIsNoJournal() throws IOException {
    assertThat(refusal(repair()))
        .isEqualTo("job.yaml:4: input.path: journal out/j is not there: it has no metadata.cq4t\n");
    JournalWriter.startAnew(JournalOptions.in(journal)).close();
    assertThat(refusal(repair()))
        .isEqualTo(
            "job.yaml:4: input.path: journal out/j holds no rows; expected one that output.journal"
                + " wrote\n");
    Command command = Command.run("journal", "print", temp.resolve("out").toString());
    assertThat(command.status()).isEqualTo(2);
    assertThat(command.err()).endsWith("/out is not there: it has no metadata.cq4t\n");
  }

  @Test
  void shouldRefuseColumnsThatTheFirstJobDidNotHave() throws IOException {
    folder.run();

    assertThat(refusal(repair().change("key: k", "key: symbol")))
        .isEqualTo(
            "job.yaml:6: input.key: column 'symbol' is not in the header of journal out/j; it has"
                + " [ts, k, v]\n");
  }

  @Test
  void shouldStopAtADamagedRecord() throws IOException {
    folder.run();
    damageRowOfLastRecord();

    Command command = repair().run();

    assertThat(command.status()).isEqualTo(1);
    assertThat(command.err())
        .contains("job.yaml: journal " + journal + ": record 2", "CRC32C")
        .doesNotContain("\tat ");
    assertThat(folder.files()).contains("out/repair.csv.part").doesNotContain("out/repair.csv");

    Command print = Command.run("journal", "print", "--format=csv", journal.toString());
    assertThat(print.status()).isEqualTo(1);
    assertThat(print.out().lines()).hasSize(1 + 2);
    assertThat(print.err()).contains("record 2", "CRC32C");
  }

  private void damageRowOfLastRecord() throws IOException {
    try (Stream<Path> files = Files.list(journal);
        RandomAccessFile file =
            new RandomAccessFile(
                files.filter(f -> f.toString().endsWith(".cq4")).findAny().orElseThrow().toFile(),
                "rw")) {
      byte[] start = new byte[1 << 20];
      file.readFully(start);
      int at = new String(start, StandardCharsets.ISO_8859_1).indexOf("3,a,30");
      file.seek(at);
      file.write('4');
    }
  }

  @Test
  void shouldNameTheFlagsThatTheJvmLacks() throws IOException, InterruptedException {
    folder.run();
    String asWritten = folder.writeJob().toString();
    String flags = "the journal needs JVM flags that are missing: --add-exports=java.base/";

    assertThat(withoutFlags("run", asWritten))
        .startsWith("2 ")
        .contains("job.yaml:20: output.journal: " + flags);
    String repair = repair().writeJob().toString();
    assertThat(withoutFlags("run", repair))
        .startsWith("2 ")
        .contains("job.yaml:4: input.path: " + flags);
    assertThat(withoutFlags("journal", "print", journal.toString())).startsWith("2 " + flags);
    assertThat(Journals.printed(journal)).hasSize(3);
    assertThat(folder.files()).noneMatch(file -> file.endsWith(".part"));
  }

  @Test
  void shouldNeedNoFlagsWithoutAJournal() throws IOException, InterruptedException {
    String job = folder.change("  journal: out/j\n", "").writeJob().toString();

    assertThat(withoutFlags("run", job)).startsWith("0 sums: 4 rows");
  }

  private static String withoutFlags(String... arguments) throws IOException, InterruptedException {
    Process process = ChildJvm.command(List.of(), arguments).redirectErrorStream(true).start();
    String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + " " + told;
  }
}
