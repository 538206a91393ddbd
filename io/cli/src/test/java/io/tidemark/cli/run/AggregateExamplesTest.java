package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of aggregates; what is expected was worked out by scripts that sort all rows. */
class AggregateExamplesTest {
  private static final Path EXAMPLES = Path.of("../../examples");
  private static final Path EXPECTED = Path.of("src/test/resources/examples");

  @TempDir Path home;

  @ParameterizedTest
  @CsvSource({
    "inline, request-percentiles, requests.csv, out/requests/percentiles.csv",
    "fused, request-percentiles, requests.csv, out/requests/percentiles.csv",
    "inline, counter-rates, counters.csv, out/counters/rates.csv",
    "fused, counter-rates, counters.csv, out/counters/rates.csv",
    "inline, filled-bars, binance-6feeds-trades.csv.gz, out/filled-bars.csv",
    "fused, filled-bars, binance-6feeds-trades.csv.gz, out/filled-bars.csv"
  })
  void shouldGiveWhatTheScriptsGave(String layout, String name, String data, String results)
      throws IOException {
    Path job = home.resolve("examples/" + name + ".yaml");
    Files.createDirectories(home.resolve("examples/data"));
    Files.copy(EXAMPLES.resolve(name + ".yaml"), job);
    Files.copy(EXAMPLES.resolve("data").resolve(data), home.resolve("examples/data/" + data));

    Command command = Command.run("run", "--layout", layout, job.toString());

    assertThat(command.status()).as(command.err()).isZero();
    List<String> lines = Files.readAllLines(home.resolve(results));
    List<String> expected = Files.readAllLines(EXPECTED.resolve(name + ".csv"));
    assertThat(lines.get(0)).isEqualTo(expected.get(0));
    assertThat(lines).containsExactlyInAnyOrderElementsOf(expected);
  }
}
