package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of window shapes; what is expected was worked out by a script, row by row. */
class ShapeExamplesTest {
  private static final Path EXAMPLES = Path.of("../../examples");
  private static final Path EXPECTED = Path.of("src/test/resources/examples");

  @TempDir Path home;

  @ParameterizedTest
  @CsvSource({
    "inline, five-minute-sales, sales.csv",
    "fused, five-minute-sales, sales.csv",
    "inline, rolling-average, temperatures.csv",
    "fused, rolling-average, temperatures.csv",
    "inline, user-sessions, page-views.csv",
    "fused, user-sessions, page-views.csv",
    "inline, daily-bars, hourly-trades.csv",
    "fused, daily-bars, hourly-trades.csv",
    "inline, window-shapes, hourly-trades.csv",
    "fused, window-shapes, hourly-trades.csv"
  })
  void s179ShouldGiveWhatTheScriptGave(String layout, String name, String data) throws IOException {
    List<String> lines = run(layout, name, data);

    List<String> expected = Files.readAllLines(EXPECTED.resolve(name + ".csv"));
    assertThat(lines.get(0)).isEqualTo(expected.get(0));
    assertThat(lines).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void s149ShouldTellAViewThatIsTooLateForAnyVisit() throws IOException {
    run("inline", "user-sessions", "page-views.csv");

    assertThat(Files.readAllLines(home.resolve("out/user-sessions-late.csv")))
        .containsExactly(
            "window,watermark,time,user,bytes",
            "visits,1714991399999,2024-05-06T10:03:00.000Z,u2,800");
  }

  private List<String> run(String layout, String name, String data) throws IOException {
    Path job = home.resolve("examples/" + name + ".yaml");
    Files.createDirectories(home.resolve("examples/data"));
    Files.copy(EXAMPLES.resolve(name + ".yaml"), job);
    Files.copy(EXAMPLES.resolve("data").resolve(data), home.resolve("examples/data/" + data));

    Command command = Command.run("run", "--layout", layout, job.toString());

    assertThat(command.status()).as(command.err()).isZero();
    return Files.readAllLines(home.resolve("out/" + name + ".csv"));
  }
}
