package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What strategies of a job file do besides their watermarks. */
class StrategiesTest {
  private static final String BOUNDED = "strategy: bounded-out-of-orderness\n  bound: 5s";
  private static final String FALLING = "ts,k,v\n1,a,1\n5,a,2\n3,a,4\n5,a,8\n12,a,16\n11,b,32\n";

  @TempDir Path folder;

  @Test
  void s032ShouldRejectRowsWhoseTimestampFalls() throws IOException {
    JobFolder job = monotonous(", on-disorder: reject");

    assertThat(job.run().status()).isZero();
    assertThat(job.lines("out/results.csv"))
        .containsExactly("w,a,0,10,on-time,0,3,11", "w,a,10,20,on-time,0,1,16");
    assertThat(job.lines("out/rejected.csv"))
        .containsExactly("4,disorder,\"3,a,4\"", "7,disorder,\"11,b,32\"");
    assertThat(job.lines("out/late.csv")).isEmpty();
  }

  @Test
  void s032ShouldCountThemUnlessToldOtherwise() throws IOException {
    for (String word : new String[] {"", ", on-disorder: count"}) {
      JobFolder job = monotonous(word);

      assertThat(job.run().status()).isZero();
      assertThat(job.lines("out/results.csv"))
          .containsExactly(
              "w,a,0,10,on-time,0,4,15", "w,a,10,20,on-time,0,1,16", "w,b,10,20,on-time,0,1,32");
      assertThat(job.lines("out/rejected.csv")).isEmpty();
    }
  }

  @Test
  void s032ShouldFailAtTheFirst() throws IOException {
    Command command = monotonous(", on-disorder: fail").run();

    assertThat(command.status()).isEqualTo(1);
    assertThat(command.err())
        .contains("partition 0: timestamp 3 after 5, where they must not fall");
  }

  /** Both partitions are idle from 19 s on; the next row comes at 40 s, right after a tick. */
  @Test
  void shouldDoAsToldWhenAllPartitionsAreIdle() throws IOException {
    assertThat(late("maximum")).containsExactly("w,12,9,b,8,40,y");
    assertThat(late("hold")).isEmpty();
    assertThat(late("wallclock")).containsExactly("w,33,9,b,8,40,y");
  }

  private List<String> late(String allIdle) throws IOException {
    JobFolder job =
        new JobFolder(folder)
            .change(
                "  key: k\n",
                """
                  key: k
                  partition: p
                  partitions: [x, y]
                  arrival: {field: at, unit: s}
                """)
            .change(BOUNDED, "strategy: monotonous\n  idleness: 10s\n  all-idle: " + allIdle)
            .input("ts,k,v,at,p\n13,a,1,0,x\n6,a,2,0,y\n7,a,4,9,y\n9,b,8,40,y\n");
    Command command = job.run();
    assertThat(command.status()).as(command.err()).isZero();
    return job.lines("out/late.csv");
  }

  private JobFolder monotonous(String more) throws IOException {
    return new JobFolder(folder)
        .change(BOUNDED, "strategy: monotonous" + more.replace(", ", "\n  "))
        .input(FALLING);
  }
}
