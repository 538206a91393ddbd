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
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The examples of time domains and of the guard, run as they are; what is expected was worked out
 * by a script that takes the rows one by one.
 */
class TimeExamplesTest {
  private static final Path EXAMPLES = Path.of("../../examples");
  private static final Path EXPECTED = Path.of("src/test/resources/examples");

  @TempDir Path home;

  @ParameterizedTest
  @CsvSource({
    "inline, guarded-devices, out/devices/by-minute.csv",
    "fused, guarded-devices, out/devices/by-minute.csv",
    "inline, alerts-by-arrival, out/alerts/minutes.csv",
    "fused, alerts-by-arrival, out/alerts/minutes.csv",
    "inline, devices-by-ingestion, out/devices/by-ingestion.csv",
    "fused, devices-by-ingestion, out/devices/by-ingestion.csv"
  })
  void shouldGiveWhatTheScriptGave(String layout, String name, String results) throws IOException {
    Command command = run(layout, name);

    assertThat(command.status()).as(command.err()).isZero();
    compare(results, name + ".csv");
  }

  @ParameterizedTest
  @ValueSource(strings = {"inline", "fused"})
  void shouldSetWrongClocksAsideWithTheirReasons(String layout) throws IOException {
    Command command = run(layout, "guarded-devices");

    compare("out/devices/quarantined.csv", "guarded-devices-quarantined.csv");
    assertThat(Files.readAllLines(home.resolve("out/devices/late.csv"))).hasSize(1);
    assertThat(command.err()).contains("11 rejected (").contains(", 11 of them quarantined\n");
    assertThat(command.err()).doesNotContain("not written");
  }

  /** How much each preset loses: docs/time.md has these numbers. */
  @ParameterizedTest
  @CsvSource({
    "hyperliquid-btc-subscribe.csv, event_ms, 10s, aggressive, 27",
    "hyperliquid-btc-subscribe.csv, event_ms, 10s, balanced, 0",
    "hyperliquid-btc-subscribe.csv, event_ms, 10s, conservative, 0",
    "usgs-quakes-2018-02.csv, origin_ms, 1d, aggressive, 511",
    "usgs-quakes-2018-02.csv, origin_ms, 1d, balanced, 511",
    "usgs-quakes-2018-02.csv, origin_ms, 1d, conservative, 489"
  })
  void s180ShouldLoseWhatIsFurtherBehindThanThePreset(
      String data, String column, String size, String preset, int late) throws IOException {
    JobFolder job =
        new JobFolder(home)
            .change(
                "path: input.csv",
                "path: " + EXAMPLES.resolve("data").resolve(data).toAbsolutePath())
            .change(
                "{field: ts, unit: s}\n  key: k\n  types: {v: long}",
                "{field: " + column + ", unit: ms}")
            .change("bound: 5s", "bound: " + preset)
            .change("size: 10s", "size: " + size)
            .change("      sum: sum(v)\n", "");

    Command command = job.run();

    assertThat(command.status()).as(command.err()).isZero();
    assertThat(job.lines("out/late.csv")).hasSize(late);
  }

  private Command run(String layout, String name) throws IOException {
    Path job = home.resolve("examples/" + name + ".yaml");
    Files.createDirectories(home.resolve("examples/data"));
    Files.copy(EXAMPLES.resolve(name + ".yaml"), job);
    Files.copy(EXAMPLES.resolve("data/devices.csv"), home.resolve("examples/data/devices.csv"));
    return Command.run("run", "--layout", layout, job.toString());
  }

  private void compare(String written, String golden) throws IOException {
    List<String> lines = Files.readAllLines(home.resolve(written));
    List<String> expected = Files.readAllLines(EXPECTED.resolve(golden));
    assertThat(lines.get(0)).isEqualTo(expected.get(0));
    assertThat(lines).containsExactlyInAnyOrderElementsOf(expected);
  }
}
