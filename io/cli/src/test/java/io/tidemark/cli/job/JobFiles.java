package io.tidemark.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.provider.Arguments;

/** A right job file to bend, and what reading one comes to. */
final class JobFiles {
  /** All keys that csv input can have, each on a line of its own. */
  static final String RIGHT =
      """
      name: bars
      input:
        format: csv
        path: trades.csv
        timestamp:
          field: ts
          unit: ms
        arrival:
          field: recv
          unit: us
        key: symbol
        partition: venue
        partitions: [nyse, nasdaq]
        types:
          price: decimal(4)
          qty: long
      watermarks:
        strategy: bounded-out-of-orderness
        bound: 250ms
        idleness: 30s
        emit: 200ms
      windows:
        - name: bars_1s
          tumbling:
            size: 1s
            offset: 100ms
          allowed-lateness: 2s
          aggregates:
            n: count
            volume: sum(qty)
        - name: rolling
          sliding:
            size: 10s
            slide: 1s
            offset: 0s
          aggregates:
            low: min(price)
        - name: visits
          session:
            gap: 30s
          aggregates:
            last: last(price)
      output:
        results: out/bars.csv
        late: out/late.csv
        rejected: out/rejected.csv
      """;

  private JobFiles() {}

  /** The job that a text describes. */
  static JobFile read(Path folder, String yaml) throws JobFileException {
    return read(folder, yaml.getBytes(StandardCharsets.UTF_8));
  }

  /** The job that bytes describe. */
  static JobFile read(Path folder, byte[] yaml) throws JobFileException {
    Path file = folder.resolve("job.yaml");
    try {
      Files.write(file, yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return JobFileReader.read(file);
  }

  /** What reading a text says, without the folder's name; empty when nothing is wrong. */
  static String problems(Path folder, String yaml) {
    try {
      read(folder, yaml);
      return "";
    } catch (JobFileException e) {
      return e.getMessage().replace(folder + "/", "");
    }
  }

  /** A case of a table: what to replace in the right file, by what, and all that must be said. */
  static Arguments broken(String right, String wrong, String... problems) {
    return Arguments.of(right, wrong, "job.yaml:" + String.join("\njob.yaml:", problems));
  }

  /** What reading the right file says once a part of it has been replaced. */
  static String problemsWith(Path folder, String right, String wrong) {
    assertThat(RIGHT).containsOnlyOnce(right);
    return problems(folder, RIGHT.replace(right, wrong));
  }
}
