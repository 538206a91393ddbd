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

/** Values of keys, and how several problems are told. */
class JobFileValuesTest {
  private static final String DURATION =
      "a duration such as 250ms: a whole number and ns, us, ms, s, m, h or d";
  private static final String RESERVED =
      ": expected a column's name that is none of window, key, start, end, kind, revision";

  @TempDir Path folder;

  static Stream<Arguments> values() {
    return Stream.of(
        broken(
            "strategy: bounded-out-of-orderness",
            "strategy: monotonous",
            "19: watermarks.bound: '250ms': expected none unless strategy is"
                + " bounded-out-of-orderness"),
        broken(
            "strategy: bounded-out-of-orderness",
            "strategy: none",
            "19: watermarks.bound: '250ms': expected none unless strategy is"
                + " bounded-out-of-orderness"),
        broken(
            "strategy: bounded-out-of-orderness",
            "strategy: bounded",
            "18: watermarks.strategy: 'bounded': expected one of bounded-out-of-orderness,"
                + " bounded-by-kind, monotonous, adaptive, none"),
        broken(
            "bound: 250ms",
            "bound: balance",
            "19: watermarks.bound: 'balance': expected "
                + DURATION
                + "; or one of aggressive, balanced, conservative"),
        broken(
            "bound: 250ms",
            "bound: 250ms\n  on-disorder: reject",
            "20: watermarks.on-disorder: 'reject': expected none unless strategy is monotonous"),
        broken(
            "strategy: bounded-out-of-orderness\n  bound: 250ms",
            "strategy: monotonous\n  on-disorder: drop",
            "19: watermarks.on-disorder: 'drop': expected one of count, reject, fail"),
        broken(
            "idleness: 30s",
            "all-idle: hold",
            "20: watermarks.all-idle: 'hold': expected none without idleness, as no partition is"
                + " ever idle"),
        broken(
            "idleness: 30s",
            "idleness: 30s\n  all-idle: max",
            "21: watermarks.all-idle: 'max': expected one of maximum, hold, wallclock"),
        broken(
            "bound: 250ms",
            "bound: 250ms\n  kind: type\n  bounds: {a: 1s}",
            "20: watermarks.kind: 'type': expected none unless strategy is bounded-by-kind",
            "21: watermarks.bounds: a mapping: expected none unless strategy is bounded-by-kind"),
        broken(
            "strategy: bounded-out-of-orderness",
            "strategy: bounded-by-kind",
            "18: watermarks.kind: missing; expected the name of the column that tells a row's kind",
            "18: watermarks.bounds: missing; expected a bound for each kind, such as {payment: 0s,"
                + " click: 10s}",
            "19: watermarks.bound: '250ms': expected none unless strategy is"
                + " bounded-out-of-orderness"),
        broken(
            "strategy: bounded-out-of-orderness\n  bound: 250ms",
            "strategy: bounded-by-kind\n  kind: type\n  bounds: {}",
            "20: watermarks.bounds: no kind; expected a bound for each kind, such as {payment: 0s,"
                + " click: 10s}"),
        broken(
            "strategy: bounded-out-of-orderness\n  bound: 250ms",
            "strategy: bounded-by-kind\n  kind: type\n  bounds: [a]",
            "20: watermarks.bounds: a list: expected a bound for each kind, such as {payment: 0s,"
                + " click: 10s}"),
        broken(
            "strategy: bounded-out-of-orderness\n  bound: 250ms",
            "strategy: bounded-by-kind\n  kind: type\n  bounds: {a: 1s, b: 1us, c: balanced}",
            "20: watermarks.bounds.b: '1us': expected a whole number of ms, the unit of"
                + " input.timestamp",
            "20: watermarks.bounds.c: 'balanced': expected " + DURATION),
        broken(
            "strategy: bounded-out-of-orderness\n  bound: 250ms",
            "strategy: bounded-by-kind\n  kind: type\n  bounds: {a: 1s, a: 2s}",
            "20: watermarks.bounds.a: repeated; it is on line 20 already"),
        broken(
            "  partition: venue\n",
            "",
            "12: input.partitions: a list: expected none without partition, the column that"
                + " names them"),
        broken(
            "[nyse, nasdaq]",
            "nyse",
            "13: input.partitions: 'nyse': expected a list of partitions such as [a, b]"),
        broken(
            "[nyse, nasdaq]",
            "[nyse, [nasdaq]]",
            "13: input.partitions[1]: a list: expected a list of partitions such as [a, b]"),
        broken(
            "[nyse, nasdaq]",
            "[nyse, nyse]",
            "13: input.partitions: 'nyse' is named twice; expected each once"),
        broken(
            "qty: long",
            "qty: int",
            "16: input.types.qty: 'int': expected long, double or decimal(0) to decimal(18)"),
        broken(
            "decimal(4)",
            "decimal(19)",
            "15: input.types.price: 'decimal(19)': expected long, double or decimal(0) to"
                + " decimal(18)"),
        broken(
            "decimal(4)",
            "decimal",
            "15: input.types.price: 'decimal': expected long, double or decimal(0) to"
                + " decimal(18)"),
        broken(
            "decimal(4)",
            "decimal(-1)",
            "15: input.types.price: 'decimal(-1)': expected long, double or decimal(0) to"
                + " decimal(18)"),
        broken(
            "  types:\n    price: decimal(4)\n    qty: long\n",
            "  types: double\n",
            "14: input.types: 'double': expected a mapping such as {price: decimal(4)}"),
        broken(
            "  format: csv",
            "  format: csv\n  window: w",
            "4: input.window: 'w': expected none unless format is journal"),
        broken(
            "  format: csv",
            "  format: jsonl\n  kind: late",
            "4: input.kind: 'late': expected none unless format is journal"),
        broken(
            "  format: csv",
            "  format: journal\n  kind: both",
            "4: input.kind: 'both': expected one of late, rejected, quarantined"),
        broken(
            "  format: csv\n  path: trades.csv",
            "  format: journal\n  path: '-'",
            "4: input.path: '-': expected the directory of a journal, as format is journal"),
        broken(
            "late: out/late.csv",
            "late: '-'",
            "45: output.late: '-': expected the path of a file; standard output is for results"
                + " only"),
        broken(
            "late: out/late.csv",
            "late: \"a\\0b\"",
            "45: output.late: holds the character U+0000; expected the path of a file"),
        broken(
            "late: out/late.csv",
            "late: out/",
            "45: output.late: 'out/': expected the path of a file"),
        broken("n: count", "key: count", "29: windows[0].aggregates.key: 'key'" + RESERVED),
        broken(
            "n: count", "window: count", "29: windows[0].aggregates.window: 'window'" + RESERVED),
        broken("n: count", "start: count", "29: windows[0].aggregates.start: 'start'" + RESERVED),
        broken("n: count", "end: count", "29: windows[0].aggregates.end: 'end'" + RESERVED),
        broken("n: count", "kind: count", "29: windows[0].aggregates.kind: 'kind'" + RESERVED),
        broken(
            "n: count",
            "revision: count",
            "29: windows[0].aggregates.revision: 'revision'" + RESERVED),
        broken("n: count", "'': count", "29: windows[0].aggregates.: ''" + RESERVED),
        function("count(qty)"),
        function("count()"),
        function("sum"),
        function("sum (qty)"),
        function("SUM(qty)"),
        function("median(qty)"),
        function("sum(qty) + 1"),
        call("sum()", "sum(column)"),
        call("vwap(price)", "vwap(price column, quantity column)"),
        call("vwap(price, qty, 3)", "vwap(price column, quantity column)"),
        call("covar_pop(price, )", "covar_pop(y column, x column)"),
        call("top(price)", "top(column, n)"),
        call("top(price, many)", "top(column, n)"),
        call("top(price, -3)", "top(column, n)"),
        call("twap(price, 1, 2)", "twap(column[, disorder])"),
        call("percentiles(qty, 3, 1000)", "percentiles(column, digits, highest, percentile...)"),
        broken(
            "n: count",
            "n: [count]",
            "29: windows[0].aggregates.n: a list: expected " + JobAggregate.EXPECTED));
  }

  private static Arguments function(String wrong) {
    return call(wrong, JobAggregate.EXPECTED);
  }

  private static Arguments call(String wrong, String expected) {
    return broken(
        "n: count",
        "n: '" + wrong + "'",
        "29: windows[0].aggregates.n: '" + wrong + "': expected " + expected);
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("values")
  void shouldTellWhatIsWrong(String right, String wrong, String problems) {
    assertThat(JobFiles.problemsWith(folder, right, wrong)).isEqualTo(problems);
  }

  @Test
  void shouldTellAllThatIsWrongInTheOrderOfLines() {
    String yaml =
        JobFiles.RIGHT
            .replace("results:", "result:")
            .replace("    unit: ms", "    unit: minutes")
            .replace("bound: 250ms", "bound: 5")
            .replace("name: bars_1s", "nam: bars_1s");

    assertThat(JobFiles.problems(folder, yaml).lines())
        .containsExactly(
            "job.yaml:7: input.timestamp.unit: 'minutes': expected one of s, ms, us, ns, iso-8601",
            "job.yaml:19: watermarks.bound: '5': expected "
                + DURATION
                + "; or one of aggressive, balanced, conservative",
            "job.yaml:23: windows[0].nam: unknown key; did you mean 'name'?; expected one of name,"
                + " tumbling, sliding, session, cumulative, calendar, exchange, global, count,"
                + " rolling, boundaries, allowed-lateness, aggregates, early, late-firing,"
                + " mode, final-only, late, max-rows, at-ceiling",
            "job.yaml:23: windows[0].name: missing; expected a name of its own",
            "job.yaml:44: output.result: unknown key; did you mean 'results'?; expected one of"
                + " results, late, rejected, quarantined, journal");
  }
}
