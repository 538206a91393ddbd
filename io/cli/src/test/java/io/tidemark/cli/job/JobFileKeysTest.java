package io.tidemark.cli.job;

import static io.tidemark.cli.job.JobFiles.broken;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys: unknown, repeated, missing, and files that are no job files at all. */
class JobFileKeysTest {
  private static final String DURATION =
      "a duration such as 250ms: a whole number and ns, us, ms, s, m, h or d";

  @TempDir Path folder;

  static Stream<Arguments> keys() {
    return Stream.of(
        broken(
            "    unit: ms",
            "    unit: min",
            "7: input.timestamp.unit: 'min': expected one of s, ms, us, ns, iso-8601"),
        broken(
            "    unit: us",
            "    unit: iso-8601",
            "10: input.arrival.unit: 'iso-8601': expected one of s, ms, us, ns"),
        broken(
            "  format: csv",
            "  format: CSV",
            "3: input.format: 'CSV': expected one of csv, jsonl, journal; did you mean 'csv'?"),
        broken(
            "  format: csv",
            "  format: [csv]",
            "3: input.format: a list: expected one of csv, jsonl, journal"),
        broken(
            "  format: csv",
            "  format:",
            "3: input.format: nothing: expected one of csv, jsonl, journal"),
        broken(
            "  key: symbol",
            "  key: {a: b}",
            "11: input.key: a mapping: expected the name of a column"),
        broken("  key: symbol", "  key:", "11: input.key: nothing: expected the name of a column"),
        broken(
            "  key: symbol",
            "  kye: symbol",
            "11: input.kye: unknown key; did you mean 'key'?; expected one of format, path,"
                + " timestamp, guard, arrival, key, partition, partitions, types, window, kind,"
                + " alignment, deduplicate"),
        broken(
            "name: bars\n",
            "nmae: bars\ncolour: red\n",
            "1: nmae: unknown key; did you mean 'name'?; expected one of name, input, map, filter,"
                + " watermarks, windows, carry-forward, output",
            "2: colour: unknown key; expected one of name, input, map, filter, watermarks, windows,"
                + " carry-forward, output"),
        broken("name: bars\n", "name: ''\n", "1: name: '': expected a name"),
        broken(
            "  path: trades.csv",
            "  path: trades.csv\n  path: other.csv",
            "5: input.path: repeated; it is on line 4 already"),
        broken(
            "output:\n", "name: again\noutput:\n", "43: name: repeated; it is on line 1 already"),
        broken(
            "      n: count\n",
            "      n: count\n      n: count\n",
            "30: windows[0].aggregates.n: repeated; it is on line 29 already"),
        broken(
            "    price: decimal(4)\n",
            "    price: decimal(4)\n    price: long\n",
            "16: input.types.price: repeated; it is on line 15 already"),
        broken(
            "    unit: ms",
            "    unit: ms\n    zone: UTC",
            "8: input.timestamp.zone: unknown key; expected one of field, unit, domain,"
                + " stamp, tick, otherwise"),
        broken(
            "    allowed-lateness: 2s",
            "    allowed_lateness: 2s",
            "27: windows[0].allowed_lateness: unknown key; did you mean 'allowed-lateness'?;"
                + " expected one of name, tumbling, sliding, session, cumulative, calendar,"
                + " exchange, global, count, rolling, boundaries, allowed-lateness, aggregates,"
                + " early, late-firing, mode, final-only, late, max-rows, at-ceiling"),
        broken(
            "      gap: 30s",
            "      gap: 30s\n      offset: 1s",
            "41: windows[2].session.offset: unknown key; expected one of gap"),
        broken(
            "  emit: 200ms",
            "  emit: 200ms\n  <<: {a: b}",
            "22: watermarks.<<: unknown key; expected one of strategy, bound, kind, bounds,"
                + " on-disorder, idleness, all-idle, emit, target-late, min-bound, max-bound,"
                + " start-bound, step, decide-every, bounds-from"),
        broken(
            "  rejected: out/rejected.csv",
            "  reject: out/rejected.csv",
            "46: output.reject: unknown key; did you mean 'rejected'?; expected one of results,"
                + " late, rejected, quarantined, journal"));
  }

  static Stream<Arguments> required() {
    return Stream.of(
        broken(
            "  format: csv\n", "", "3: input.format: missing; expected one of csv, jsonl, journal"),
        broken(
            "  path: trades.csv\n",
            "",
            "3: input.path: missing; expected the path of the input, '-' for standard input, or a list"
                + " of paths"),
        broken(
            "  timestamp:\n    field: ts\n    unit: ms\n",
            "",
            "3: input.timestamp: missing; expected {field: COLUMN, unit: s | ms | us | ns |"
                + " iso-8601}"),
        broken(
            "  timestamp:\n    field: ts\n    unit: ms\n",
            "  timestamp: ts\n",
            "5: input.timestamp: 'ts': expected {field: COLUMN, unit: s | ms | us | ns |"
                + " iso-8601}"),
        broken(
            "    field: ts\n",
            "",
            "6: input.timestamp.field: missing; expected the name of a column"),
        broken(
            "    unit: ms\n",
            "",
            "6: input.timestamp.unit: missing; expected one of s, ms, us, ns, iso-8601"),
        broken(
            "    unit: us\n", "", "9: input.arrival.unit: missing; expected one of s, ms, us, ns"),
        broken(
            "  strategy: bounded-out-of-orderness\n",
            "",
            "18: watermarks.strategy: missing; expected one of bounded-out-of-orderness,"
                + " bounded-by-kind, monotonous, adaptive, none"),
        broken(
            "  bound: 250ms\n",
            "",
            "18: watermarks.bound: missing; expected "
                + DURATION
                + "; or one of aggressive, balanced, conservative"),
        broken(
            "- name: rolling\n    sliding",
            "- sliding",
            "31: windows[1].name: missing; expected a name of its own"),
        broken("name: rolling", "name: ''", "31: windows[1].name: '': expected a name of its own"),
        broken(
            "name: visits",
            "name: rolling",
            "38: windows[2].name: 'rolling': expected a name of its own, not that of"
                + " windows[1].name"),
        broken(
            "    session:\n      gap: 30s\n",
            "",
            "38: windows[2]: no shape; expected one of tumbling, sliding, session, cumulative, calendar,"
                + " exchange, global, count, rolling"),
        broken(
            "    session:\n",
            "    tumbling: {size: 1s}\n    session:\n",
            "38: windows[2]: tumbling and session; expected one of tumbling, sliding, session, cumulative, calendar,"
                + " exchange, global, count, rolling"),
        broken(
            "    session:\n      gap: 30s\n",
            "    session: 30s\n",
            "39: windows[2].session: '30s': expected {gap: 30s}"),
        broken(
            "      gap: 30s",
            "      {}",
            "40: windows[2].session.gap: missing; expected " + DURATION),
        broken(
            "      slide: 1s\n", "", "33: windows[1].sliding.slide: missing; expected " + DURATION),
        broken(
            "    aggregates:\n      last: last(price)\n",
            "",
            "38: windows[2].aggregates: missing; expected a mapping such as {n: count, volume:"
                + " sum(qty)}"),
        broken(
            "    aggregates:\n      last: last(price)\n",
            "    aggregates: {}\n",
            "41: windows[2].aggregates: no aggregate; expected at least one"),
        broken(
            "  results: out/bars.csv\n  late: out/late.csv\n  rejected: out/rejected.csv\n",
            "  {}\n",
            "44: output: no output; expected at least one of results, late, rejected,"
                + " quarantined, journal"),
        broken(
            "output:\n"
                + "  results: out/bars.csv\n"
                + "  late: out/late.csv\n"
                + "  rejected: out/rejected.csv\n",
            "",
            "1: output: missing; expected a mapping with at least one of results, late, rejected,"
                + " quarantined, journal"),
        broken(
            "results: out/bars.csv",
            "results: ''",
            "44: output.results: '': expected the path of a file, or '-' for standard output"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource({"keys", "required"})
  void shouldTellWhatIsWrong(String right, String wrong, String problems) {
    assertThat(JobFiles.problemsWith(folder, right, wrong)).isEqualTo(problems);
  }

  @ParameterizedTest
  @MethodSource("noWindows")
  void shouldWantAListOfWindows(String windows, String problem) {
    String yaml =
        """
        input: {format: csv, path: in.csv, timestamp: {field: ts, unit: s}}
        watermarks: {strategy: none}
        output: {late: late.csv}
        """;

    assertThat(JobFiles.problems(folder, yaml + windows)).isEqualTo("job.yaml:" + problem);
  }

  static Stream<Arguments> noWindows() {
    String expected = "expected a list of windows, each with a name, a shape and aggregates";
    return Stream.of(
        Arguments.of(
            "",
            "1: windows: missing; "
                + expected
                + "; or carry-forward, a list, each with a name, a size, a horizon and values"),
        Arguments.of("windows:\n", "4: windows: nothing: " + expected),
        Arguments.of("windows: []\n", "4: windows: an empty list: " + expected),
        Arguments.of("windows: {name: w}\n", "4: windows: a mapping: " + expected),
        Arguments.of("windows: [w]\n", "4: windows[0]: 'w': " + expected));
  }

  @ParameterizedTest
  @MethodSource("noJob")
  void shouldTellWhatIsNoJobFile(String yaml, String problem) {
    assertThat(JobFiles.problems(folder, yaml)).isEqualTo("job.yaml:" + problem);
  }

  static Stream<Arguments> noJob() {
    String expected = "expected a mapping with input, watermarks, windows or carry-forward, output";
    return Stream.of(
        Arguments.of("", "1: not valid YAML: the file is empty"),
        Arguments.of("# nothing\n", "1: not valid YAML: the file is empty"),
        Arguments.of("- a\n- b\n", "1: a list: " + expected),
        Arguments.of("\nword\n", "2: 'word': " + expected),
        Arguments.of("---\n", "2: nothing: " + expected),
        Arguments.of(
            JobFiles.RIGHT + "---\n" + JobFiles.RIGHT,
            "48: not valid YAML: a second YAML document starts here, expected one"),
        Arguments.of(
            "name: a\n\tinput: b\n",
            "2: not valid YAML: found character '\\t(TAB)' that cannot start any token. (Do not"
                + " use \\t(TAB) for indentation)"),
        Arguments.of(
            "name: a\ninput: [b\noutput: c\n", "3: not valid YAML: expected ',' or ']', but got :"),
        Arguments.of("name: a: b\n", "1: not valid YAML: mapping values are not allowed here"),
        Arguments.of("name: 'a\ninput: b\n", "3: not valid YAML: found unexpected end of stream"),
        Arguments.of(
            "name: a\ninput: \u0001\n",
            "2: not valid YAML: the control character U+0001 is not" + " text"),
        Arguments.of(
            "name: a\ninput: *b\n", "2: not valid YAML: '*b': no anchor '&b' ends before it"),
        Arguments.of(
            "name: a\ninput: &b {path: *b}\n",
            "2: not valid YAML: '*b': no anchor '&b' ends before it"));
  }
}
