package io.tidemark.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.job.JobWatermarks.Strategy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keys of the strategy adaptive. */
class JobFileAdaptiveTest {
  private static final String BOUNDED = "strategy: bounded-out-of-orderness\n  bound: 250ms\n";
  private static final String ADAPTIVE =
      "strategy: adaptive\n  target-late: 0.1%\n  min-bound: 0ms\n  max-bound: 10s\n";
  private static final String SHARE =
      "expected a share such as 0.1% or 0.001, more than 0 and less than 1";

  @TempDir Path folder;

  private JobAdaptive adaptive(String keys) throws JobFileException {
    JobWatermarks watermarks =
        JobFiles.read(folder, JobFiles.RIGHT.replace(BOUNDED, keys)).watermarks();
    assertThat(watermarks.strategy()).isEqualTo(Strategy.ADAPTIVE);
    assertThat(watermarks.bound()).isZero();
    assertThat(watermarks.idleness()).contains(Duration.ofSeconds(30));
    return watermarks.adaptive().orElseThrow();
  }

  @Test
  void shouldReadWhatIsRequired() throws JobFileException {
    assertThat(adaptive(ADAPTIVE))
        .isEqualTo(
            new JobAdaptive(
                0.001,
                Duration.ZERO,
                Duration.ofSeconds(10),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void shouldReadAllOfIt() throws JobFileException {
    String more = "  start-bound: 2s\n  step: 100ms\n  decide-every: 5000\n  bounds-from: out/j\n";
    assertThat(adaptive(ADAPTIVE + more))
        .isEqualTo(
            new JobAdaptive(
                0.001,
                Duration.ZERO,
                Duration.ofSeconds(10),
                Optional.of(Duration.ofSeconds(2)),
                Optional.of(Duration.ofMillis(100)),
                Optional.of(5_000),
                Optional.of("out/j")));
  }

  @ParameterizedTest
  @CsvSource({"0.001, 0.001", "1%, 0.01", "0.05%, 0.0005", "99.9%, 0.999", "0.25, 0.25"})
  void shouldReadAShareEitherWay(String written, double share) throws JobFileException {
    assertThat(adaptive(ADAPTIVE.replace("0.1%", written)).targetLate()).isEqualTo(share);
  }

  @ParameterizedTest
  @CsvSource({"0", "0%", "1", "100%", "101%", "-1%", ".1%", "1e-3", "1 %", "lots"})
  void shouldRefuseWhatIsNoShare(String written) {
    assertThat(problems(ADAPTIVE.replace("0.1%", "'" + written + "'")))
        .isEqualTo("job.yaml:19: watermarks.target-late: '" + written + "': " + SHARE);
  }

  @ParameterizedTest
  @CsvSource({"0", "-5", "1.5", "2147483648", "99999999999"})
  void shouldRefuseWhatIsNoNumberOfRows(String written) {
    assertThat(problems(ADAPTIVE + "  decide-every: " + written + "\n"))
        .isEqualTo(
            "job.yaml:22: watermarks.decide-every: '"
                + written
                + "': expected a number of rows, 1 to 2147483647");
  }

  @Test
  void shouldTellAllThatIsMissing() {
    assertThat(problems("strategy: adaptive\n"))
        .isEqualTo(
            """
            job.yaml:18: watermarks.target-late: missing; %s
            job.yaml:18: watermarks.min-bound: missing; %s
            job.yaml:18: watermarks.max-bound: missing; %s"""
                .formatted(
                    SHARE,
                    "expected " + DurationReader.EXPECTED,
                    "expected " + DurationReader.EXPECTED));
  }

  @Test
  void shouldRefuseBoundsThatLieTheWrongWayRound() {
    String turned =
        ADAPTIVE
            .replace("min-bound: 0ms", "min-bound: 2s")
            .replace("max-bound: 10s", "max-bound: 1s");
    assertThat(problems(turned))
        .isEqualTo(
            "job.yaml:21: watermarks.max-bound: '1s': expected more than min-bound, 2s, and at most"
                + " 36500d");
    assertThat(problems(ADAPTIVE.replace("10s", "36501d")))
        .isEqualTo(
            "job.yaml:21: watermarks.max-bound: '36501d': expected more than min-bound, 0ms, and at"
                + " most 36500d");
    assertThat(problems(ADAPTIVE + "  start-bound: 11s\n"))
        .isEqualTo("job.yaml:22: watermarks.start-bound: '11s': expected 0ms to 10s, the bounds");
  }

  @Test
  void shouldRefuseABound() {
    assertThat(problems(ADAPTIVE + "  bound: 1s\n"))
        .isEqualTo(
            "job.yaml:22: watermarks.bound: '1s': expected none unless strategy is"
                + " bounded-out-of-orderness");
  }

  @Test
  void shouldRefuseTheKeysUnlessTheStrategyIsAdaptive() {
    assertThat(problems(BOUNDED + "  step: 1s\n  target-late: 1%\n"))
        .isEqualTo(
            """
            job.yaml:20: watermarks.step: '1s': expected none unless strategy is adaptive
            job.yaml:21: watermarks.target-late: '1%': expected none unless strategy is adaptive""");
  }

  private String problems(String keys) {
    return JobFiles.problemsWith(folder, BOUNDED, keys);
  }
}
