package io.tidemark.cli.demo;

import java.util.ArrayList;
import java.util.List;

/** A table of texts: the first column to the left, the others to the right. */
final class TextTable {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  /** Adds a row; all have as many cells. */
  TextTable row(List<String> cells) {
    rows.add(List.copyOf(cells));
    return this;
  }

  /** Adds a row. */
  TextTable row(String... cells) {
    return row(List.of(cells));
  }

  /** The rows as lines. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String blanks = " ".repeat(width(column) - row.get(column).length());
        line.append(column == 0 ? row.get(column) + blanks : GAP + blanks + row.get(column));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }
}
