package io.tidemark.cli.run;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A folder with a job file and its input. */
final class JobFolder {
  /** Counts and sums rows by key in windows of ten seconds; nothing is late before 5 s. */
  static final String JOB =
      """
      name: sums
      input:
        format: csv
        path: input.csv
        timestamp: {field: ts, unit: s}
        key: k
        types: {v: long}
      watermarks:
        strategy: bounded-out-of-orderness
        bound: 5s
      windows:
        - name: w
          tumbling: {size: 10s}
          aggregates:
            n: count
            sum: sum(v)
      output:
        results: out/results.csv
        late: out/late.csv
        rejected: out/rejected.csv
      """;

  private final Path folder;
  private String job = JOB;

  JobFolder(Path folder) {
    this.folder = folder;
  }

  /** Changes the job file; what is replaced must be there. */
  JobFolder change(String right, String other) {
    if (!job.contains(right)) {
      throw new IllegalArgumentException(right + " is not in\n" + job);
    }
    job = job.replace(right, other);
    return this;
  }

  JobFolder input(String text) throws IOException {
    return file("input.csv", text);
  }

  JobFolder input(byte[] bytes) throws IOException {
    return file("input.csv", bytes);
  }

  JobFolder file(String name, String text) throws IOException {
    return file(name, text.getBytes(StandardCharsets.UTF_8));
  }

  JobFolder file(String name, byte[] bytes) throws IOException {
    Files.write(folder.resolve(name), bytes);
    return this;
  }

  /** Writes the job file and runs it. */
  Command run() throws IOException {
    return runWithInput("");
  }

  Command runWithInput(String standardInput) throws IOException {
    return Command.withInput(standardInput, "run", writeJob().toString());
  }

  Path writeJob() throws IOException {
    return Files.writeString(folder.resolve("job.yaml"), job);
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  String read(String name) throws IOException {
    return Files.readString(folder.resolve(name), StandardCharsets.UTF_8);
  }

  /** The lines of an output, without its header, sorted: their order is not promised. */
  List<String> lines(String name) throws IOException {
    return read(name).lines().skip(1).sorted().toList();
  }

  /** All files of the folder and below, by their paths in it. */
  List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> !file.equals(folder))
          .map(file -> folder.relativize(file).toString())
          .sorted()
          .toList();
    }
  }
}
