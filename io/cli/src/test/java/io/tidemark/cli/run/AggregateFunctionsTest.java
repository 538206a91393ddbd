package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every function of job files, on four rows that can be checked by hand. */
class AggregateFunctionsTest {
  private static final String ROWS = "ts,k,v,w\n0,a,2,1\n2,a,4,3\n1,a,6,1\n4,a,8,5\n";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ohlc(v) | x_open,x_high,x_low,x_close | 2,8,2,8",
        "vwap(v, w) | x | 6.0",
        "weighted_avg(v,w) | x | 6.0",
        "twap(v) | x,x_skipped | 6.4,0",
        "twap(v, 0) | x,x_skipped | 6.0,1",
        "increase(v) | x,x_skipped | 12,0",
        "increase(v, 1) | x,x_skipped | 12,0",
        "rate(v) | x,x_skipped | 3.0,0",
        "rate(v, 2) | x,x_skipped | 3.0,0",
        "var_pop(v) | x | 5.0",
        "var_samp(w) | x | 3.6666666666666665",
        "stddev_pop(v) | x | 2.23606797749979",
        "stddev_samp(w) | x | 1.9148542155126762",
        "covar_pop(w, v) | x | 2.5",
        "covar_samp(w, v) | x | 3.3333333333333335",
        "regression(w, v) | x_slope,x_intercept,x_r2 | 0.5,0.0,0.45454545454545453",
        "top(v, 2) | x_count,x_1,x_2 | 2,8,6",
        "percentiles(v, 3, 10, 50, 99.9) | x_p50,x_p99.9,x_outside | 4,8,0",
        "percentiles(v, 1, 7, 100) | x_p100,x_outside | 7,1",
        "distinct(w) | x | 3",
        "distinct(w, 4) | x | 3"
      })
  void shouldRunEveryFunction(String function, String columns, String values) throws IOException {
    JobFolder job = job("x: '" + function + "'");

    Command command = job.run();

    assertThat(command.status()).as(command.err()).isZero();
    List<String> lines = job.read("out/results.csv").lines().toList();
    assertThat(lines.get(0)).isEqualTo("window,key,start,end,kind,revision," + columns);
    assertThat(lines.get(1)).isEqualTo("w,a,0,10,on-time,0," + values);
    assertThat(lines).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "top(v, 0) | topN.n: 0; expected 1 to 100",
        "top(v, 2.5) | n: 2.5; expected a whole number below 2^31",
        "twap(v, 1001) | disorder: 1001; expected 0 to 1000",
        "rate(v, 99999999999) | disorder: 99999999999; expected a whole number below 2^31",
        "distinct(v, 3) | distinct.precision: 3; expected 4 to 16",
        "percentiles(v, 6, 10, 50) | percentiles.digits: 6; expected 1 to 5",
        "percentiles(v, 3, 10, 101) | percentiles: 101.0; expected different numbers from 0 to 100",
        "percentiles(w, 3, 10, 50) | percentiles.value: a double; expected a long or a decimal"
      })
  void shouldRefuseNumbersThatAFunctionDoesNotTake(String function, String why) throws IOException {
    Command command =
        job("x: '" + function + "'").change("types: {v: long, w: long}", "types: {v: long}").run();

    assertThat(command.status()).isEqualTo(2);
    assertThat(command.err()).contains("windows[0].aggregates.x: '" + function + "': " + why);
  }

  @Test
  void shouldTakeTheHighestValueInTheUnitsOfADecimal() throws IOException {
    JobFolder job =
        job("x: 'percentiles(v, 2, 7.5, 100)'")
            .change("types: {v: long, w: long}", "types: {v: decimal(2)}");
    assertThat(job.run().status()).isZero();
    assertThat(job.lines("out/results.csv")).containsExactly("w,a,0,10,on-time,0,7.51,1");

    Command command = job.change("7.5,", "7.505,").run();
    assertThat(command.status()).isEqualTo(2);
    assertThat(command.err())
        .contains(
            "highest: 7.505; expected a number of the column's type, with 2 digits after the point"
                + " at most");
  }

  @Test
  void shouldRefuseTwoColumnsOfOneName() throws IOException {
    Command command = job("x_open: 'count'\n      x: 'ohlc(v)'").run();

    assertThat(command.status()).isEqualTo(2);
    assertThat(command.err())
        .contains("windows[0].aggregates.x: 'ohlc(v)'", "two columns are named x_open");
  }

  private JobFolder job(String aggregates) throws IOException {
    return new JobFolder(folder)
        .input(ROWS)
        .change("types: {v: long}", "types: {v: long, w: long}")
        .change("n: count\n      sum: sum(v)", aggregates);
  }
}
