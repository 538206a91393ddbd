package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Job files with {@code map} and {@code filter}. */
class ExpressionsRunTest {
  @TempDir Path folder;

  @Test
  void shouldFilterAndDerive() throws IOException {
    JobFolder job =
        job(
                "map: {twice: 2 * v, rest: twice - v}\nfilter: \"v > 0 and s != 'TEST'\"\n",
                "sum(twice)")
            .input("ts,k,v,s\n1,a,5,x\n2,a,-1,x\n3,a,7,TEST\n4,a,9,\n30,b,-3,x\n");

    Command command = job.run();

    assertThat(command.status()).as(command.err()).isZero();
    assertThat(job.lines("out/results.csv")).containsExactly("w,a,0,10,on-time,0,2,28");
    assertThat(command.err()).contains("sums: 5 rows, 0 rejected, 3 filtered");
  }

  /** A row that is filtered out moves the watermark: what comes behind it is late. */
  @Test
  void c09ShouldLetFilteredRowsMoveTheWatermark() throws IOException {
    JobFolder job = job("filter: v > 0\n", "sum(v)").input("ts,k,v\n1,a,5\n90,a,0\n2,a,6\n");

    assertThat(job.run().status()).isZero();
    assertThat(job.lines("out/results.csv")).containsExactly("w,a,0,10,on-time,0,1,5");
    assertThat(job.lines("out/late.csv")).containsExactly("w,84,2,a,6");
  }

  /** Beyond 64 bits, or divided by 0: the row counts for nothing. */
  @Test
  void shouldRejectRowsForWhichThereIsNoValue() throws IOException {
    JobFolder job =
        job("map: {ratio: 100 / v}\nfilter: v < 50 or v * 4611686018427387904 > 0\n", "sum(ratio)")
            .input("ts,k,v\n1,a,4\n99,a,0\n99,a,60\n2,a,5\nx,a,0\n3,a,y\n");

    assertThat(job.run().status()).isZero();
    assertThat(job.lines("out/results.csv")).containsExactly("w,a,0,10,on-time,0,2,45.0");
    assertThat(job.lines("out/rejected.csv"))
        .containsExactly(
            "3,bad-value,\"99,a,0\"",
            "4,bad-value,\"99,a,60\"",
            "6,bad-timestamp,\"x,a,0\"",
            "7,bad-value,\"3,a,y\"");
  }

  /** What is filtered out needs no derived values. */
  @Test
  void shouldFilterBeforeItDerives() throws IOException {
    JobFolder job =
        job("map: {ratio: 100 / v}\nfilter: v != 0\n", "sum(ratio)")
            .input("ts,k,v\n1,a,4\n2,a,0\n");

    Command command = job.run();
    assertThat(command.err()).contains("2 rows, 0 rejected, 1 filtered");
    assertThat(job.lines("out/results.csv")).containsExactly("w,a,0,10,on-time,0,1,25.0");
  }

  @Test
  void shouldReadJsonLines() throws IOException {
    JobFolder job =
        job("filter: s = 'x' and v >= 2\n", "sum(v)")
            .change("format: csv", "format: jsonl")
            .input(
                "{\"ts\":1,\"k\":\"a\",\"v\":2,\"s\":\"x\"}\n{\"ts\":1,\"k\":\"a\",\"v\":3}\n"
                    + "{\"ts\":1,\"k\":\"a\",\"v\":4,\"s\":{}}\n");

    assertThat(job.run().status()).isZero();
    assertThat(job.lines("out/results.csv")).containsExactly("w,a,0,10,on-time,0,1,2");
    assertThat(job.lines("out/rejected.csv")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "filter: v > | filter: 'v >': at character 4: the end; expected a column",
        "filter: z > 0 | filter: column 'z' is not in the header",
        "map: {x: z + 1} | map.x: column 'z' is not in the header",
        "map: {v: 1} | map.v: 'v': expected a name of its own, not that of a column of the input",
        "map: {k: 1} | map.k: 'k' is a column of the input; expected another name",
        "map: {x: v +} | map.x: 'v +': at character 4: the end; expected a column",
        "map: [x] | map: a list: expected a mapping such as {notional: price * qty}",
        "fliter: v > 0 | fliter: unknown key; did you mean 'filter'?"
      })
  void shouldSayWhatIsWrong(String wrong, String message) throws IOException {
    Command command = job(wrong + "\n", "sum(v)").input("ts,k,v\n1,a,5\n").run();

    assertThat(command.status()).as(command.err()).isEqualTo(2);
    assertThat(command.err()).contains(message);
  }

  /** Not where another expression stands. */
  @Test
  void shouldSayWhichExpressionNamesAColumnThatIsNotThere() throws IOException {
    Command command =
        job("map: {a: v, b: v * pric}\nfilter: v > 0 and k != 'x'\n", "sum(v)")
            .input("ts,k,v\n1,a,5\n")
            .run();

    assertThat(command.status()).as(command.err()).isEqualTo(2);
    assertThat(command.err()).contains("map.b: column 'pric' is not in the header");
  }

  private JobFolder job(String expressions, String sum) {
    return new JobFolder(folder)
        .change("watermarks:", expressions + "watermarks:")
        .change("sum(v)", sum);
  }
}
