package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that say {@code deduplicate}: rows that come again are rejected as what they are. */
class DeduplicateTest {
  private static final String KEY = "  deduplicate: {field: id, horizon: 10s}\n";

  @TempDir Path temp;

  private JobFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new JobFolder(temp).change("  key: k\n", "  key: k\n" + KEY);
  }

  /**
   *
   *
   * <pre>
   * ts         1   1     1   12   1     16    1
   * id         7   7   007    8   7      9    7
   * watermark -5  -5    -5    6   6     10   10     0 and less is forgotten at 10, 1 is not
   *                x              x          x
   * </pre>
   */
  @ParameterizedTest
  @EnumSource
  void shouldRejectRowsThatComeAgain(Layout layout) throws IOException {
    folder.input("ts,k,v,id\n1,a,1,7\n1,a,1,7\n1,a,2,007\n12,a,4,8\n1,a,1,7\n16,a,8,9\n1,a,1,7\n");

    Command command =
        Command.run("run", "--layout", layout.toString(), folder.writeJob().toString());

    assertThat(command.status()).as(command.err()).isZero();
    assertThat(folder.lines("out/results.csv"))
        .containsExactly("w,a,0,10,on-time,0,2,3", "w,a,10,20,on-time,0,2,12");
    assertThat(folder.read("out/rejected.csv"))
        .isEqualTo(
            "line,reason,row\n"
                + "3,duplicate,\"1,a,1,7\"\n"
                + "6,duplicate,\"1,a,1,7\"\n"
                + "8,duplicate,\"1,a,1,7\"\n");
    assertThat(command.err()).startsWith("sums: 7 rows, 3 rejected (3 duplicate)\n");
  }

  /** One row in a hundred comes again: all sums are as without. */
  @Test
  void s173ShouldLeaveEverySumUnchangedByRetries() throws IOException {
    long seed = 1730;
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder once = new StringBuilder("ts,k,v,id\n");
    StringBuilder again = new StringBuilder(once);
    int retries = 0;
    String retry = "";
    for (int i = 0; i < 5_000; i++) {
      String row =
          "%d,k%d,%d,order-%d%n"
              .formatted(i / 10 + random.nextInt(5), random.nextInt(9), random.nextInt(100), i);
      once.append(row);
      again.append(row);
      if (random.nextInt(100) == 0) {
        retry = row;
      }
      if (!retry.isEmpty() && random.nextInt(5) == 0) {
        again.append(retry);
        retry = "";
        retries++;
      }
    }
    folder.change("horizon: 10s", "horizon: 60s").input(once.toString()).run();
    String results = folder.read("out/results.csv");

    Command command = folder.input(again.toString()).run();
    assertThat(folder.read("out/results.csv")).as("seed %d", seed).isEqualTo(results);
    assertThat(retries).isPositive();
    assertThat(command.err())
        .startsWith(
            "sums: %d rows, %d rejected (%d duplicate)\n"
                .formatted(5_000 + retries, retries, retries));
  }

  @Test
  void shouldRejectARowWithoutAnId() throws IOException {
    folder.input("ts,k,v,id\n1,a,1,\n1,a,2,x\n1,a,4,-0\n1,a,8,0\n");
    assertThat(folder.run().status()).isZero();
    assertThat(folder.lines("out/rejected.csv")).containsExactly("2,bad-value,\"1,a,1,\"");
    assertThat(folder.lines("out/results.csv")).containsExactly("w,a,0,10,on-time,0,3,14");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{field: id}|7: input.deduplicate.horizon: missing; expected a duration",
        "{horizon: 1s}|7: input.deduplicate.field: missing; expected the name of a column",
        "{field: id, horizon: 0s}|7: input.deduplicate.horizon: '0s': expected more than 0",
        "{field: no, horizon: 1s}|7: input.deduplicate.field: "
      })
  void shouldRefuseWhatCannotBe(String cases) throws IOException {
    String[] parts = cases.split("\\|");
    folder.change("{field: id, horizon: 10s}", parts[0]).input("ts,k,v,id\n1,a,1,1\n");
    Command command = folder.run();
    assertThat(command.status()).as(command.err()).isEqualTo(2);
    assertThat(command.err().replace(temp + "/", "")).startsWith("job.yaml:" + parts[1]);
  }
}
