package io.tidemark.cli.job;

import static io.tidemark.cli.job.JobFiles.broken;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Durations: their form, their sign, 64 bits, and the unit of the timestamp. */
class JobFileDurationsTest {
  private static final String DURATION =
      "a duration such as 250ms: a whole number and ns, us, ms, s, m, h or d";
  private static final String BOUND = DURATION + "; or one of aggressive, balanced, conservative";
  private static final String EMIT = "per-event, periodic or " + DURATION;
  private static final String WHOLE = "expected a whole number of ms, the unit of input.timestamp";

  @TempDir Path folder;

  static Stream<Arguments> durations() {
    return Stream.of(
        broken(
            "bound: 250ms",
            "bound: -250ms",
            "19: watermarks.bound: '-250ms': expected a duration that is not negative"),
        broken("bound: 250ms", "bound: 250", "19: watermarks.bound: '250': expected " + BOUND),
        broken(
            "bound: 250ms", "bound: 250 ms", "19: watermarks.bound: '250 ms': expected " + BOUND),
        broken("bound: 250ms", "bound: 1.5s", "19: watermarks.bound: '1.5s': expected " + BOUND),
        broken(
            "bound: 250ms", "bound: +250ms", "19: watermarks.bound: '+250ms': expected " + BOUND),
        broken("bound: 250ms", "bound: 1min", "19: watermarks.bound: '1min': expected " + BOUND),
        broken("bound: 250ms", "bound: 250MS", "19: watermarks.bound: '250MS': expected " + BOUND),
        broken("bound: 250ms", "bound: ٢ms", "19: watermarks.bound: '٢ms': expected " + BOUND),
        broken("bound: 250ms", "bound: ''", "19: watermarks.bound: '': expected " + BOUND),
        broken("bound: 250ms", "bound:", "19: watermarks.bound: nothing: expected " + BOUND),
        broken(
            "bound: 250ms",
            "bound: 9223372036854775808ms",
            "19: watermarks.bound: '9223372036854775808ms': expected a number within 64 bits, at"
                + " most 9223372036854775807"),
        broken(
            "bound: 250ms",
            "bound: 106751991168d",
            "19: watermarks.bound: '106751991168d': expected at most 9223372036854775807 of ms,"
                + " the unit of input.timestamp"),
        broken("bound: 250ms", "bound: 250us", "19: watermarks.bound: '250us': " + WHOLE),
        broken(
            "allowed-lateness: 2s",
            "allowed-lateness: 1500001ns",
            "27: windows[0].allowed-lateness: '1500001ns': " + WHOLE),
        broken(
            "allowed-lateness: 2s",
            "allowed-lateness: -1s",
            "27: windows[0].allowed-lateness: '-1s': expected a duration that is not negative"),
        broken(
            "      size: 1s",
            "      size: 1500us",
            "25: windows[0].tumbling.size: '1500us': " + WHOLE),
        broken(
            "      size: 1s",
            "      size: 0s",
            "25: windows[0].tumbling.size: '0s': expected more than 0"),
        broken(
            "      size: 1s",
            "      size: -0s",
            "25: windows[0].tumbling.size: '-0s': expected a duration that is not negative"),
        broken(
            "      size: 10s",
            "      size: 0ms",
            "33: windows[1].sliding.size: '0ms': expected more than 0"),
        broken(
            "slide: 1s", "slide: 0s", "34: windows[1].sliding.slide: '0s': expected more than 0"),
        broken("gap: 30s", "gap: 0h", "40: windows[2].session.gap: '0h': expected more than 0"),
        broken(
            "idleness: 30s", "idleness: 0s", "20: watermarks.idleness: '0s': expected more than 0"),
        broken(
            "idleness: 30s",
            "idleness: 9223372036854775808ns",
            "20: watermarks.idleness: '9223372036854775808ns': expected a number within 64 bits,"
                + " at most 9223372036854775807"),
        broken("emit: 200ms", "emit: 0ns", "21: watermarks.emit: '0ns': expected more than 0"),
        broken("emit: 200ms", "emit: often", "21: watermarks.emit: 'often': expected " + EMIT),
        broken("emit: 200ms", "emit:", "21: watermarks.emit: nothing: expected " + EMIT),
        broken(
            "offset: 100ms",
            "offset: 1s",
            "26: windows[0].tumbling.offset: '1s': expected less than the size, to either side"),
        broken(
            "offset: 100ms",
            "offset: -1000ms",
            "26: windows[0].tumbling.offset: '-1000ms': expected less than the size, to either"
                + " side"),
        broken(
            "offset: 0s",
            "offset: 1s",
            "35: windows[1].sliding.offset: '1s': expected less than the slide, to either side"),
        broken(
            "offset: 100ms",
            "offset: -9223372036854775808ms",
            "26: windows[0].tumbling.offset: '-9223372036854775808ms': expected less than the"
                + " size, to either side"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("durations")
  void shouldTellWhatIsWrong(String right, String wrong, String problems) {
    assertThat(JobFiles.problemsWith(folder, right, wrong)).isEqualTo(problems);
  }

  @Test
  void shouldCountIso8601InMilliseconds() {
    String yaml =
        JobFiles.RIGHT.replace("    unit: ms", "    unit: iso-8601").replace("250ms", "250us");

    assertThat(JobFiles.problems(folder, yaml))
        .isEqualTo(
            "job.yaml:19: watermarks.bound: '250us': expected a whole number of ms, the unit of"
                + " iso-8601 timestamps");
  }

  @Test
  void shouldTakeFineDurationsWhereTheUnitIsFine() {
    String yaml =
        JobFiles.RIGHT
            .replace("    unit: ms", "    unit: ns")
            .replace("bound: 250ms", "bound: 7ns");

    assertThat(JobFiles.problems(folder, yaml)).isEmpty();
  }
}
