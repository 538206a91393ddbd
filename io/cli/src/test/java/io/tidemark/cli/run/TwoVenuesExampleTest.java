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

/**
 * The example of two files with different spans of time, run as it is, against an output that a
 * short script worked out by looking at all rows: aligned or not, nothing is late.
 */
class TwoVenuesExampleTest {
  private static final Path EXAMPLES = Path.of("../../examples");
  private static final Path EXPECTED = Path.of("src/test/resources/examples");

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(strings = {"inline", "fused"})
  void shouldMakeBarsOfBothVenues(String layout) throws IOException {
    Files.createDirectories(temp.resolve("examples/data"));
    for (String data : List.of("data/venue-a.csv", "data/venue-b.csv")) {
      Files.copy(EXAMPLES.resolve(data), temp.resolve("examples").resolve(data));
    }
    Path job = temp.resolve("examples/two-venues.yaml");
    Files.copy(EXAMPLES.resolve("two-venues.yaml"), job);

    Command command = Command.run("run", "--layout", layout, job.toString());

    assertThat(command.status()).as(command.err()).isZero();
    assertThat(Files.readAllLines(temp.resolve("out/two-venues/bars.csv")))
        .containsExactlyInAnyOrderElementsOf(
            Files.readAllLines(EXPECTED.resolve("two-venues.csv")));
    assertThat(Files.readAllLines(temp.resolve("out/two-venues/late.csv"))).hasSize(1);
  }
}
