package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs: what is written where, and what is told. */
class RunTest {
  @TempDir Path temp;

  private JobFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new JobFolder(temp);
  }

  /**
   *
   *
   * <pre>
   * ts         1   12   3   26   4
   * watermark  -5   6   6   20   20     a window [0,10) is closed from 9 on
   * late                          x
   * </pre>
   */
  @Test
  void shouldWriteResultsLateAndRejectedRows() throws IOException {
    folder.input("ts,k,v\n1,a,1\n12,a,2\n3,b,3\n26,a,4\n4,a,5\nx,a,6\n");

    Command command = folder.run();

    assertThat(command.status()).isZero();
    assertThat(folder.read("out/results.csv"))
        .startsWith("window,key,start,end,kind,revision,n,sum\n");
    assertThat(folder.lines("out/results.csv"))
        .containsExactly(
            "w,a,0,10,on-time,0,1,1",
            "w,a,10,20,on-time,0,1,2",
            "w,a,20,30,on-time,0,1,4",
            "w,b,0,10,on-time,0,1,3");
    assertThat(folder.read("out/late.csv")).isEqualTo("window,watermark,ts,k,v\nw,20,4,a,5\n");
    assertThat(folder.read("out/rejected.csv"))
        .isEqualTo("line,reason,row\n7,bad-timestamp,\"x,a,6\"\n");
  }

  @Test
  void shouldTellAtTheEndWhatWasCounted() throws IOException {
    folder
        .change("aggregates:", "allowed-lateness: 5s\n    aggregates:")
        .change("  late: out/late.csv\n  rejected: out/rejected.csv\n", "")
        .input("ts,k,v\n1,a,1\n15,a,2\n3,a,3\n26,a,4\n4,a,5\nx,a,6\n7,a\n8,a,z\n9,a,y\n");

    Command command = folder.run();

    assertThat(command.err().lines())
        .containsExactly(
            "sums: 9 rows, 4 rejected (1 bad-row, 1 bad-timestamp, 2 bad-value)",
            "  window w: 4 counted, 1 late; firings: 3 on-time, 1 late",
            "  not written: 1 late rows, as output.late is not named",
            "  not written: 4 rejected rows, as output.rejected is not named");
    assertThat(command.out()).isEmpty();
    assertThat(folder.files()).containsExactly("input.csv", "job.yaml", "out", "out/results.csv");
  }

  @Test
  void shouldTellFiringsThatAreNotWritten() throws IOException {
    folder.change("  results: out/results.csv\n", "").input("ts,k,v\n1,a,1\n");

    assertThat(folder.run().err().lines())
        .containsExactly(
            "sums: 1 rows, 0 rejected",
            "  window w: 1 counted, 0 late; firings: 1 on-time, 0 late",
            "  not written: 1 firings, as output.results is not named");
  }

  @Test
  void shouldBeQuietWhenAsked() throws IOException {
    folder.input("ts,k,v\n1,a,1\n");

    Command command = Command.run("run", "--quiet", folder.writeJob().toString());

    assertThat(command).isEqualTo(new Command(0, "", ""));
  }

  @Test
  void shouldReadStandardInputAndWriteStandardOutput() throws IOException {
    folder.change("path: input.csv", "path: '-'").change("out/results.csv", "'-'");

    Command command = folder.runWithInput("ts,k,v\n1,a,1\n");

    assertThat(command.status()).isZero();
    assertThat(command.out())
        .isEqualTo("window,key,start,end,kind,revision,n,sum\nw,a,0,10,on-time,0,1,1\n");
    assertThat(command.err()).startsWith("sums: 1 rows, 0 rejected\n");
    assertThat(folder.files()).doesNotContain("out/results.csv", "-");
  }

  @Test
  void shouldReplaceFilesThatAreThere() throws IOException {
    folder.input("ts,k,v\n1,a,1\n2,a,1\n");
    folder.run();
    folder.input("ts,k,v\n1,b,1\n");

    assertThat(folder.run().status()).isZero();
    assertThat(folder.lines("out/results.csv")).containsExactly("w,b,0,10,on-time,0,1,1");
    assertThat(folder.files())
        .containsExactly(
            "input.csv", "job.yaml", "out", "out/late.csv", "out/rejected.csv", "out/results.csv");
  }

  @Test
  void shouldReplaceUnfinishedFilesThatAreThere() throws IOException {
    Files.createDirectory(temp.resolve("out"));
    folder
        .file("out/results.csv.part", "left over\n".repeat(100))
        .file("out/late.csv.part", "left over\n".repeat(100))
        .input("ts,k,v\n1,a,1\n");

    assertThat(folder.run().status()).isZero();
    assertThat(folder.read("out/results.csv"))
        .isEqualTo("window,key,start,end,kind,revision,n,sum\nw,a,0,10,on-time,0,1,1\n");
    assertThat(folder.read("out/late.csv")).isEqualTo("window,watermark,ts,k,v\n");
  }

  @Test
  void shouldUniteTheColumnsOfAllWindows() throws IOException {
    folder
        .change(
            "output:",
            """
              - name: "x, y"
                tumbling: {size: 20s}
                aggregates:
                  sum: max(p)
                  "a,b": last(q)
            output:\
            """)
        .change("types: {v: long}", "types: {v: long, p: decimal(2)}")
        .input("ts,k,v,p,q\n1,a,1,-0.5,1e3\n");

    assertThat(folder.run().status()).isZero();
    assertThat(folder.read("out/results.csv").lines())
        .containsExactlyInAnyOrder(
            "window,key,start,end,kind,revision,n,sum,\"a,b\"",
            "w,a,0,10,on-time,0,1,1,",
            "\"x, y\",a,0,20,on-time,0,,-0.50,1000.0");
  }

  @Test
  void shouldRunSeveralJobFilesAndTellTheLargestStatus() throws IOException {
    folder.input("ts,k,v\n1,a,1\n");
    String good = folder.writeJob().toString();
    String missing = temp.resolve("missing.yaml").toString();

    Command command = Command.run("run", missing, good);

    assertThat(command.status()).isEqualTo(2);
    assertThat(command.err())
        .startsWith(missing + ": no such file; expected a job file\nsums: 1 rows");
    assertThat(Files.exists(temp.resolve("out/results.csv"))).isTrue();
  }

  @Test
  void shouldLeaveStandardInputOpenForTheNextJobFile() throws IOException {
    folder.change("path: input.csv", "path: '-'").change("format: csv", "format: jsonl");
    String job = folder.writeJob().toString();

    Command command = Command.withInput("{\"ts\": 1, \"v\": 1}\n", "run", job, job);

    assertThat(command.status()).isZero();
    assertThat(command.err()).contains("sums: 1 rows", "sums: 0 rows");
  }

  @Test
  void shouldTakeDecimalsAndDoubles() throws IOException {
    folder
        .change("types: {v: long}", "types: {v: decimal(3)}")
        .change("n: count", "n: avg(v)\n      d: sum(x)")
        .input("ts,k,v,x\n1,a,1.5,0.5\n2,a,-0.001,0.25\n");

    assertThat(folder.run().status()).isZero();
    assertThat(folder.lines("out/results.csv"))
        .containsExactly("w,a,0,10,on-time,0,0.7495,0.75,1.499");
  }
}
