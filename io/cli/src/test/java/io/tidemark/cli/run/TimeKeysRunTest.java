package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the keys of time domains, fallback and guard do. Windows of ten seconds; arrivals in s. */
class TimeKeysRunTest {
  private static final String TIME = "timestamp: {field: ts, unit: s}";
  private static final String ARRIVAL = "\n  arrival: {field: at, unit: s}";
  private static final String WATERMARKS =
      "watermarks:\n  strategy: bounded-out-of-orderness\n  bound: 5s\n";

  @TempDir Path temp;

  private JobFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new JobFolder(temp);
  }

  @Test
  void shouldCountByTheClockInProcessingTime() throws IOException {
    folder
        .change(TIME, "timestamp: {domain: processing, unit: s}" + ARRIVAL)
        .change(WATERMARKS, "")
        .input("ts,at,k,v\n999,3,a,1\n,9,a,2\nx,10,a,4\n5,2,a,8\n");

    Command command = folder.run();

    assertThat(command.status()).as(command.err()).isZero();
    assertThat(folder.lines("out/results.csv"))
        .containsExactly("w,a,0,10,on-time,0,2,3", "w,a,10,20,on-time,0,2,12");
    assertThat(folder.lines("out/late.csv")).isEmpty();
  }

  @Test
  void shouldHandOnResultsOfProcessingTimeAsTheyFire() throws IOException {
    folder
        .change(TIME, "timestamp: {domain: processing, unit: s}" + ARRIVAL)
        .change(WATERMARKS, "")
        .change("results: out/results.csv", "results: '-'")
        .input("ts,at,k,v\n,3,a,1\n,12,a,2\n");

    assertThat(folder.run().out())
        .isEqualTo(
            "window,key,start,end,kind,revision,n,sum\n"
                + "w,a,0,10,on-time,0,1,1\nw,a,10,20,on-time,0,1,2\n");
  }

  @Test
  void shouldCountByTheSourcesStampsInIngestionTime() throws IOException {
    folder
        .change(TIME, "timestamp: {domain: ingestion, stamp: source, unit: s}" + ARRIVAL)
        .change("bound: 5s", "bound: 0s")
        .input("ts,at,k,v\n999,3,a,1\n,12,a,2\n5,2,a,4\n");

    assertThat(folder.run().status()).isZero();
    assertThat(folder.lines("out/results.csv"))
        .containsExactly("w,a,0,10,on-time,0,1,1", "w,a,10,20,on-time,0,1,2");
    assertThat(folder.lines("out/late.csv")).containsExactly("w,11,5,2,a,4");
  }

  @Test
  void shouldLetIngestionTimeStandIn() throws IOException {
    folder
        .change(TIME, "timestamp: {field: ts, unit: s, otherwise: ingestion}" + ARRIVAL)
        .input("ts,at,k,v\n,3,a,1\n9223372036854775807,4,a,2\n5,4,a,4\nx,4,a,8\n");

    Command command = folder.run();

    assertThat(folder.lines("out/results.csv")).containsExactly("w,a,0,10,on-time,0,3,7");
    assertThat(folder.lines("out/rejected.csv")).containsExactly("5,bad-timestamp,\"x,4,a,8\"");
    assertThat(command.err()).contains("\n  2 rows with their ingestion time\n");
  }

  @Test
  void shouldGiveEachRefusedTimestampItsReason() throws IOException {
    folder
        .change(TIME, TIME + "\n  guard: {negative: refuse, furthest-future: 1m}" + ARRIVAL)
        .input(
            """
            ts,at,k,v
            5,5,a,1
            ,5,a,1
            -1,5,a,1
            -9223372036854775808,5,a,1
            9223372036854775807,5,a,1
            66,5,a,1
            65,5,a,2
            """);

    assertThat(folder.run().status()).isZero();
    assertThat(folder.lines("out/rejected.csv"))
        .containsExactly(
            "3,missing-timestamp,\",5,a,1\"",
            "4,negative-timestamp,\"-1,5,a,1\"",
            "5,timestamp-underflow,\"-9223372036854775808,5,a,1\"",
            "6,timestamp-overflow,\"9223372036854775807,5,a,1\"",
            "7,future-timestamp,\"66,5,a,1\"");
    assertThat(folder.lines("out/results.csv"))
        .containsExactly("w,a,0,10,on-time,0,1,1", "w,a,60,70,on-time,0,1,2");
  }

  @Test
  void shouldScaleWhatIsInAnotherUnitWhenAsked() throws IOException {
    folder
        .change(TIME, TIME + "\n  guard: {units: scale}" + ARRIVAL)
        .input("ts,at,k,v\n1700000003,1700000003,a,1\n1700000004000,1700000004,a,2\n");

    Command command = folder.run();

    assertThat(folder.lines("out/results.csv"))
        .containsExactly("w,a,1700000000,1700000010,on-time,0,2,3");
    assertThat(command.err()).contains("\n  1 timestamps scaled\n");
  }

  /** Quarantined rows go to a file and into records of their own, which another job reads. */
  @Test
  void shouldReplayWhatWasQuarantined() throws IOException {
    folder
        .change(TIME, TIME + "\n  guard: {furthest-future: 1m, refused: quarantine}" + ARRIVAL)
        .change(
            "rejected: out/rejected.csv",
            "rejected: out/rejected.csv\n  quarantined: out/q.csv\n  journal: out/j")
        .input("ts,at,k,v\n5,5,a,1\n500,6,a,2\nx,6,a,4\n");

    Command command = folder.run();

    assertThat(command.err())
        .startsWith(
            "sums: 3 rows, 2 rejected (1 bad-timestamp, 1 future-timestamp), 1 of them"
                + " quarantined\n");
    assertThat(folder.lines("out/q.csv")).containsExactly("3,future-timestamp,\"500,6,a,2\"");
    assertThat(folder.lines("out/rejected.csv")).containsExactly("4,bad-timestamp,\"x,6,a,4\"");
    JobFolder repair =
        new JobFolder(temp)
            .change("format: csv", "format: journal\n  kind: quarantined")
            .change("input.csv", "out/j")
            .change(
                TIME, "timestamp: {domain: ingestion, stamp: entry, unit: s}\n  arrival: record")
            .change("out/results.csv", "out/repaired.csv")
            .change("  late: out/late.csv\n  rejected: out/rejected.csv\n", "");
    Command repaired = repair.run();
    assertThat(repaired.status()).as(repaired.err()).isZero();
    assertThat(folder.lines("out/repaired.csv")).containsExactly("w,a,0,10,on-time,0,1,2");
  }

  /** Without a file of their own they are among the rejected rows. */
  @Test
  void shouldWriteQuarantinedRowsToRejectedOtherwise() throws IOException {
    folder
        .change(TIME, TIME + "\n  guard: {negative: refuse, refused: quarantine}" + ARRIVAL)
        .input("ts,at,k,v\n-5,5,a,1\n");

    assertThat(folder.run().status()).isZero();
    assertThat(folder.lines("out/rejected.csv"))
        .containsExactly("2,negative-timestamp,\"-5,5,a,1\"");
  }

  /** A replay keeps the stamps of the first run when it is told to, and stamps anew otherwise. */
  @Test
  void s011ShouldKeepTheStampsOfRecordsOrStampThemAnew() throws IOException {
    folder
        .change(TIME, TIME + ARRIVAL)
        .change("rejected: out/rejected.csv", "journal: out/j")
        .change("bound: 5s", "bound: 0s")
        .input("ts,at,k,v\n40,41,a,1\n3,42,a,2\n4,55,a,4\n");
    assertThat(folder.run().status()).isZero();

    replay("\n  arrival: record");
    assertThat(folder.lines("out/replay.csv"))
        .containsExactly("w,a,40,50,on-time,0,1,2", "w,a,50,60,on-time,0,1,4");
    replay("");
    assertThat(folder.lines("out/replay.csv"))
        .hasSizeBetween(1, 2)
        .noneMatch(line -> line.startsWith("w,a,40,") || line.startsWith("w,a,50,"));
  }

  private void replay(String arrival) throws IOException {
    Command command =
        new JobFolder(temp)
            .change("format: csv", "format: journal")
            .change("input.csv", "out/j")
            .change(TIME, "timestamp: {domain: ingestion, stamp: entry, unit: s}" + arrival)
            .change("out/results.csv", "out/replay.csv")
            .change("  late: out/late.csv\n  rejected: out/rejected.csv\n", "")
            .run();
    assertThat(command.status()).as(command.err()).isZero();
  }
}
