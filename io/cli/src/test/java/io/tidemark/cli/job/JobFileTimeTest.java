package io.tidemark.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.files.TimestampUnit;
import io.tidemark.time.IngestionTime;
import io.tidemark.time.TimeDomain;
import io.tidemark.time.TimestampGuard;
import io.tidemark.time.UnitSuspicion;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The keys of time domains, fallback and guard. */
class JobFileTimeTest {
  private static final String TIME = "timestamp: {field: ts, unit: ms}";
  private static final String WATERMARKS = "watermarks: {strategy: monotonous}\n";
  private static final String RIGHT =
      """
      input:
        format: csv
        path: trades.csv
        timestamp: {field: ts, unit: ms}
      watermarks: {strategy: monotonous}
      windows: [{name: w, tumbling: {size: 1s}, aggregates: {n: count}}]
      output: {results: out.csv}
      """;

  @TempDir Path folder;

  @Test
  void shouldReadAllKeysOfAGuard() throws Exception {
    JobTime time =
        read(
            TIME,
            """
            timestamp: {field: ts, unit: ms, domain: event, otherwise: ingestion}
              guard:
                negative: refuse
                furthest-future: 1h
                furthest-past: 0s
                units: scale
                refused: quarantine""");

    assertThat(time.domain()).isEqualTo(TimeDomain.EVENT);
    assertThat(time.orIngestion()).isTrue();
    assertThat(time.guard())
        .contains(
            TimestampGuard.on()
                .refuseNegative()
                .furthestFuture(Duration.ofHours(1))
                .furthestPast(Duration.ZERO)
                .units(UnitSuspicion.SCALE)
                .quarantine());
  }

  @Test
  void shouldReadAGuardThatAsksForNothingMore() throws Exception {
    assertThat(read(TIME, TIME + "\n  guard: {negative: allow, units: ignore}").guard())
        .contains(TimestampGuard.on());
    assertThat(read(TIME, TIME).guard()).isEmpty();
  }

  @Test
  void shouldReadTheOtherDomains() throws Exception {
    JobTime ingestion = read(TIME, "timestamp: {domain: ingestion, stamp: entry, unit: us}");
    assertThat(ingestion.domain()).isEqualTo(TimeDomain.INGESTION);
    assertThat(ingestion.stamp()).contains(IngestionTime.ENTRY);
    assertThat(ingestion.unit()).isEqualTo(TimestampUnit.MICROSECONDS);
    assertThat(ingestion.field()).isEmpty();

    JobTime processing =
        read(TIME, "timestamp: {domain: processing, unit: s, tick: 50ms}", WATERMARKS, "");
    assertThat(processing.domain()).isEqualTo(TimeDomain.PROCESSING);
    assertThat(processing.tick()).contains(Duration.ofMillis(50));
  }

  static Stream<Arguments> wrong() {
    return Stream.of(
        wrong(
            "{field: ts, unit: ms, domain: wall}",
            "4: input.timestamp.domain: 'wall': expected one of event, ingestion, processing"),
        wrong(
            "{field: ts, unit: ms, stamp: entry}",
            "4: input.timestamp.stamp: 'entry': expected none unless domain is ingestion"),
        wrong(
            "{field: ts, unit: ms, tick: 1s}",
            "4: input.timestamp.tick: '1s': expected none unless domain is processing"),
        wrong(
            "{field: ts, unit: ms, domain: ingestion, stamp: entry}",
            "4: input.timestamp.field: 'ts': expected none unless domain is event"),
        wrong(
            "{unit: ms, domain: ingestion}",
            "4: input.timestamp.stamp: missing; expected one of source, entry"),
        wrong(
            "{unit: iso-8601, domain: ingestion, stamp: entry}",
            "4: input.timestamp.unit: 'iso-8601': expected one of s, ms, us, ns"),
        wrong(
            "{unit: ms, domain: ingestion, stamp: source}",
            "4: input.timestamp.stamp: 'source': expected entry without input.arrival, which has"
                + " the source's stamps"),
        wrong(
            "{unit: ms, domain: ingestion, stamp: entry}\n  arrival: {field: at, unit: s}",
            "4: input.timestamp.stamp: 'entry': expected source with input.arrival, as entry is the"
                + " engine's own clock"),
        wrong(
            "{unit: ms, domain: ingestion, stamp: entry, otherwise: reject}",
            "4: input.timestamp.otherwise: 'reject': expected none unless domain is event"),
        wrong(
            "{unit: ms, domain: ingestion, stamp: entry}\n  guard: {negative: refuse}",
            "5: input.guard: a mapping: expected none unless input.timestamp.domain is event"),
        wrong(
            "{unit: ms, domain: processing}",
            "5: watermarks: a mapping: expected none in processing time, which has no watermark"),
        wrong(
            "{field: ts, unit: s}\n  guard: {furthest-past: 1500ms}",
            "5: input.guard.furthest-past: '1500ms': expected a whole number of s, the unit of"
                + " input.timestamp"),
        wrong(
            "{field: ts, unit: s}\n  guard: {furthest-future: -1s}",
            "5: input.guard.furthest-future: '-1s': expected a duration that is not negative"),
        wrong(
            "{field: ts, unit: s}\n  guard: {units: fix}",
            "5: input.guard.units: 'fix': expected one of ignore, refuse, scale"),
        wrong(
            "{field: ts, unit: s}\n  guard: on",
            "5: input.guard: 'on': expected a mapping such as {furthest-future: 1h}"),
        wrong(
            "{field: ts, unit: s}\n  arrival: record",
            "5: input.arrival: 'record': expected {field: COLUMN, unit: s | ms | us | ns}"));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void shouldTellWhatIsWrong(String time, String problem) {
    String yaml = RIGHT.replace("{field: ts, unit: ms}", time);

    assertThat(JobFiles.problems(folder, yaml)).isEqualTo("job.yaml:" + problem);
  }

  @Test
  void shouldRefuseLatenessInProcessingTime() {
    String yaml =
        RIGHT
            .replace("{field: ts, unit: ms}", "{unit: ms, domain: processing}")
            .replace(WATERMARKS, "")
            .replace("size: 1s}", "size: 1s}, allowed-lateness: 1s");

    assertThat(JobFiles.problems(folder, yaml))
        .isEqualTo(
            "job.yaml:5: windows[0].allowed-lateness: '1s': expected none in processing time,"
                + " where nothing is late");
  }

  private static Arguments wrong(String time, String problem) {
    return Arguments.of(time, problem);
  }

  private JobTime read(String... replacements) throws JobFileException {
    String yaml = RIGHT;
    for (int i = 0; i < replacements.length; i += 2) {
      assertThat(yaml).contains(replacements[i]);
      yaml = yaml.replace(replacements[i], replacements[i + 1]);
    }
    return JobFiles.read(folder, yaml).input().time();
  }
}
