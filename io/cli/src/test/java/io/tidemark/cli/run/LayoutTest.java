package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import io.tidemark.cli.Main;
import io.tidemark.cli.job.JobFileReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which thread takes rows through the windows, and that it changes no result. */
@Timeout(60)
class LayoutTest {
  private static final String ROWS = "ts,k,v\n1,a,1\nbroken\n16,a,1\n30,b,1\n2,a,1\n";

  @TempDir Path temp;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @ParameterizedTest
  @ValueSource(strings = {"inline", "fused"})
  void shouldWriteTheSameInEachLayout(String layout) throws IOException {
    JobFolder folder =
        new JobFolder(temp)
            .change("  rejected: out", "  journal: out/j\n  rejected: out")
            .input(ROWS);

    Command command = Command.run("run", "-q", "--layout", layout, folder.writeJob().toString());

    assertThat(command.status()).isZero();
    assertThat(command.err()).isEmpty();
    assertThat(folder.lines("out/results.csv"))
        .containsExactly(
            "w,a,0,10,on-time,0,1,1", "w,a,10,20,on-time,0,1,1", "w,b,30,40,on-time,0,1,1");
    assertThat(folder.lines("out/late.csv")).containsExactly("w,24,2,a,1");
    assertThat(folder.lines("out/rejected.csv")).containsExactly("3,bad-row,\"broken\"");
    assertThat(Journals.printed(folder.path("out/j"))).hasSize(2);
  }

  /** Where time goes on by the clock, a blocked read must not hold up what it fires. */
  @Test
  void shouldWriteOnTicksWhileTheInputIsSilent() throws IOException {
    JobFolder folder =
        new JobFolder(temp)
            .change("path: input.csv", "path: '-'")
            .change("out/results.csv", "'-'")
            .change("bound: 5s", "bound: 5s\n  emit: 10ms");
    InputStream rows = new ByteArrayInputStream(ROWS.getBytes(StandardCharsets.US_ASCII));

    int status =
        Main.run(
            new String[] {"run", "-q", folder.writeJob().toString()},
            new SequenceInputStream(rows, new EndsAfter("w,a,10,20,on-time,0,1,1\n")),
            new PrintStream(out, false, StandardCharsets.UTF_8),
            System.err);

    assertThat(status).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("w,b,30,40,on-time,0,1,1\n");
  }

  @Test
  void shouldEndOnAFaultInLayoutFused() throws IOException {
    JobFolder folder =
        new JobFolder(temp).input("ts,k,v\n1,a,9223372036854775807\n2,a,1\n30,b,1\n");

    Command command = Command.run("run", "--layout", "fused", folder.writeJob().toString());

    assertThat(command.status()).isEqualTo(1);
    assertThat(command.err()).contains("window 'w', key 'a', start 0: column 'sum'");
    assertThat(folder.files()).contains("out/results.csv.part").doesNotContain("out/results.csv");
  }

  @ParameterizedTest
  @CsvSource({
    "'', inline",
    "'\n  emit: 10ms', fused",
    "'\n  idleness: 1s', fused",
  })
  void shouldChooseFusedWhereTheClockMatters(String more, String layout) throws Exception {
    JobFolder folder = new JobFolder(temp).change("bound: 5s", "bound: 5s" + more);
    assertThat(Layout.of(JobFileReader.read(folder.writeJob()))).hasToString(layout);

    folder.change("  key: k", "  key: k\n  arrival: {field: ts, unit: s}");
    assertThat(Layout.of(JobFileReader.read(folder.writeJob()))).isEqualTo(Layout.INLINE);
  }

  @Test
  void shouldRefuseAnUnknownLayout() {
    Command command = Command.run("run", "--layout", "staged", "job.yaml");

    assertThat(command.status()).isEqualTo(2);
    assertThat(List.of(command.err().split("\n")).get(0))
        .contains("--layout", "'staged': expected inline or fused");
  }

  /** Input that ends once this has been written. */
  private final class EndsAfter extends InputStream {
    private final String expected;

    EndsAfter(String expected) {
      this.expected = expected;
    }

    @Override
    public int read() {
      while (!out.toString(StandardCharsets.UTF_8).contains(expected)) {
        LockSupport.parkNanos(1_000_000);
      }
      return -1;
    }
  }
}
