package io.tidemark.cli.run;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A CSV file as FastCSV reads it, which knows nothing of how we write one.
 *
 * @param header the first line
 * @param rows the others
 */
record CsvTable(List<String> header, List<List<String>> rows) {

  static CsvTable read(Path file) {
    try {
      return parse(Files.readString(file, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static CsvTable parse(String text) {
    List<List<String>> lines;
    try (CsvReader<CsvRecord> reader = CsvReader.builder().ofCsvRecord(text)) {
      lines = reader.stream().map(CsvRecord::getFields).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new CsvTable(lines.get(0), lines.subList(1, lines.size()));
  }

  /** The cell of a row under a column. */
  String cell(List<String> row, String column) {
    return row.get(header.indexOf(column));
  }

  /** The rows whose first cell is one of these. */
  CsvTable ofWindows(List<String> windows) {
    return new CsvTable(header, rows.stream().filter(row -> windows.contains(row.get(0))).toList());
  }
}
