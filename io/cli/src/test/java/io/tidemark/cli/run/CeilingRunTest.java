package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** S090: the keys that limit the rows of a window definition, and what is written then. */
class CeilingRunTest {
  private static final String NEW_KEY = "ts,k,v\n1,a,1\n2,b,2\n3,c,4\n4,a,8\n";

  private static final String ROWS =
      "a number of rows such as 100000, more than 0 and of at most 18 digits";

  @TempDir Path temp;

  private JobFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new JobFolder(temp);
  }

  private Command run(String keys, String input) throws IOException {
    return folder.change("    aggregates:", keys.indent(4) + "    aggregates:").input(input).run();
  }

  @Test
  void s090ShouldWriteRefusedRowsToLateAndTheJournal() throws IOException {
    folder.change("late: out/late.csv", "late: out/late.csv\n  journal: out/j");
    Command command = run("max-rows: 2\nat-ceiling: reject-new-keys", NEW_KEY);
    assertThat(command.status()).isZero();
    assertThat(command.err())
        .isEqualTo(
            """
            sums: 4 rows, 0 rejected
              window w: 3 counted, 0 late, 1 without room; firings: 2 on-time, 0 late
            """);
    assertThat(folder.lines("out/results.csv"))
        .containsExactly("w,a,0,10,on-time,0,2,9", "w,b,0,10,on-time,0,1,2");
    assertThat(folder.read("out/late.csv"))
        .isEqualTo("window,watermark,kind,ts,k,v\nw,-4,no-room,3,c,4\n");
    assertThat(Journals.printed(temp.resolve("out/j")))
        .singleElement()
        .asString()
        .startsWith("0,late,no-room,w,")
        .endsWith("\"3,c,4\"");
  }

  @Test
  void s090ShouldWriteEvictedResults() throws IOException {
    Command command =
        run("max-rows: 2\nat-ceiling: evict-idle", "ts,k,v\n1,a,1\n11,a,2\n12,b,4\n2,a,8\n");
    assertThat(command.status()).isZero();
    assertThat(command.err())
        .isEqualTo(
            """
            sums: 4 rows, 0 rejected
              window w: 3 counted, 1 late; firings: 2 on-time, 0 late, 1 evicted
            """);
    assertThat(folder.lines("out/results.csv"))
        .containsExactly(
            "w,a,0,10,evicted,0,1,1", "w,a,10,20,on-time,0,1,2", "w,b,10,20,on-time,0,1,4");
    assertThat(folder.read("out/late.csv"))
        .isEqualTo("window,watermark,kind,ts,k,v\nw,9,late,2,a,8\n");
  }

  @Test
  void s090ShouldFailAtTheCeiling() throws IOException {
    Command command = run("max-rows: 2\nat-ceiling: fail", NEW_KEY);
    assertThat(command.status()).isEqualTo(1);
    assertThat(command.err())
        .contains("job.yaml: window 'w', key 'c': no room for a row with timestamp 3 within")
        .contains(
            "max-rows: 2; allow more, say at-ceiling: reject-new-keys or evict-idle, or take");
  }

  @Test
  void s090ShouldTellWhatIsNotWritten() throws IOException {
    folder.change("  late: out/late.csv\n", "");
    assertThat(run("max-rows: 1\nat-ceiling: reject-new-keys", NEW_KEY).err())
        .endsWith("  not written: 2 rows without room, as output.late is not named\n");
  }

  @Test
  void s090ShouldRefuseWhatIsNoCeiling() throws IOException {
    refuses("max-rows: 0\nat-ceiling: fail", "max-rows: '0': expected " + ROWS);
    refuses(
        "max-rows: 1000000000000000000\nat-ceiling: fail",
        "max-rows: '1000000000000000000': expected " + ROWS);
    refuses("max-rows: many\nat-ceiling: fail", "max-rows: 'many': expected " + ROWS);
    refuses(
        "max-rows: 10\nat-ceiling: evict",
        "at-ceiling: 'evict': expected one of reject-new-keys, evict-idle, fail");
    refuses(
        "max-rows: 10", "at-ceiling: missing; expected one of reject-new-keys, evict-idle, fail");
    refuses("at-ceiling: fail", "max-rows: missing; expected " + ROWS);
  }

  @Test
  void s090ShouldRefuseToEvictWhatTimeDoesNotClose() throws IOException {
    for (String shape : new String[] {"global: {}", "count: {size: 3}"}) {
      folder = new JobFolder(temp).change("tumbling: {size: 10s}", shape);
      Command command = run("max-rows: 10\nat-ceiling: evict-idle", "ts,k,v\n");
      assertThat(command.status()).isEqualTo(2);
      assertThat(command.err())
          .contains(
              "windows[0].at-ceiling: 'evict-idle': expected reject-new-keys or fail, as no time"
                  + " closes count windows or the global one");
    }
  }

  private void refuses(String keys, String message) throws IOException {
    folder = new JobFolder(temp);
    Command command = run(keys, "ts,k,v\n");
    assertThat(command.status()).isEqualTo(2);
    assertThat(command.err()).contains("job.yaml:").contains("windows[0]." + message);
  }
}
