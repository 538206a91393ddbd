package io.tidemark.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The examples of docs/job-file.md run as they are written there: the job at its beginning as a
 * whole, all others as parts of that job.
 */
class DocumentedExamplesTest {
  private static final String DOCUMENT = read(Path.of("../../docs/job-file.md"));
  private static final Pattern BLOCK = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  /** An example of a key of a window definition, in a table or in the text. */
  private static final Pattern KEY =
      Pattern.compile("`((" + String.join("|", keys()) + "): [^`|]+)`");

  /** Two rows a second on Wednesday, 6 November 2024, from 10:00 in New York on. */
  private static final String HEADER =
      "ts,recv,symbol,venue,qty,price,bid,ask,order_id,event,unit price\n";

  @TempDir Path folder;

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> keys() {
    List<String> keys = new ArrayList<>(ShapeReader.SHAPES);
    keys.addAll(TriggersReader.KEYS);
    keys.addAll(CeilingReader.KEYS);
    keys.add("boundaries");
    return keys;
  }

  @BeforeEach
  void writeInput() throws IOException {
    StringBuilder rows = new StringBuilder(HEADER);
    for (int i = 0; i < 40; i++) {
      long ts = 1_730_905_200_000L + 500L * i;
      rows.append(ts).append(',').append(ts + 3).append(i % 3 == 0 ? ",A" : ",B");
      rows.append(i % 2 == 0 ? ",nyse," : ",nasdaq,").append(i % 7 + 1).append(",10.5,10,11,");
      rows.append(i).append(i % 2 == 0 ? ",payment" : ",click").append(",1\n");
    }
    Files.writeString(folder.resolve("trades.csv"), rows);
    Files.writeString(folder.resolve("nyse.csv"), rows);
    try (OutputStream file = Files.newOutputStream(folder.resolve("nasdaq.csv.gz"));
        OutputStream gzip = new GZIPOutputStream(file)) {
      gzip.write(rows.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  private static List<String> blocks() {
    return BLOCK.matcher(DOCUMENT).results().map(found -> found.group(1)).toList();
  }

  static List<String> parts() {
    return blocks().subList(1, blocks().size());
  }

  static List<String> windowKeys() {
    return KEY.matcher(DOCUMENT).results().map(found -> found.group(1)).distinct().toList();
  }

  @Test
  void shouldRunTheJobAtTheBeginning() throws IOException {
    run(blocks().get(0));

    List<String> results = Files.readAllLines(folder.resolve("out/bars.csv"));
    assertThat(results.get(0))
        .isEqualTo("window,key,start,end,kind,revision,n,volume,low,high,open,close,mean");
    assertThat(results)
        .hasSize(1 + 34)
        .contains(
            "bars_1s,A,1730905200000,1730905201000,on-time,0,1,1,10.5000,10.5000,10.5000,10.5000,10.5");
    assertThat(folder.resolve("out/journal")).isDirectory();
  }

  @ParameterizedTest
  @MethodSource("parts")
  void shouldRunEachPart(String part) throws IOException {
    Map<String, String> job = sections(blocks().get(0));
    if (part.contains("bounds-from")) {
      // What it repeats is what another run has decided.
      Map<String, String> before = new LinkedHashMap<>(job);
      before.putAll(sections(part.replaceAll("  bounds-from.*\n", "")));
      run(text(before));
      job.put("output", "output: {results: out/bars.csv}\n");
    }
    if (part.startsWith("  - name: ")) {
      job.put("windows", "windows:\n" + part);
    }
    for (Map.Entry<String, String> section : sections(part).entrySet()) {
      job.merge(
          section.getKey(),
          section.getValue(),
          section.getKey().equals("input") ? DocumentedExamplesTest::merged : (all, own) -> own);
    }
    run(text(job));

    assertThat(Files.readAllLines(folder.resolve("out/bars.csv"))).hasSizeGreaterThan(2);
  }

  @ParameterizedTest
  @MethodSource("windowKeys")
  void shouldRunEachKeyOfWindows(String key) throws IOException {
    String shape = ShapeReader.SHAPES.contains(key(key)) ? "" : "    tumbling: {size: 1s}\n";
    String ceiling =
        switch (key(key)) {
          case "max-rows" -> "    at-ceiling: fail\n";
          case "at-ceiling" -> "    max-rows: 100000\n";
          default -> "";
        };
    Map<String, String> job = sections(blocks().get(0));
    job.put(
        "windows",
        "windows:\n  - name: w\n"
            + shape
            + ceiling
            + "    "
            + key
            + "\n    aggregates: {n: count}\n");
    job.put("output", "output: {results: out/w.csv}\n");
    Command command = run(text(job));

    assertThat(command.err()).contains("window w: 40 counted, 0 late");
  }

  /** One small example for each. */
  @Test
  void shouldShowAllKeysOfWindows() {
    assertThat(windowKeys()).extracting(DocumentedExamplesTest::key).containsAll(keys());
    assertThat(parts()).hasSize(6);
  }

  private static String key(String example) {
    return example.substring(0, example.indexOf(':'));
  }

  private Command run(String job) throws IOException {
    Path file = Files.writeString(folder.resolve("job.yaml"), job);
    Command command = Command.run("run", file.toString());
    assertThat(command.status()).as("%s%n%s", job, command.err()).isZero();
    return command;
  }

  /** The parts of a job file that begin at its left edge, by their keys. */
  private static Map<String, String> sections(String job) {
    Matcher found = Pattern.compile("^([a-z-]+):.*\n(?:[ #].*\n)*", Pattern.MULTILINE).matcher(job);
    Map<String, String> sections = new LinkedHashMap<>();
    found.results().forEach(section -> sections.put(section.group(1), section.group()));
    return sections;
  }

  private static String text(Map<String, String> job) {
    return String.join("", job.values());
  }

  /** An input whose own lines take the place of those of the same keys. */
  private static String merged(String all, String own) {
    List<String> keys =
        own.lines().skip(1).map(line -> line.substring(0, line.indexOf(':'))).toList();
    // Aligned inputs are read by their timestamps, not in the order of their arrivals.
    boolean isAligned = own.contains("alignment");
    Stream<String> others =
        all.lines()
            .filter(line -> keys.stream().noneMatch(key -> line.startsWith(key + ":")))
            .filter(line -> !isAligned || !line.matches("  (arrival|guard|partitions?):.*"));
    return Stream.concat(others, own.lines().skip(1)).collect(Collectors.joining("\n", "", "\n"));
  }
}
