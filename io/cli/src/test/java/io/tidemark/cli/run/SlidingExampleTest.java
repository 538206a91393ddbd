package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The example of sliding windows, run as it is, against an output that a short script worked out
 * with fractions and a list for each window.
 */
class SlidingExampleTest {
  private static final Path EXAMPLES = Path.of("../../examples");
  private static final Path EXPECTED = Path.of("src/test/resources/examples");

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(strings = {"inline", "fused"})
  void shouldCountTheQuakesOfTheLastSevenDays(String layout) throws IOException {
    String data = "data/usgs-quakes-2018-02.csv";
    Files.createDirectories(temp.resolve("examples/data"));
    Files.copy(EXAMPLES.resolve(data), temp.resolve("examples").resolve(data));
    Path job = temp.resolve("examples/quakes-by-week.yaml");
    Files.copy(EXAMPLES.resolve("quakes-by-week.yaml"), job);

    Command command = Command.run("run", "--layout", layout, job.toString());

    assertThat(command.status()).as(command.err()).isZero();
    assertThat(Files.readAllLines(temp.resolve("out/quakes/by-week.csv")))
        .containsExactlyInAnyOrderElementsOf(
            Files.readAllLines(EXPECTED.resolve("quakes-by-week.csv")));
  }
}
