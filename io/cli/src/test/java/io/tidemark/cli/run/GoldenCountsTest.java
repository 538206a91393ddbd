package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The counts of examples/data/SOURCES.md, through the command. */
class GoldenCountsTest {
  private static final Path DATA = Path.of("../../examples/data");
  private static final String SIX = "binance-6feeds-trades.csv.gz";
  private static final String THREE = "binance-btcusdt-perp-3streams.csv.gz";
  private static final String HYPERLIQUID = "hyperliquid-btc-subscribe.csv";
  private static final String QUAKES = "usgs-quakes-2018-02.csv";

  @TempDir Path temp;

  @ParameterizedTest
  @CsvSource({
    SIX + ",6,event_ms,0ms,1s,0ms,1784,55270,0,0,a5c0847e",
    SIX + ",1,event_ms,0ms,1s,0ms,1784,54938,0,332,82d5ff19",
    SIX + ",1,event_ms,50ms,1s,0ms,1784,54976,0,294,6256b886",
    SIX + ",1,event_ms,214ms,1s,0ms,1784,55270,0,0,a5c0847e",
    SIX + ",1,event_ms,0ms,1s,100ms,1784,54938,81,251,0c680626",
    THREE + ",3,event_ms,0ms,100ms,0ms,9018,93953,0,0,b0a04e54",
    THREE + ",1,event_ms,0ms,100ms,0ms,9017,93372,0,581,9305abfe",
    HYPERLIQUID + ",2,event_ms,0ms,1s,0ms,55,110,0,0,7f1231fa",
    HYPERLIQUID + ",1,event_ms,0ms,1s,0ms,34,80,0,30,87343841",
    QUAKES + ",1,origin_ms,0ms,1d,0ms,73,1196,0,511,0b5b3b7b",
    QUAKES + ",1,origin_ms,0ms,1d,1d,73,1196,294,217,4b1b5b2e",
  })
  void shouldCount(
      String file,
      int partitions,
      String column,
      String bound,
      String size,
      String lateness,
      int firings,
      long counted,
      int lateFirings,
      int late,
      String crc)
      throws IOException {
    Path job = temp.resolve("job.yaml");
    Files.writeString(job, job(file, partitions, column, bound, size, lateness));

    for (String layout : List.of("inline", "fused")) {
      Command command = Command.run("run", "--layout", layout, job.toString());

      assertThat(command.status()).as(command.err()).isZero();
      CsvTable results = CsvTable.read(temp.resolve("results.csv"));
      List<List<String>> first = ofKind(results, "on-time");
      assertThat(first).as(layout).hasSize(firings);
      assertThat(first.stream().mapToLong(row -> Long.parseLong(row.get(6))).sum())
          .isEqualTo(counted);
      assertThat(ofKind(results, "late")).hasSize(lateFirings);
      assertThat(CsvTable.read(temp.resolve("late.csv")).rows()).hasSize(late);
      assertThat(checksum(results.rows())).as(layout).isEqualTo(crc);
    }
  }

  private static String job(
      String file, int partitions, String column, String bound, String size, String lateness) {
    List<Integer> declared = java.util.stream.IntStream.range(0, partitions).boxed().toList();
    return """
    input:
      format: csv
      path: %s
      timestamp: {field: %s, unit: ms}
      key: partition
    %s
    watermarks: {strategy: bounded-out-of-orderness, bound: %s}
    windows:
      - name: w
        tumbling: {size: %s}
        allowed-lateness: %s
        aggregates: {n: count}
    output: {results: results.csv, late: late.csv}
    """
        .formatted(
            DATA.resolve(file).toAbsolutePath(),
            column,
            partitions == 1 ? "" : "  partition: partition\n  partitions: " + declared,
            bound,
            size,
            lateness);
  }

  private static List<List<String>> ofKind(CsvTable results, String kind) {
    return results.rows().stream().filter(row -> row.get(4).equals(kind)).toList();
  }

  /** The checksum over lines KIND,key,start,end,count that SOURCES.md defines. */
  private static String checksum(List<List<String>> rows) {
    Comparator<List<String>> order =
        Comparator.<List<String>>comparingLong(row -> Long.parseLong(row.get(1)))
            .thenComparingLong(row -> Long.parseLong(row.get(2)))
            .thenComparingLong(row -> Long.parseLong(row.get(3)))
            .thenComparing(row -> row.get(4).equals("late"))
            .thenComparingLong(row -> Long.parseLong(row.get(6)));
    String lines =
        rows.stream()
            .sorted(order)
            .map(
                row ->
                    String.join(
                        ",",
                        row.get(4).equals("late") ? "LATE-FIRE" : "FIRE",
                        row.get(1),
                        row.get(2),
                        row.get(3),
                        row.get(6)))
            .collect(Collectors.joining("\n"));
    CRC32 crc = new CRC32();
    crc.update(lines.getBytes(StandardCharsets.US_ASCII));
    return String.format("%08x", crc.getValue());
  }
}
