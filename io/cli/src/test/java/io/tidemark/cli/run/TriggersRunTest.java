package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small examples of each key that says when windows fire and what becomes of late rows. */
class TriggersRunTest {
  private static final String LATE_ROW = "ts,k,v\n1,a,1\n16,a,2\n3,a,4\n";

  @TempDir Path temp;

  private JobFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new JobFolder(temp);
  }

  private void run(String keys, String input) throws IOException {
    folder.change("    aggregates:", keys(keys)).input(input);
    Command command = folder.run();
    assertThat(command.status()).as(command.err()).isZero();
  }

  private static String keys(String keys) {
    return keys.indent(4) + "    aggregates:";
  }

  private String header() throws IOException {
    return folder.read("out/results.csv").lines().findFirst().orElseThrow();
  }

  @Test
  void shouldFireEarlyForANumberOfRows() throws IOException {
    run("early: {count: 2}", "ts,k,v\n1,a,1\n2,a,2\n3,a,4\n16,a,8\n");
    assertThat(header()).isEqualTo("window,key,start,end,kind,revision,final,n,sum");
    assertThat(folder.lines("out/results.csv"))
        .containsExactly(
            "w,a,0,10,early,0,false,2,3",
            "w,a,0,10,on-time,1,true,3,7",
            "w,a,10,20,on-time,0,true,1,8");
  }

  @Test
  void shouldFireEarlyByEventTime() throws IOException {
    run("early: {every: 4s}", "ts,k,v\n1,a,1\n11,a,2\n3,a,4\n14,a,8\n");
    assertThat(folder.lines("out/results.csv"))
        .containsExactly(
            "w,a,0,10,early,0,false,1,1",
            "w,a,0,10,early,1,false,2,5",
            "w,a,0,10,on-time,2,true,2,5",
            "w,a,10,20,early,0,false,2,10",
            "w,a,10,20,on-time,1,true,2,10");
  }

  @Test
  void shouldFireEarlyByProcessingTime() throws IOException {
    folder.change("  key: k", "  arrival: {field: at, unit: ms}\n  key: k");
    run("early: {every: 1s, time: processing}", "ts,at,k,v\n1,100,a,1\n2,900,a,2\n3,1100,a,4\n");
    assertThat(folder.lines("out/results.csv"))
        .containsExactly("w,a,0,10,early,0,false,2,3", "w,a,0,10,on-time,1,true,3,7");
  }

  @Test
  void shouldFireEarlyByWhateverComesFirst() throws IOException {
    run("early: [{every: 4s}, {count: 2}]", "ts,k,v\n1,a,1\n2,a,2\n3,a,4\n9,a,8\n16,a,16\n");
    assertThat(folder.lines("out/results.csv"))
        .containsExactly(
            "w,a,0,10,early,0,false,2,3",
            "w,a,0,10,early,1,false,4,15",
            "w,a,0,10,on-time,2,true,4,15",
            "w,a,10,20,on-time,0,true,1,16");
  }

  @Test
  void shouldFireOnceATickForLateRows() throws IOException {
    folder.change("  key: k", "  arrival: {field: at, unit: ms}\n  key: k");
    run(
        "late-firing: per-tick\nallowed-lateness: 20s",
        "ts,at,k,v\n1,0,a,1\n20,10,a,2\n3,20,a,4\n4,30,a,8\n5,250,a,16\n");
    assertThat(folder.lines("out/results.csv"))
        .containsExactly(
            "w,a,0,10,late,1,false,3,13",
            "w,a,0,10,late,2,true,4,29",
            "w,a,0,10,on-time,0,false,1,1",
            "w,a,20,30,on-time,0,true,1,2");
  }

  @Test
  void shouldDiscard() throws IOException {
    run("mode: discarding\nallowed-lateness: 10s", LATE_ROW);
    assertThat(folder.lines("out/results.csv"))
        .containsExactly(
            "w,a,0,10,late,1,false,1,4",
            "w,a,0,10,on-time,0,false,1,1",
            "w,a,10,20,on-time,0,true,1,2");
  }

  @Test
  void shouldTakeBack() throws IOException {
    run("mode: retracting\nallowed-lateness: 10s", LATE_ROW);
    assertThat(header()).isEqualTo("window,key,start,end,kind,revision,final,retraction,n,sum");
    assertThat(folder.lines("out/results.csv"))
        .containsExactly(
            "w,a,0,10,late,1,false,false,2,5",
            "w,a,0,10,on-time,0,false,false,1,1",
            "w,a,0,10,on-time,0,false,true,1,1",
            "w,a,10,20,on-time,0,true,false,1,2");
  }

  @Test
  void shouldFireWhenWindowsCloseOnly() throws IOException {
    run("final-only: true\nallowed-lateness: 10s", LATE_ROW + "30,a,8\n");
    assertThat(folder.lines("out/results.csv"))
        .containsExactly(
            "w,a,0,10,on-time,0,true,2,5",
            "w,a,10,20,on-time,0,true,1,2",
            "w,a,30,40,on-time,0,true,1,8");
  }

  @Test
  void shouldAdjustLateRows() throws IOException {
    run("late: adjust", "ts,k,v\n1,a,1\n20,a,2\n3,a,4\n");
    assertThat(header()).isEqualTo("window,key,start,end,kind,revision,n,sum");
    assertThat(folder.lines("out/results.csv"))
        .containsExactly(
            "w,a,0,10,on-time,0,1,1", "w,a,10,20,on-time,0,1,4", "w,a,20,30,on-time,0,1,2");
    assertThat(folder.lines("out/late.csv")).isEmpty();
  }

  @Test
  void shouldDropLateRows() throws IOException {
    run("late: drop", "ts,k,v\n1,a,1\n20,a,2\n3,a,4\n");
    assertThat(folder.lines("out/late.csv")).isEmpty();
  }

  @Test
  void shouldWriteLateRowsAsByDefault() throws IOException {
    run("late: side", "ts,k,v\n1,a,1\n20,a,2\n3,a,4\n");
    assertThat(folder.lines("out/late.csv")).containsExactly("w,14,3,a,4");
  }

  @Test
  void shouldFailForALateRow() throws IOException {
    folder.change("    aggregates:", keys("late: fail")).input("ts,k,v\n1,a,1\n20,a,2\n3,b,4\n");
    Command command = folder.run();
    assertThat(command.status()).isEqualTo(1);
    assertThat(command.err())
        .contains("window 'w', key 'b': a row with timestamp 3 is too late at watermark 14");
  }

  @Test
  void shouldRefuseWhatIsNoTrigger() throws IOException {
    String count = "expected a whole number, at least 1 and of at most 18 digits";
    refuses("early: {count: 0}", "early.count: '0': " + count);
    refuses("early: {count: 1000000000000000000}", "early.count: '1000000000000000000': " + count);
    refuses("early: {every: 0s}", "early.every: '0s': expected more than 0");
    refuses(
        "early: {every: 1s, count: 2}",
        "early: expected {every: 10s}, {every: 10s, time: processing}, {count: 100} or a list of"
            + " them");
    refuses(
        "early: [{count: 2}, {every: 1s, time: processing}, {count: 3}]",
        "early[2]: expected one each by event time, processing time and count at most");
    refuses("early: []", "early: an empty list: expected {every: 10s}, ");
    refuses("early: [{count: x}]", "early[0].count: 'x': " + count);
    refuses(
        "early: {every: 1s, time: wall}", "early.time: 'wall': expected one of event, processing");
    refuses("late: ignore", "late: 'ignore': expected one of drop, side, adjust, fail");
    refuses("mode: deltas", "mode: 'deltas': expected one of accumulating, discarding, retracting");
    refuses("late-firing: all", "late-firing: 'all': expected one of each, per-tick");
    refuses(
        "final-only: true\nmode: discarding",
        "final-only: 'true': expected false where windows fire early, late per tick, or not"
            + " accumulating");
  }

  @Test
  void shouldRefuseColumnsOfTheNamesThatResultsHaveByTriggers() throws IOException {
    folder.change("sum: sum(v)", "retraction: sum(v)");
    run("early: {count: 2}", "ts,k,v\n1,a,1\n");
    assertThat(header()).isEqualTo("window,key,start,end,kind,revision,final,n,retraction");

    String problem =
        "': expected another name, as by the job's triggers results have such a column";
    folder.change("early: {count: 2}", "mode: retracting");
    assertThat(folder.run().err())
        .contains("job.yaml:17: windows[0].aggregates.retraction: 'retraction" + problem);
    folder.change("retraction: sum(v)", "final: sum(v)");
    assertThat(folder.run().err())
        .contains("job.yaml:17: windows[0].aggregates.final: 'final" + problem);
  }

  private void refuses(String keys, String message) throws IOException {
    folder = new JobFolder(temp);
    folder.change("    aggregates:", keys(keys)).input("ts,k,v\n");
    Command command = folder.run();
    assertThat(command.status()).isEqualTo(2);
    assertThat(command.err()).contains("windows[0]." + message);
  }
}
