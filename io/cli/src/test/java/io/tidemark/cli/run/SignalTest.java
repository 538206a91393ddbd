package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run in a JVM of its own, ended by a signal while it waits for its next row. */
class SignalTest {
  @TempDir Path temp;

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  @Timeout(60)
  void shouldLeaveUnfinishedFilesAndOldOnes(String signal, int status)
      throws IOException, InterruptedException {
    JobFolder folder =
        new JobFolder(temp)
            .change("path: input.csv", "path: '-'")
            .change("out/results.csv", "'-'")
            .change("out/late.csv", "late.csv")
            .file("late.csv", "old");
    Process run =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "run",
                folder.writeJob().toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader results = run.inputReader(StandardCharsets.UTF_8);
        OutputStream rows = run.getOutputStream()) {
      rows.write("ts,k,v\n1,a,1\n30,a,1\n".getBytes(StandardCharsets.US_ASCII));
      rows.flush();
      // The first result says that the run is well under way.
      assertThat(results.readLine()).startsWith("window,key");
      assertThat(results.readLine()).isEqualTo("w,a,0,10,on-time,0,1,1");

      new ProcessBuilder("kill", "-" + signal, Long.toString(run.pid())).start().waitFor();

      assertThat(run.waitFor()).isEqualTo(status);
    } finally {
      run.destroyForcibly();
    }
    assertThat(folder.read("late.csv")).isEqualTo("old");
    assertThat(folder.files()).contains("late.csv.part", "out/rejected.csv.part");
    assertThat(folder.files()).doesNotContain("out/rejected.csv");
  }
}
