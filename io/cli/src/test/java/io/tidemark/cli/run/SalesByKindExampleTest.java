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
 * S033, the example of a bound for each kind; what is expected was worked out by a script that runs
 * every tick there is.
 */
class SalesByKindExampleTest {
  private static final Path EXAMPLES = Path.of("../../examples");
  private static final Path EXPECTED = Path.of("src/test/resources/examples");

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(strings = {"inline", "fused"})
  void shouldWaitForClicksButNotForRefundsNorForEver(String layout) throws IOException {
    Files.createDirectories(temp.resolve("examples/data"));
    Files.copy(EXAMPLES.resolve("data/shop.csv"), temp.resolve("examples/data/shop.csv"));
    Path job = temp.resolve("examples/sales-by-kind.yaml");
    Files.copy(EXAMPLES.resolve("sales-by-kind.yaml"), job);

    Command command = Command.run("run", "--layout", layout, job.toString());

    assertThat(command.status()).as(command.err()).isZero();
    assertThat(Files.readAllLines(temp.resolve("out/shop/sales.csv")))
        .containsExactlyInAnyOrderElementsOf(
            Files.readAllLines(EXPECTED.resolve("sales-by-kind.csv")));
    assertThat(Files.readString(temp.resolve("out/shop/late.csv")))
        .isEqualTo(
            """
            window,watermark,ts,recv,event,amount
            sales,1700000053880,1700000039000,1700000065000,click,0.00
            """);
    assertThat(Files.readString(temp.resolve("out/shop/rejected.csv")))
        .isEqualTo(
            """
            line,reason,row
            75,bad-value,"1700000080000,1700000080100,refund,12.00"
            """);
  }
}
