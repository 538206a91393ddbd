package io.tidemark.cli.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.tidemark.cli.job.JobAggregate.Function;
import io.tidemark.cli.job.JobWatermarks.Kinds;
import io.tidemark.cli.job.JobWatermarks.Strategy;
import io.tidemark.files.TimestampUnit;
import io.tidemark.files.ValueType;
import io.tidemark.time.AllIdle;
import io.tidemark.time.Disorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobFileReaderTest {
  @TempDir Path folder;

  @Test
  void shouldReadEveryKey() throws Exception {
    JobFile job = JobFiles.read(folder, JobFiles.RIGHT);

    assertThat(job.name()).isEqualTo("bars");
    assertThat(job.input())
        .isEqualTo(
            new JobInput(
                InputFormat.CSV,
                List.of("trades.csv"),
                JobTime.event("ts", TimestampUnit.MILLISECONDS),
                Optional.of(new TimeColumn("recv", TimestampUnit.MICROSECONDS)),
                false,
                Optional.of("symbol"),
                Optional.of("venue"),
                List.of("nyse", "nasdaq"),
                job.input().types(),
                Optional.empty(),
                RecordKind.LATE,
                Optional.empty(),
                Optional.empty()));
    assertThat(job.input().types())
        .containsOnly(entry("price", ValueType.decimal(4)), entry("qty", ValueType.LONG));
    assertThat(job.watermarks())
        .isEqualTo(
            new JobWatermarks(
                Strategy.BOUNDED_OUT_OF_ORDERNESS,
                Duration.ofMillis(250),
                Optional.empty(),
                Optional.empty(),
                Disorder.COUNT,
                Optional.of(Duration.ofSeconds(30)),
                AllIdle.MAXIMUM,
                Optional.of(Duration.ofMillis(200))));
    assertThat(job.output())
        .isEqualTo(
            new JobOutput(
                Optional.of("out/bars.csv"),
                Optional.of("out/late.csv"),
                Optional.of("out/rejected.csv"),
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void shouldReadEveryShape() throws Exception {
    List<JobWindow> windows = JobFiles.read(folder, JobFiles.RIGHT).windows();

    assertThat(windows).extracting(JobWindow::name).containsExactly("bars_1s", "rolling", "visits");
    assertThat(windows)
        .extracting(JobWindow::shape)
        .containsExactly(
            new WindowShape.Tumbling(Duration.ofSeconds(1), Duration.ofMillis(100)),
            new WindowShape.Sliding(Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ZERO),
            new WindowShape.Session(Duration.ofSeconds(30)));
    assertThat(windows)
        .extracting(JobWindow::allowedLateness)
        .containsExactly(Duration.ofSeconds(2), Duration.ZERO, Duration.ZERO);
    assertThat(windows.get(0).aggregates())
        .containsExactly(
            entry("n", new JobAggregate(Function.COUNT, List.of(), List.of())),
            entry("volume", new JobAggregate(Function.SUM, List.of("qty"), List.of())));
  }

  @Test
  void shouldFillInWhatIsLeftOut() throws Exception {
    String least =
        """
        input: {format: jsonl, path: '-', timestamp: {field: ts, unit: iso-8601}}
        watermarks: {strategy: monotonous, emit: per-event}
        windows: [{name: w, tumbling: {size: 1s}, aggregates: {n: count}}]
        output: {results: '-'}
        """;

    JobFile job = JobFiles.read(folder, least);

    assertThat(job.name()).isEqualTo("job");
    assertThat(job.input().key()).isEmpty();
    assertThat(job.input().partitions()).isEmpty();
    assertThat(job.input().type("anything")).isEqualTo(ValueType.DOUBLE);
    assertThat(job.watermarks())
        .isEqualTo(
            new JobWatermarks(
                Strategy.MONOTONOUS,
                Duration.ZERO,
                Optional.empty(),
                Optional.empty(),
                Disorder.COUNT,
                Optional.empty(),
                AllIdle.MAXIMUM,
                Optional.empty()));
    assertThat(job.windows().get(0).allowedLateness()).isZero();
  }

  @Test
  void shouldReadBoundsByKind() throws Exception {
    String yaml =
        JobFiles.RIGHT.replace(
            "strategy: bounded-out-of-orderness\n  bound: 250ms",
            "strategy: bounded-by-kind\n  kind: type\n  bounds: {payment: 0s, 'null': 10s, 7: 1m}");

    assertThat(JobFiles.read(folder, yaml).watermarks().kinds())
        .contains(
            new Kinds(
                "type",
                List.of("payment", "null", "7"),
                List.of(Duration.ZERO, Duration.ofSeconds(10), Duration.ofMinutes(1))));
  }

  @Test
  void shouldReadWhatStrategiesMayDoBesides() throws Exception {
    assertThat(watermarks("monotonous, on-disorder: reject").disorder()).isEqualTo(Disorder.REJECT);
    assertThat(watermarks("monotonous, on-disorder: fail").disorder()).isEqualTo(Disorder.FAIL);
    assertThat(watermarks("monotonous, idleness: 1s, all-idle: wallclock").allIdle())
        .isEqualTo(AllIdle.WALLCLOCK);
    assertThat(watermarks("none, emit: periodic").emit()).contains(Duration.ofMillis(200));
    String bound = "bounded-out-of-orderness, bound: ";
    assertThat(watermarks(bound + "aggressive").bound()).isEqualTo(Duration.ofSeconds(10));
    assertThat(watermarks(bound + "balanced").bound()).isEqualTo(Duration.ofMinutes(2));
    assertThat(watermarks(bound + "conservative").bound()).isEqualTo(Duration.ofMinutes(30));
  }

  private JobWatermarks watermarks(String strategy) throws Exception {
    return JobFiles.read(
            folder,
            """
            input: {format: jsonl, path: '-', timestamp: {field: ts, unit: s}}
            watermarks: {strategy: %s}
            windows: [{name: w, tumbling: {size: 1s}, aggregates: {n: count}}]
            output: {results: '-'}
            """
                .formatted(strategy))
        .watermarks();
  }

  @Test
  void shouldReadTheKeysOfAJournal() throws Exception {
    String yaml =
        JobFiles.RIGHT
            .replace("format: csv", "format: journal\n  window: bars_1s\n  kind: rejected")
            .replace("results: out/bars.csv", "journal: out/journal");

    JobFile job = JobFiles.read(folder, yaml);

    assertThat(job.input().format()).isEqualTo(InputFormat.JOURNAL);
    assertThat(job.input().window()).contains("bars_1s");
    assertThat(job.input().kind()).isEqualTo(RecordKind.REJECTED);
    assertThat(job.output().journal()).contains("out/journal");
  }

  @Test
  void shouldTakeNamesAsWritten() throws Exception {
    String yaml =
        JobFiles.RIGHT
            .replace("[nyse, nasdaq]", "[01, yes, y, 1.0, ~, null, 0x1F, 1_000, '', 2001-12-14]")
            .replace("key: symbol", "key: y")
            .replace("qty: long", "no: long")
            .replace("n: count", "1.0: count")
            .replace("sum(qty)", "sum(a, b (c))")
            .replace("name: bars_1s", "name: off");

    JobFile job = JobFiles.read(folder, yaml);

    assertThat(job.input().partitions())
        .containsExactly("01", "yes", "y", "1.0", "~", "null", "0x1F", "1_000", "", "2001-12-14");
    assertThat(job.input().key()).contains("y");
    assertThat(job.input().type("no")).isEqualTo(ValueType.LONG);
    assertThat(job.windows().get(0).name()).isEqualTo("off");
    assertThat(job.windows().get(0).aggregates())
        .containsEntry("1.0", new JobAggregate(Function.COUNT, List.of(), List.of()))
        .containsEntry("volume", new JobAggregate(Function.SUM, List.of("a, b (c)"), List.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ns", "us", "ms", "s", "m", "h", "d"})
  void shouldKnowEveryUnitOfADuration(String unit) throws Exception {
    String yaml = JobFiles.RIGHT.replace("idleness: 30s", "idleness: 007" + unit);

    Duration idleness = JobFiles.read(folder, yaml).watermarks().idleness().orElseThrow();

    assertThat(idleness)
        .isEqualTo(
            switch (unit) {
              case "ns" -> Duration.ofNanos(7);
              case "us" -> Duration.ofNanos(7_000);
              case "ms" -> Duration.ofMillis(7);
              case "s" -> Duration.ofSeconds(7);
              case "m" -> Duration.ofMinutes(7);
              case "h" -> Duration.ofHours(7);
              default -> Duration.ofDays(7);
            });
  }

  @Test
  void shouldTakeDurationsUpToTheEndsOf64Bits() throws Exception {
    String yaml =
        JobFiles.RIGHT
            .replace("bound: 250ms", "bound: 9223372036854775807ms")
            .replace("allowed-lateness: 2s", "allowed-lateness: 106751991167d")
            .replace("idleness: 30s", "idleness: 9223372036854775807d")
            .replace("emit: 200ms", "emit: 9223372036854775807ns");

    JobFile job = JobFiles.read(folder, yaml);

    assertThat(job.watermarks().bound().toMillis()).isEqualTo(Long.MAX_VALUE);
    assertThat(job.windows().get(0).allowedLateness()).isEqualTo(Duration.ofDays(106751991167L));
    assertThat(job.watermarks().idleness().orElseThrow().toNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(job.watermarks().emit().orElseThrow().toNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shouldTakeANegativeOffsetShorterThanTheStep() throws Exception {
    String yaml =
        JobFiles.RIGHT
            .replace("offset: 100ms", "offset: -999ms")
            .replace("offset: 0s", "offset: -0s");

    List<JobWindow> windows = JobFiles.read(folder, yaml).windows();

    assertThat(windows.get(0).shape())
        .isEqualTo(new WindowShape.Tumbling(Duration.ofSeconds(1), Duration.ofMillis(-999)));
  }

  @Test
  void shouldTakeASlideLongerThanTheSize() throws Exception {
    String yaml =
        JobFiles.RIGHT.replace("slide: 1s", "slide: 11s").replace("offset: 0s", "offset: -10s");

    assertThat(JobFiles.read(folder, yaml).windows().get(1).shape())
        .isEqualTo(
            new WindowShape.Sliding(
                Duration.ofSeconds(10), Duration.ofSeconds(11), Duration.ofSeconds(-10)));
  }

  @Test
  void shouldLetWindowsShareWhatAnAnchorNames() throws Exception {
    String yaml =
        JobFiles.RIGHT
            .replace("aggregates:\n      low:", "aggregates: &shared\n      low:")
            .replace("aggregates:\n      last: last(price)", "aggregates: *shared");

    List<JobWindow> windows = JobFiles.read(folder, yaml).windows();

    assertThat(windows.get(2).aggregates()).isEqualTo(windows.get(1).aggregates());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\uFEFF%s", "---\n%s...\n", "%%YAML 1.1\n---\n%s", "# a comment\n\n%s\n"})
  void shouldReadOddButRightYaml(String form) throws Exception {
    assertThat(JobFiles.read(folder, form.formatted(JobFiles.RIGHT)).name()).isEqualTo("bars");
  }

  @Test
  void shouldReadCrlf() throws Exception {
    assertThat(JobFiles.read(folder, JobFiles.RIGHT.replace("\n", "\r\n")).name())
        .isEqualTo("bars");
  }

  @Test
  void shouldReadJson() throws Exception {
    String json =
        """
        {"input": {"format": "csv", "path": "in.csv", "timestamp": {"field": "ts", "unit": "s"}},
         "watermarks": {"strategy": "none"},
         "windows": [{"name": "w", "tumbling": {"size": "1s"}, "aggregates": {"n": "count"}}],
         "output": {"late": "late.csv"}}
        """;

    assertThat(JobFiles.read(folder, json).output().late()).contains("late.csv");
  }

  @Test
  void shouldKnowTheLineOfEachKey() throws Exception {
    JobFile job = JobFiles.read(folder, JobFiles.RIGHT);

    assertThat(job.problem("input.timestamp.unit", "'ms': expected more"))
        .hasMessage(folder.resolve("job.yaml") + ":7: input.timestamp.unit: 'ms': expected more");
    assertThat(job.lines())
        .containsEntry("windows[1].sliding.slide", 34)
        .containsEntry("output.rejected", 46);
  }

  @Test
  void shouldResolvePathsFromTheJobFile() throws Exception {
    JobFile job = JobFiles.read(folder, JobFiles.RIGHT);

    assertThat(job.resolve("out/bars.csv")).isEqualTo(folder.resolve("out/bars.csv"));
    assertThat(job.resolve("/tmp/x")).isEqualTo(Path.of("/tmp/x"));
  }

  @Test
  void shouldRefuseWhatIsNestedTooDeeply() {
    assertThat(JobFiles.problems(folder, "[".repeat(5_000)))
        .startsWith("job.yaml:1: not valid YAML: Document nesting depth");
  }

  @Test
  void shouldRefuseATextThatCannotNameAFile() {
    // Half a surrogate pair is in no encoding of file names.
    assertThat(JobFiles.problemsWith(folder, "late: out/late.csv", "late: \"\\uD83D\""))
        .startsWith("job.yaml:45: output.late: '")
        .contains("' cannot name a file where file names are ")
        .endsWith("; expected the path of a file");
  }

  @Test
  void shouldTellWhatCannotBeRead() throws IOException {
    Path missing = folder.resolve("missing.yaml");
    Path latin1 = Files.write(folder.resolve("latin1.yaml"), new byte[] {'a', (byte) 0xE9});

    assertThatThrownBy(() -> JobFileReader.read(missing))
        .hasMessage(missing + ": no such file; expected a job file");
    assertThatThrownBy(() -> JobFileReader.read(folder))
        .hasMessage(folder + ": is a directory; expected a job file");
    assertThatThrownBy(() -> JobFileReader.read(latin1))
        .hasMessage(latin1 + ": is not UTF-8 text; expected a job file in YAML");
  }
}
