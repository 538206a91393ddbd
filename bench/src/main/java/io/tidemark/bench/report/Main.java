package io.tidemark.bench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.bench.latency.LatencyRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** The command behind {@code bench/run}; its working directory is that of the project. */
public final class Main {

  private static final Path RESULTS = Path.of("perf-results");
  private static final Path SMOKE_RESULTS = Path.of("bench", "target", "smoke");
  private static final String JSON = ".json";
  private static final String USAGE =
      "usage: bench/run SUITE [JMH OPTION]...   run a suite: "
          + Suite.names()
          + "\n       bench/run table FILE.json          make the table of a result file again"
          + "\n       bench/run latency [RATE [SECONDS]] latencies of an open loop";

  private Main() {}

  /** Runs a suite, or makes the table of an earlier run. */
  public static void main(String[] args) throws IOException, RunnerException {
    if (args.length == 0) {
      exit(USAGE);
    } else if (args[0].equals("table") && args.length == 2) {
      System.out.println("table: " + writeTable(Path.of(args[1])));
    } else {
      try {
        String[] options = Arrays.copyOfRange(args, 1, args.length);
        if (args[0].equals("latency")) {
          LatencyRun.main(options);
          return;
        }
        run(Suite.named(args[0]), new CommandLineOptions(options));
      } catch (IllegalArgumentException | CommandLineOptionException e) {
        exit(e.getMessage() + "\n" + USAGE);
      }
    }
  }

  private static void exit(String message) {
    System.err.println(message);
    System.exit(2);
  }

  private static void run(Suite suite, CommandLineOptions commandLine)
      throws IOException, RunnerException {
    Path file = newFile(suite);
    Launcher launcher = new Launcher(suite, commandLine);
    for (int round = 1; round <= launcher.rounds(); round++) {
      System.out.printf("# Round %d of %d%n", round, launcher.rounds());
      launcher.runRound();
      // After each round, so that an interrupted run leaves what it had.
      ResultFormatFactory.getInstance(ResultFormatType.JSON, file.toString())
          .writeOut(launcher.results());
    }
    Path table = writeTable(file);
    System.out.println("\n" + Files.readString(table) + "\n" + file + "\n" + table);
  }

  private static Path newFile(Suite suite) throws IOException {
    Path directory = suite.smoke() ? SMOKE_RESULTS : RESULTS;
    Files.createDirectories(directory);
    String name = LocalDate.now(ZoneOffset.UTC) + "-" + suite.label();
    Path file = directory.resolve(name + JSON);
    for (int i = 2; Files.exists(file); i++) {
      file = directory.resolve(name + "-" + i + JSON);
    }
    return file;
  }

  private static Path writeTable(Path json) throws IOException {
    String name = json.getFileName().toString();
    if (!name.endsWith(JSON)) {
      throw new IllegalArgumentException(json + ": expected a file named *" + JSON);
    }
    String title = name.substring(0, name.length() - JSON.length());
    Path table = json.resolveSibling(title + ".md");
    Files.writeString(table, MarkdownReport.of(title, new ObjectMapper().readTree(json.toFile())));
    return table;
  }
}
