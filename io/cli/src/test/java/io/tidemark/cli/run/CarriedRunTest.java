package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Job files with {@code carry-forward}. */
class CarriedRunTest {
  private static final String CARRIED =
      "carry-forward:\n  - name: c\n    size: 10s\n    horizon: 15s\n    values: {v: v}\n";

  @TempDir Path folder;

  private JobFolder job(String carried) {
    return new JobFolder(folder).change("output:", carried + "output:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"inline", "fused"})
  void shouldWriteWindowsWithCarriedValues(String layout) throws IOException {
    JobFolder job = job(CARRIED).input("ts,k,v\n3,a,5\n1,a,4\n12,b,7\n40,b,8\n2,a,9\n");

    Command command = Command.run("run", "--layout", layout, job.writeJob().toString());

    assertThat(command.status()).as(command.err()).isZero();
    assertThat(job.read("out/results.csv"))
        .startsWith("window,key,start,end,kind,revision,n,sum,events,v\n");
    assertThat(job.lines("out/results.csv"))
        .containsExactly(
            "c,a,0,10,on-time,0,,,2,5",
            "c,a,10,20,on-time,0,,,0,5",
            "c,b,10,20,on-time,0,,,1,7",
            "c,b,20,30,on-time,0,,,0,7",
            "c,b,40,50,on-time,0,,,1,8",
            "w,a,0,10,on-time,0,2,9,,",
            "w,b,10,20,on-time,0,1,7,,",
            "w,b,40,50,on-time,0,1,8,,");
    assertThat(command.err()).contains("carried c: 4 counted, 1 late; 5 lines");
  }

  @Test
  void shouldNeedNoWindows() throws IOException {
    JobFolder job =
        job(CARRIED)
            .change(
                "windows:\n  - name: w\n    tumbling: {size: 10s}\n    aggregates:\n      n: count\n"
                    + "      sum: sum(v)\n",
                "")
            .input("ts,k,v\n3,a,5\n");

    assertThat(job.run().status()).isZero();
    assertThat(job.read("out/results.csv"))
        .isEqualTo("window,key,start,end,kind,revision,events,v\nc,a,0,10,on-time,0,1,5\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name: c | name: w | carry-forward[0].name: 'w': expected a name of its own",
        "size: 10s | size: 0s | carry-forward[0].size: '0s'",
        "size: 10s | offset: 10s | carry-forward[0].size: missing",
        "horizon: 15s | horizon: -1s | carry-forward[0].horizon: '-1s'",
        "values: {v: v} | values: {} | carry-forward[0].values: no value; expected at least one",
        "values: {v: v} | values: {events: v} | carry-forward[0].values.events: 'events': expected",
        "values: {v: v} | values: {v: x} | carry-forward[0].values.v: column 'x' is not in the header",
        "horizon: 15s | horizen: 15s | carry-forward[0].horizen: unknown key; did you mean 'horizon'?"
      })
  void shouldSayWhatIsWrong(String right, String wrong, String message) throws IOException {
    Command command = job(CARRIED.replace(right, wrong)).input("ts,k,v\n3,a,5\n").run();

    assertThat(command.status()).as(command.err()).isEqualTo(2);
    assertThat(command.err()).contains(message);
  }

  @Test
  void shouldSayThatAnOffsetIsAsLongAsAWindow() throws IOException {
    Command command =
        job(CARRIED.replace("size: 10s", "size: 10s\n    offset: -10s"))
            .input("ts,k,v\n3,a,5\n")
            .run();

    assertThat(command.status()).as(command.err()).isEqualTo(2);
    assertThat(command.err())
        .contains("carry-forward[0].offset: '-10s': expected less than the size, to either side");
  }
}
