package io.tidemark.journal;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** RFC 4180 with LF; quotes only where they are needed. */
final class CsvRows implements JournalPrinter.RowWriter {
  private final List<String> names;
  private final Appendable out;
  private boolean begun;

  CsvRows(List<String> names, Appendable out) {
    this.names = names;
    this.out = out;
  }

  @Override
  public void row(List<String> values) throws IOException {
    end();
    write(values);
  }

  @Override
  public void end() throws IOException {
    if (!begun) {
      begun = true;
      write(names);
    }
  }

  private void write(List<String> values) throws IOException {
    out.append(values.stream().map(CsvRows::quoted).collect(Collectors.joining(",", "", "\n")));
  }

  private static String quoted(String value) {
    boolean needed = value.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return needed ? '"' + value.replace("\"", "\"\"") + '"' : value;
  }
}
