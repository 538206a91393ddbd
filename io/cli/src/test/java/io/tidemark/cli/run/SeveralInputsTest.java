package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Publisher;
import io.tidemark.cli.Command;
import io.tidemark.cli.job.JobFile;
import io.tidemark.cli.job.JobFileReader;
import io.tidemark.counters.WindowCounters;
import io.tidemark.files.SymbolTable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs whose path is a list: in which order rows are taken, what comes out, and what is told. */
class SeveralInputsTest {
  private static final String LIST = "path: [a.csv, b.csv]";
  private static final String ALIGNED = LIST + "\n  alignment: {max-drift: 20s}";

  @TempDir Path temp;

  private JobFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new JobFolder(temp);
  }

  /**
   *
   *
   * <pre>
   * a           1  12  26 (end)                 a's own watermark: -5  6  20
   * b                         2   31   14       b's:               -4  25
   * watermark   none until b has a row, then b's alone, as a has ended:
   *             2 is on time, 31 closes [0,10) and [10,20), 14 is late
   * </pre>
   */
  @ParameterizedTest
  @EnumSource
  void shouldTakeEachFileForAPartitionThatEndsWithIt(Layout layout) throws IOException {
    folder
        .change("path: input.csv", LIST)
        .file("a.csv", "ts,k,v\n1,a,1\n12,a,2\n26,a,3\nx,a,4\n")
        .file("b.csv", "ts,k,v\n2,a,5\n\n31,a,6\n14,a,7\n8,a\n");

    Command command = Command.run("run", "--layout", layout.toString(), job());

    assertThat(command.status()).as(command.err()).isZero();
    assertThat(folder.lines("out/results.csv"))
        .containsExactly(
            "w,a,0,10,on-time,0,2,6",
            "w,a,10,20,on-time,0,1,2",
            "w,a,20,30,on-time,0,1,3",
            "w,a,30,40,on-time,0,1,6");
    assertThat(folder.read("out/late.csv")).isEqualTo("window,watermark,ts,k,v\nw,25,14,a,7\n");
    assertThat(folder.read("out/rejected.csv"))
        .isEqualTo(
            "input,line,reason,row\n"
                + "a.csv,5,bad-timestamp,\"x,a,4\"\n"
                + "b.csv,6,bad-row,\"8,a\"\n");
    assertThat(command.err().lines())
        .containsExactly(
            "sums: 8 rows, 2 rejected (1 bad-row, 1 bad-timestamp)",
            "  input a.csv: 4 rows",
            "  input b.csv: 4 rows",
            "  window w: 5 counted, 1 late; firings: 4 on-time, 0 late");
  }

  @Test
  void shouldReadGzipBesidePlainFilesAndAListOfOneAsOne() throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
      gzip.write("ts,k,v\n1,a,1\n".getBytes(StandardCharsets.UTF_8));
    }
    folder
        .change("path: input.csv", "path:\n    - a.csv.gz\n    - b.csv")
        .file("a.csv.gz", zipped.toByteArray())
        .file("b.csv", "ts,k,v\n2,a,5\n");
    assertThat(folder.run().status()).isZero();
    assertThat(folder.lines("out/results.csv")).containsExactly("w,a,0,10,on-time,0,2,6");

    folder.change("path:\n    - a.csv.gz\n    - b.csv", "path: [b.csv]");
    assertThat(folder.run().err()).startsWith("sums: 1 rows, 0 rejected\n  window");
    assertThat(folder.read("out/rejected.csv")).isEqualTo("line,reason,row\n");
  }

  /** Two journals side by side: the late rows of both, of which each keeps its own numbers. */
  @Test
  void shouldReadJournalsSideBySide() throws IOException {
    for (String name : List.of("a", "b")) {
      new JobFolder(temp)
          .change("rejected: out/rejected.csv", "journal: out/" + name)
          .input("ts,k,v\n1," + name + ",1\n40,a,2\n2," + name + ",4\n3," + name + ",8\n")
          .run();
    }
    folder
        .change("format: csv", "format: journal")
        .change("input.csv", "[out/a, out/b]")
        .change("strategy: bounded-out-of-orderness\n  bound: 5s", "strategy: none");
    assertThat(folder.run().err()).contains("input out/b: 2 rows\n");
    assertThat(folder.lines("out/results.csv"))
        .containsExactly("w,a,0,10,on-time,0,2,12", "w,b,0,10,on-time,0,2,12");
  }

  /** A recording in two files is what it was in one, sorted by arrival. */
  @ParameterizedTest
  @EnumSource
  void shouldTakeRowsAsTheyArrived(Layout layout) throws IOException {
    long seed = 7;
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder whole = new StringBuilder("ts,at,k,v,p\n");
    List<StringBuilder> parts = List.of(new StringBuilder(whole), new StringBuilder(whole));
    long arrival = 0;
    for (int i = 0; i < 2_000; i++) {
      arrival += random.nextInt(random.nextInt(50) == 0 ? 30 : 3);
      int part = random.nextInt(2);
      // At one time the first file's rows come first, as they would have to in one file.
      arrival += part == 0 ? 1 : 0;
      long ts = Math.max(arrival - part * 15L - random.nextInt(8), 0);
      String row = "%d,%d,k%d,%d,%d%n".formatted(ts, arrival, random.nextInt(3), i, part);
      whole.append(row);
      parts.get(part).append(row);
    }
    String columns = "timestamp: {field: ts, unit: s}\n  arrival: {field: at, unit: s}";
    folder
        .change("timestamp: {field: ts, unit: s}", columns + "\n  partition: p")
        .change("bound: 5s", "bound: 5s\n  idleness: 10s")
        .input(whole.toString());
    assertThat(Command.run("run", "--layout", layout.toString(), job()).status()).isZero();
    List<String> results = folder.lines("out/results.csv");
    List<String> late = folder.lines("out/late.csv");

    folder
        .change("path: input.csv", LIST)
        .file("a.csv", parts.get(0).toString())
        .file("b.csv", parts.get(1).toString());
    assertThat(Command.run("run", "--layout", layout.toString(), job()).status()).isZero();
    assertThat(folder.lines("out/results.csv")).as("seed %d", seed).isEqualTo(results);
    assertThat(folder.lines("out/late.csv")).as("seed %d", seed).isEqualTo(late).isNotEmpty();
  }

  /** The files are years apart in length: what has to be kept open is bounded by the drift. */
  @Test
  void shouldBoundLiveWindowsByTheDrift() throws Exception {
    StringBuilder dense = new StringBuilder("ts,k,v\n");
    for (int ts = 0; ts < 5_000; ts++) {
      dense.append(ts).append(",a,1\n");
    }
    StringBuilder sparse = new StringBuilder("ts,k,v\n");
    for (int ts = 0; ts < 5_000; ts += 10) {
      sparse.append(ts).append(",a,1\n");
    }
    folder.file("a.csv", dense.toString()).file("b.csv", sparse.toString());

    // The watermark is at most a drift of 20 s, a step of 10 s and a bound of 5 s behind the
    // largest
    // timestamp: that is within five windows of 10 s.
    assertThat(mostLiveWindows(ALIGNED)).isBetween(3L, 5L);
    // A turn of b is 1,280 s.
    assertThat(mostLiveWindows(LIST)).isGreaterThan(100);
  }

  private long mostLiveWindows(String path) throws Exception {
    JobFolder own = new JobFolder(temp).change("path: input.csv", path).change("out/", "live/");
    JobFile file = JobFileReader.read(own.writeJob());
    EngineJob job = EngineJob.of(file, new SymbolTable());
    long most = 0;
    try (Engine<FileEvent> engine = Engine.start(job.job(), EngineOptions.inline());
        Inputs inputs = Inputs.open(file, new ByteArrayInputStream(new byte[0]))) {
      inputs.decodeBy(file, job, new SymbolTable(), new SymbolTable());
      Publisher<FileEvent> publisher = engine.publisher();
      RowOrder order = inputs.order(job.job().unit(), input -> publisher.end(input.number()));
      WindowCounters counters = engine.counters().windows().get(0);
      for (Input input = order.next(); input != null; input = order.next()) {
        publisher.claim().take(input.row());
        publisher.publish(input.number());
        most = Math.max(most, counters.liveWindows());
      }
      assertThat(counters.tooLate.value()).isZero();
    }
    return most;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldTakeRowsInTheOrderDescribed(long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    int count = 1 + random.nextInt(4);
    long drift = random.nextInt(3) == 0 ? -1 : random.nextInt(40);
    List<List<Long>> files = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int f = 0; f < count; f++) {
      List<Long> times = new ArrayList<>();
      StringBuilder text = new StringBuilder("ts,k,v\n");
      int rows = random.nextInt(400);
      for (long i = 0, time = random.nextInt(100); i < rows; i++) {
        time += random.nextInt(20) == 0 ? -random.nextInt(10) : random.nextInt(1 + f * 2);
        boolean bad = random.nextInt(15) == 0;
        times.add(bad ? null : time);
        text.append(bad ? "x" : Long.toString(time)).append(",a,1\n");
      }
      files.add(times);
      names.add(f + ".csv");
      folder.file(f + ".csv", text.toString());
    }
    String alignment = drift < 0 ? "" : "\n  alignment: {max-drift: " + drift + "s}";
    folder.change("path: input.csv", "path: [" + String.join(", ", names) + "]" + alignment);
    JobFile file = JobFileReader.read(folder.writeJob());
    EngineJob job = EngineJob.of(file, new SymbolTable());
    List<String> ends = new ArrayList<>();
    try (Inputs inputs = Inputs.open(file, new ByteArrayInputStream(new byte[0]))) {
      inputs.decodeBy(file, job, new SymbolTable(), new SymbolTable());
      RowOrder order = inputs.order(job.job().unit(), input -> ends.add("end of " + input.name()));
      for (Input input = order.next(); input != null; input = order.next()) {
        ends.add(input.name() + " " + input.line());
      }
    }
    assertThat(ends).as("seed %d", seed).isEqualTo(described(files, drift));
  }

  /** The order of docs/job-file.md, looking at all files before each row. */
  private static List<String> described(List<List<Long>> files, long drift) {
    List<String> taken = new ArrayList<>();
    int[] next = new int[files.size()];
    boolean[] ended = new boolean[files.size()];
    long[] reached = new long[files.size()];
    Arrays.fill(reached, Long.MIN_VALUE / 2);
    for (int open = files.size(); open > 0; ) {
      for (int f = 0; f < files.size(); f++) {
        for (int rows = 0; rows < 128 && !ended[f]; rows++) {
          long smallest = Long.MAX_VALUE;
          for (int other = 0; other < files.size(); other++) {
            smallest = ended[other] ? smallest : Math.min(smallest, reached[other]);
          }
          if (drift >= 0 && reached[f] - smallest > drift) {
            break;
          }
          if (next[f] == files.get(f).size()) {
            ended[f] = true;
            open--;
            taken.add("end of " + f + ".csv");
            break;
          }
          Long time = files.get(f).get(next[f]++);
          reached[f] = time == null ? reached[f] : Math.max(reached[f], time);
          taken.add(f + ".csv " + (next[f] + 1));
        }
      }
    }
    return taken;
  }

  @Test
  void shouldNameTheFileThatCannotBeRead() throws IOException {
    ByteArrayOutputStream good = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(good)) {
      gzip.write("ts,k,v\n1,a,1\n".getBytes(StandardCharsets.UTF_8));
    }
    byte[] cut = Arrays.copyOf(good.toByteArray(), good.size() - 6);
    folder
        .change("path: input.csv", "path: [a.csv, b.csv.gz]")
        .file("a.csv", "ts,k,v\n1,a,1\n")
        .file("b.csv.gz", cut);
    Command command = folder.run();
    assertThat(command.status()).isEqualTo(1);
    assertThat(command.err()).contains(temp + "/b.csv.gz").contains("gzip");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "path: []|4: input.path: an empty list: expected",
        "path: [a.csv, '-']|4: input.path: '-' in a list; expected files",
        "path: [a.csv, '']|4: input.path[1]: ''; expected",
        "path: [a.csv, ./a.csv]|4: input.path[1]: './a.csv' is also input.path[0]; expected each",
        "path: [a.csv, no.csv]|4: input.path[1]: cannot open no.csv: no such file",
        "path: [a.csv, c.csv]|4: input.path[1]: c.csv has the columns ts,v,k; expected those of"
            + " a.csv, ts,k,v",
        "path: a.csv\n  alignment: {max-drift: 1s}|5: input.alignment: expected none unless path is"
            + " a list",
        "path: [a.csv]\n  alignment: {max-drift: -1s}|5: input.alignment.max-drift: '-1s':"
            + " expected a duration that is not negative",
        "path: [a.csv]\n  alignment: {max-drift: 1500ms}|5: input.alignment.max-drift: '1500ms':"
            + " expected a whole number of s, the unit of input.timestamp",
        "path: [a.csv]\n  alignment: {}|5: input.alignment.max-drift: missing; expected a duration",
        "path: [a.csv]\n  alignment: {max-drift: 1s}\n  arrival: {field: v, unit: s}|5:"
            + " input.alignment: expected none with arrival: rows come as they arrived"
      })
  void shouldRefuseWhatCannotBe(String cases) throws IOException {
    String[] parts = cases.split("\\|");
    folder
        .change("path: input.csv", parts[0])
        .file("a.csv", "ts,k,v\n1,a,1\n")
        .file("c.csv", "ts,v,k\n1,1,a\n");
    Command command = folder.run();
    assertThat(command.status()).as(command.err()).isEqualTo(2);
    assertThat(command.err().replace(temp + "/", "")).startsWith("job.yaml:" + parts[1]);
  }

  private String job() throws IOException {
    return folder.writeJob().toString();
  }
}
