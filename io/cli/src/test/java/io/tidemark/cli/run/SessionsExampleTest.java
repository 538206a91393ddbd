package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The example with sessions; what is expected was worked out by a script that sorts all trades. */
class SessionsExampleTest {
  private static final Path EXAMPLES = Path.of("../../examples");
  private static final Path EXPECTED = Path.of("src/test/resources/examples/trading-sessions.csv");
  private static final String DATA = "data/binance-6feeds-trades.csv.gz";

  @TempDir Path home;

  @ParameterizedTest
  @ValueSource(strings = {"inline", "fused"})
  void shouldGiveTheSessionsOfEachFeed(String layout) throws IOException {
    Path job = home.resolve("examples/trading-sessions.yaml");
    Files.createDirectories(home.resolve("examples/data"));
    Files.copy(EXAMPLES.resolve("trading-sessions.yaml"), job);
    Files.copy(EXAMPLES.resolve(DATA), home.resolve("examples").resolve(DATA));

    Command command = Command.run("run", "--layout", layout, job.toString());

    assertThat(command.status()).as(command.err()).isZero();
    List<String> results = Files.readAllLines(home.resolve("out/trading-sessions.csv"));
    List<String> expected = Files.readAllLines(EXPECTED);
    assertThat(results.get(0)).isEqualTo(expected.get(0));
    assertThat(results).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(Files.readAllLines(home.resolve("out/trading-sessions-late.csv"))).hasSize(1);
  }
}
