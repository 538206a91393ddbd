package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be known before the first row: exit status 2, a clear message, and nothing written. */
class WrongFilesTest {
  private static final String ROWS = "ts,k,v\n1,a,1\n";

  @TempDir Path temp;

  private JobFolder folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = new JobFolder(temp).input(ROWS);
  }

  /** Runs, and checks that all is as it was before. */
  private String refusal() throws IOException {
    folder.writeJob();
    var before = folder.files();
    Command command = folder.run();
    assertThat(command.status()).as(command.err()).isEqualTo(2);
    assertThat(command.out()).isEmpty();
    assertThat(folder.files()).isEqualTo(before);
    assertThat(folder.read("input.csv")).isEqualTo(ROWS);
    return command.err().replace(temp + "/", "");
  }

  @Test
  void shouldRefuseAJobFileThatIsWrong() throws IOException {
    folder.change("unit: s", "unit: min").change("bound: 5s", "bound: -5s");

    assertThat(refusal())
        .isEqualTo(
            """
            job.yaml:5: input.timestamp.unit: 'min': expected one of s, ms, us, ns, iso-8601
            job.yaml:10: watermarks.bound: '-5s': expected a duration that is not negative
            """);
  }

  @Test
  void shouldRefuseCountWindowsOfTooManyParts() throws IOException {
    folder.change("tumbling: {size: 10s}", "count: {size: 1000001, slide: 1}");

    assertThat(refusal())
        .isEqualTo(
            "job.yaml:13: windows[0].count.slide: 1; expected one that cuts the size 1000001 into"
                + " at most 1000000 parts, not 1000001\n");
  }

  @Test
  void shouldRefuseAMissingInput() throws IOException {
    folder.change("input.csv", "other.csv");

    assertThat(refusal())
        .isEqualTo("job.yaml:4: input.path: cannot open other.csv: no such file\n");
  }

  @Test
  void shouldRefuseADirectoryAsInput() throws IOException {
    Files.createDirectory(temp.resolve("in"));
    folder.change("input.csv", "in");

    assertThat(refusal())
        .isEqualTo("job.yaml:4: input.path: in is a directory; expected a file that can be read\n");
  }

  @Test
  void shouldRefuseACsvFileWithoutAHeader() throws IOException {
    folder.file("empty.csv", "").change("input.csv", "empty.csv");

    assertThat(refusal())
        .isEqualTo(
            "job.yaml:4: input.path: empty.csv: no header; expected a first line with the names of the"
                + " columns\n");
  }

  @Test
  void shouldRefuseStandardInputWithoutAHeader() throws IOException {
    folder.change("path: input.csv", "path: '-'");

    assertThat(refusal())
        .isEqualTo(
            "job.yaml:4: input.path: standard input: no header; expected a first line with the names of the"
                + " columns\n");
  }

  @Test
  void shouldRefuseAColumnThatIsNotThere() throws IOException {
    folder.change("key: k", "key: symbol");

    assertThat(refusal())
        .isEqualTo(
            "job.yaml:6: input.key: column 'symbol' is not in the header of input.csv; it has"
                + " [ts, k, v]\n");
  }

  @Test
  void shouldRefuseAnAggregateOverAColumnThatIsNotThere() throws IOException {
    folder.change("sum: sum(v)", "sum: sum(w)");

    assertThat(refusal())
        .startsWith("job.yaml:16: windows[0].aggregates.sum: column 'w' is not in the header");
  }

  @Test
  void shouldRefuseATypeForAColumnThatIsNotThere() throws IOException {
    folder.change("{v: long}", "{v: long, w: long}");

    assertThat(refusal()).startsWith("job.yaml:7: input.types.w: column 'w' is not in the header");
  }

  @Test
  void shouldRefuseAColumnThatIsThereTwice() throws IOException {
    folder.file("twice.csv", "ts,k,v,ts\n").change("input.csv", "twice.csv");

    assertThat(refusal())
        .isEqualTo(
            "job.yaml:5: input.timestamp.field: column 'ts' is more than once in the header of"
                + " twice.csv; expected it once\n");
  }

  @Test
  void shouldRefuseTwoOutputsAtOnePath() throws IOException {
    folder.change("out/late.csv", "out/../out/./results.csv");

    assertThat(refusal())
        .isEqualTo(
            "job.yaml:19: output.late: 'out/../out/./results.csv' is also output.results; expected"
                + " a path of its own\n");
  }

  @Test
  void shouldRefuseTwoOutputsAtOnePathThroughALink() throws IOException {
    Files.createDirectory(temp.resolve("real"));
    Files.createSymbolicLink(temp.resolve("link"), temp.resolve("real"));
    folder.change("out/late.csv", "link/x/a.csv").change("out/rejected.csv", "real/x/a.csv");

    assertThat(refusal())
        .isEqualTo(
            "job.yaml:20: output.rejected: 'real/x/a.csv' is also output.late; expected a path of"
                + " its own\n");
  }

  @Test
  void shouldRefuseAnOutputAtTheInputsPath() throws IOException {
    Files.createSymbolicLink(temp.resolve("link.csv"), temp.resolve("input.csv"));
    folder.change("out/results.csv", "link.csv");

    assertThat(refusal())
        .isEqualTo(
            "job.yaml:18: output.results: 'link.csv' is also input.path; expected a path of its"
                + " own\n");
  }

  @Test
  void shouldRefuseAnOutputWhoseUnfinishedFileIsTheInput() throws IOException {
    folder
        .file("results.part", ROWS)
        .change("input.csv", "results.part")
        .change("out/results.csv", "results");

    assertThat(refusal())
        .isEqualTo(
            "job.yaml:18: output.results: 'results.part' is also input.path; expected a path of"
                + " its own\n");
  }

  @Test
  void shouldRefuseAnOutputAtTheUnfinishedFileOfAnother() throws IOException {
    folder.change("out/late.csv", "out/results.csv.part");

    assertThat(refusal())
        .isEqualTo(
            "job.yaml:19: output.late: 'out/results.csv.part' is also the unfinished file of"
                + " output.results; expected a path of its own\n");
  }

  @Test
  void shouldRefuseAnOutputBelowAnother() throws IOException {
    folder.change("out/results.csv", "out/a").change("out/late.csv", "out/a/late.csv");

    assertThat(refusal())
        .isEqualTo(
            "job.yaml:19: output.late: 'out/a/late.csv' is below output.results; expected a path of"
                + " its own\n");
  }

  @Test
  void shouldRefuseAnOutputInPlaceOfAFolderOfAnother() throws IOException {
    folder.change("out/results.csv", "out/a/results.csv").change("out/late.csv", "out/a");

    assertThat(refusal())
        .isEqualTo(
            "job.yaml:19: output.late: 'out/a' is a folder of output.results; expected a path of"
                + " its own\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"out/", "out/.", "out/new/..", "."})
  void shouldRefuseAnOutputThatIsWrittenAsAFolder(String path) throws IOException {
    folder.change("out/results.csv", path);

    assertThat(refusal())
        .isEqualTo(
            "job.yaml:18: output.results: '"
                + path
                + "': expected the path of a file, or '-' for standard output\n");
  }

  @Test
  void shouldRefuseAnUnfinishedFileThatIsALink() throws IOException {
    folder.file("precious.csv", "precious");
    Files.createSymbolicLink(temp.resolve("late.csv.part"), temp.resolve("precious.csv"));
    folder.change("out/late.csv", "late.csv");

    assertThat(refusal())
        .isEqualTo(
            "job.yaml:19: output.late: late.csv.part is not a regular file; expected a file that"
                + " can be replaced\n");
    assertThat(folder.read("precious.csv")).isEqualTo("precious");
  }

  @Test
  void shouldLeaveUnfinishedFilesOfAnEarlierRunAlone() throws IOException {
    folder.file("late.csv.part", "left over").file("file", "");
    folder.change("out/late.csv", "late.csv").change("out/rejected.csv", "file/rejected.csv");

    refusal();

    assertThat(folder.read("late.csv.part")).isEqualTo("left over");
  }

  @Test
  void shouldSayWhatIsInTheWayOfAFolder() throws IOException {
    Files.createSymbolicLink(temp.resolve("link"), temp.resolve("nowhere"));
    folder.change("out/results.csv", "link/results.csv");

    assertThat(refusal())
        .isEqualTo(
            "job.yaml:18: output.results: cannot make link/results.csv: link is there and is no"
                + " directory\n");
  }

  @Test
  void shouldRefuseTheJobFileAsOutput() throws IOException {
    folder.change("out/late.csv", "job.yaml");

    assertThat(refusal())
        .isEqualTo(
            "job.yaml:19: output.late: 'job.yaml' is also the job file itself; expected a path of"
                + " its own\n");
  }

  @Test
  void shouldTakeBackWhatWasMadeWhereALaterOutputCannotBe() throws IOException {
    folder.file("file", "").change("out/rejected.csv", "file/rejected.csv");

    assertThat(refusal()).startsWith("job.yaml:20: output.rejected: cannot make file/rejected.csv");
  }

  @Test
  void shouldRefuseADirectoryAsOutput() throws IOException {
    Files.createDirectory(temp.resolve("taken"));
    folder.change("out/results.csv", "taken");

    assertThat(refusal())
        .isEqualTo(
            "job.yaml:18: output.results: taken is a directory; expected a file that can be"
                + " replaced\n");
  }

  @Test
  void shouldLeaveOldFilesAlone() throws IOException {
    folder.run();
    String results = folder.read("out/results.csv");
    folder.change("key: k", "key: symbol");

    refusal();

    assertThat(folder.read("out/results.csv")).isEqualTo(results);
  }

  @Test
  void shouldRefuseACommandLineThatIsWrong() {
    Command nothing = Command.run();
    assertThat(nothing.status()).isEqualTo(2);
    assertThat(nothing.err())
        .startsWith("no command; expected run, demo or journal\nUsage: tidemark");
    Command noFile = Command.run("run");
    assertThat(noFile.status()).isEqualTo(2);
    assertThat(noFile.err()).startsWith("Missing required parameter: 'JOB.yaml'\nUsage: tidemark");
    Command option = Command.run("run", "--fast", "job.yaml");
    assertThat(option.status()).isEqualTo(2);
    assertThat(option.err()).startsWith("Unknown option: '--fast'\n");
    Command unnamed = Command.run("run", "");
    assertThat(unnamed.status()).isEqualTo(2);
    assertThat(unnamed.err()).isEqualTo("'': names no file; expected a job file\n");
    Command other = Command.run("walk");
    assertThat(other.status()).isEqualTo(2);
    assertThat(other.err()).startsWith("Unmatched argument at index 0: 'walk'\n");
  }
}
