package io.tidemark.cli.demo;

import io.tidemark.files.ByteInput;
import io.tidemark.files.CsvReader;
import io.tidemark.files.Slice;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A line of a results file.
 *
 * @param feed the key
 * @param startMs the start of the second, in ms since the epoch
 * @param columns the prices and the volume, as written
 * @param trades how many trades are in it
 */
record Bar(int feed, long startMs, List<String> columns, long trades) {
  /** The columns that are shown as they are. */
  static final List<String> COLUMNS = List.of("open", "high", "low", "close", "volume");

  private static final int VOLUME = COLUMNS.indexOf("volume");
  private static final String SETTING = "results";

  /** The bars of a results file. */
  static List<Bar> read(Path file) throws IOException {
    List<Bar> bars = new ArrayList<>();
    try (CsvReader reader = CsvReader.open(ByteInput.open(file, SETTING))) {
      int feed = reader.column("key", SETTING);
      int start = reader.column("start", SETTING);
      int trades = reader.column("trades", SETTING);
      List<Integer> shown = new ArrayList<>();
      for (String column : COLUMNS) {
        shown.add(reader.column(column, SETTING));
      }
      while (reader.next()) {
        bars.add(
            new Bar(
                Integer.parseInt(text(reader, feed)),
                Long.parseLong(text(reader, start)),
                shown.stream().map(column -> text(reader, column)).toList(),
                Long.parseLong(text(reader, trades))));
      }
    }
    return bars;
  }

  /** Which bar it is: its feed and its second. */
  List<Long> id() {
    return List.of((long) feed, startMs);
  }

  BigDecimal volume() {
    return new BigDecimal(columns.get(VOLUME));
  }

  private static String text(CsvReader reader, int column) {
    Slice field = new Slice();
    reader.field(column, field);
    return field.text();
  }
}
