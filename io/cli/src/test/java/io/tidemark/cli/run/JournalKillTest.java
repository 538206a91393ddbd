package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run with a journal in a JVM of its own, ended while it waits for its next row. */
class JournalKillTest {
  private static final int LATE_ROWS = 1_000;

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(strings = {"KILL", "TERM"})
  @Timeout(60)
  void shouldLeaveAJournalThatCanBeRead(String signal) throws IOException, InterruptedException {
    JobFolder folder =
        new JobFolder(temp)
            .change("path: input.csv", "path: '-'")
            .change("out/results.csv", "'-'")
            .change("rejected: out/rejected.csv", "journal: out/j");
    Process run =
        ChildJvm.command(ChildJvm.journalFlags(), "run", folder.writeJob().toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader results = run.inputReader(StandardCharsets.UTF_8);
        OutputStream rows = run.getOutputStream()) {
      rows.write(rows().getBytes(StandardCharsets.US_ASCII));
      rows.flush();
      // The second result comes after all late rows have been journaled.
      assertThat(results.readLine()).startsWith("window,key");
      assertThat(results.readLine()).isEqualTo("w,a,0,10,on-time,0,1,1");
      assertThat(results.readLine()).isEqualTo("w,a,30,40,on-time,0,1,1");

      new ProcessBuilder("kill", "-" + signal, Long.toString(run.pid())).start().waitFor();
      run.waitFor();
    } finally {
      run.destroyForcibly();
    }
    assertThat(Journals.printed(temp.resolve("out/j")))
        .hasSize(LATE_ROWS)
        .last()
        .asString()
        .endsWith(",\"9,late,1000\"");
    assertThat(sumOfJournal()).isEqualTo("w,late,0,10,on-time,0,1000,500500");
    // And the next run takes the directory at once.
    folder.change("path: '-'", "path: input.csv").input("ts,k,v\n");
    assertThat(folder.run().status()).isZero();
    assertThat(Journals.printed(temp.resolve("out/j"))).isEmpty();
  }

  private static String rows() {
    StringBuilder rows = new StringBuilder("ts,k,v\n1,a,1\n30,a,1\n");
    for (int i = 1; i <= LATE_ROWS; i++) {
      rows.append("9,late,").append(i).append('\n');
    }
    return rows.append("60,a,1\n").toString();
  }

  private String sumOfJournal() throws IOException {
    Command command =
        new JobFolder(temp)
            .change("format: csv", "format: journal")
            .change("input.csv", "out/j")
            .change("strategy: bounded-out-of-orderness\n  bound: 5s", "strategy: none")
            .change("out/results.csv", "'-'")
            .change("  late: out/late.csv\n  rejected: out/rejected.csv\n", "")
            .run();
    return command.out().lines().skip(1).findFirst().orElse(command.err());
  }
}
