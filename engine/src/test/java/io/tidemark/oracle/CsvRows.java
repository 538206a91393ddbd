package io.tidemark.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads well-formed CSV, and steps over rows that are known not to be. */
final class CsvRows {

  /**
   * A row.
   *
   * @param line the line of the file on which it starts, from 1
   * @param fields null for a row that is known to be rejected
   */
  record Row(int line, List<String> fields) {
    boolean rejected() {
      return fields == null;
    }
  }

  private final String text;
  private final Map<Integer, String> rejected;
  private int pos;
  private int line = 1;

  private CsvRows(String text, Map<Integer, String> rejected) {
    this.text = text.replace("\r\n", "\n");
    this.rejected = rejected;
  }

  /**
   * All rows, the header included.
   *
   * @param rejected the text of each row that is to be stepped over, by its line
   */
  static List<Row> read(String text, Map<Integer, String> rejected) {
    CsvRows rows = new CsvRows(text, rejected);
    List<Row> all = new ArrayList<>();
    while (rows.pos < rows.text.length()) {
      all.add(rows.row());
    }
    return all;
  }

  private Row row() {
    int first = line;
    String bad = rejected.get(line);
    if (bad == null) {
      return new Row(first, fields());
    }
    if (!text.startsWith(bad, pos)) {
      throw new IllegalArgumentException("line " + line + " is not the rejected row: " + bad);
    }
    take(bad.length());
    endLine();
    return new Row(first, null);
  }

  private List<String> fields() {
    List<String> fields = new ArrayList<>();
    fields.add(field());
    while (pos < text.length() && text.charAt(pos) == ',') {
      take(1);
      fields.add(field());
    }
    endLine();
    return fields;
  }

  private String field() {
    int from = pos;
    if (pos < text.length() && text.charAt(pos) == '"') {
      int close = pos + 1;
      while (text.charAt(close) != '"' || text.startsWith("\"\"", close)) {
        close += text.charAt(close) == '"' ? 2 : 1;
      }
      take(close + 1 - from);
      return text.substring(from + 1, close).replace("\"\"", "\"");
    }
    while (pos < text.length() && ",\n".indexOf(text.charAt(pos)) < 0) {
      pos++;
    }
    return text.substring(from, pos);
  }

  private void endLine() {
    if (pos < text.length()) {
      if (text.charAt(pos) != '\n') {
        throw new IllegalArgumentException("line " + line + ": text behind a quote");
      }
      take(1);
    }
  }

  private void take(int count) {
    line += (int) text.substring(pos, pos + count).chars().filter(c -> c == '\n').count();
    pos += count;
  }
}
