package io.tidemark.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.run.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {
  private static final Path EXAMPLES = Path.of("../../examples");

  @TempDir Path home;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int demo() throws IOException {
    Terminal terminal =
        new Terminal(
            InputStream.nullInputStream(),
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, false, StandardCharsets.UTF_8),
            false,
            home);
    return new Demo(terminal).run();
  }

  private void copy(String file) throws IOException {
    Path target = home.resolve("examples").resolve(file);
    Files.createDirectories(target.getParent());
    Files.copy(EXAMPLES.resolve(file), target);
  }

  @Test
  void shouldShowBarsAndTheAccountOfBothRuns() throws IOException {
    copy("bars-per-feed.yaml");
    copy("bars-shared.yaml");
    copy("bars-late.yaml");
    copy("data/binance-6feeds-trades.csv.gz");

    int status = demo();

    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(status).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .contains(
            "feed                    open      high       low     close       volume  trades  if"
                + " shared",
            "spot BTCUSDT        61718.94  61718.94  61656.87  61665.00      6.84650     806       "
                + " 508",
            "events                  55270                 55270",
            "windows                  1784                  1784",
            "counted                 55270                 54938",
            "late                        0                   332",
            "1784 of 1784 bars have the trades and the volume that they have",
            "one shared watermark          508  5.75734",
            "replayed from its journal     298  1.08916",
            "both                          806  6.84650",
            "a watermark per feed          806  6.84650")
        .last()
        .isEqualTo("Its files lie in " + home + "/out/demo, its jobs in " + home + "/examples");
    assertThat(home.resolve("out/demo"))
        .isDirectoryContaining("glob:**/bars-per-feed.csv")
        .isDirectoryContaining("glob:**/late-shared.csv");
  }

  @Test
  void shouldPrintWhatTheReadmeShows() throws IOException {
    copy("bars-per-feed.yaml");
    copy("bars-shared.yaml");
    copy("bars-late.yaml");
    copy("data/binance-6feeds-trades.csv.gz");
    // Surefire runs in the module's folder.
    String readme = Files.readString(Path.of("../../README.md"));

    assertThat(demo()).isZero();

    String printed = out.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    String bars = printed.substring(0, printed.indexOf("\n\nIts files lie in "));
    assertThat(readme).contains("```\n" + bars + "\n```");
  }

  @Test
  void shouldSayWhatIsMissing() throws IOException {
    copy("bars-per-feed.yaml");

    assertThat(demo()).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains(
            "bars-per-feed.yaml:6: input.path: cannot open",
            "bars-shared.yaml: no such file; expected a job file");
  }
}
