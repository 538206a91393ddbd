package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import io.tidemark.cli.Main;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What fails once rows flow: exit status 1, and the old files stay. */
class FaultsTest {
  private static final String MOST = Long.toString(Long.MAX_VALUE);

  @TempDir Path temp;

  private JobFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new JobFolder(temp);
  }

  @Test
  void shouldNameTheWindowOfASumBeyond64Bits() throws IOException {
    folder.input("ts,k,v\n1,\"a,b\"," + MOST + "\n2,\"a,b\",1\n");

    Command command = folder.run();

    assertThat(command.status()).isEqualTo(1);
    assertThat(command.err())
        .isEqualTo(
            temp
                + "/job.yaml: window 'w', key 'a,b', start 0: column 'sum' does not fit in 64"
                + " bits\n");
  }

  @Test
  void shouldTakeASumThatComesBackInto64Bits() throws IOException {
    folder.input("ts,k,v\n1,a," + MOST + "\n2,a,1\n3,a,-1\n");

    assertThat(folder.run().status()).isZero();
    assertThat(folder.lines("out/results.csv")).containsExactly("w,a,0,10,on-time,0,3," + MOST);
  }

  @Test
  void shouldKeepOldFilesAndLeaveUnfinishedOnes() throws IOException {
    folder.input("ts,k,v\n1,a,1\n").run();
    String old = folder.read("out/results.csv");
    folder.input("ts,k,v\n1,b,2\n2,x\n30,b," + MOST + "\n31,b,1\n");

    assertThat(folder.run().status()).isEqualTo(1);
    assertThat(folder.read("out/results.csv")).isEqualTo(old);
    assertThat(folder.lines("out/results.csv.part")).containsExactly("w,b,0,10,on-time,0,1,2");
    assertThat(folder.lines("out/rejected.csv.part")).containsExactly("3,bad-row,\"2,x\"");
    assertThat(folder.read("out/late.csv.part")).isEqualTo("window,watermark,ts,k,v\n");
  }

  @Test
  void shouldTellBrokenGzip() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write("ts,k,v\n1,a,1\n".getBytes(StandardCharsets.UTF_8));
    }
    byte[] cut = Arrays.copyOf(bytes.toByteArray(), bytes.size() - 4);
    folder.change("input.csv", "input.csv.gz").file("input.csv.gz", cut);

    Command command = folder.run();

    assertThat(command.status()).isEqualTo(1);
    assertThat(command.err())
        .isEqualTo(
            temp + "/job.yaml: cannot read " + temp + "/input.csv.gz: the gzip data is cut off\n");
  }

  @Test
  void shouldTellThatStandardOutputCannotBeWritten() throws IOException {
    folder.change("out/results.csv", "'-'").input("ts,k,v\n1,a,1\n30,a,1\n");
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("full");
          }
        };
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    int status =
        Main.run(
            new String[] {"run", folder.writeJob().toString()},
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(full, false, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));

    assertThat(status).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith(temp + "/job.yaml: cannot write standard output: ");
    assertThat(Files.exists(folder.path("out/late.csv"))).isFalse();
  }
}
