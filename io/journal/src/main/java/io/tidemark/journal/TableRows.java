package io.tidemark.journal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Columns for people, numbers to the right. The first rows are kept back until their widths are
 * known; a later value that is wider only shifts its own row.
 */
final class TableRows implements JournalPrinter.RowWriter {
  static final int KEPT_BACK = 100;
  private static final String GAP = "  ";

  private final List<Boolean> numeric;
  private final Appendable out;
  private final List<List<String>> kept = new ArrayList<>();
  private final int[] widths;
  private boolean measured;

  TableRows(List<String> names, List<Boolean> numeric, Appendable out) {
    this.numeric = numeric;
    this.out = out;
    this.widths = new int[names.size()];
    kept.add(names);
  }

  @Override
  public void row(List<String> values) throws IOException {
    List<String> escaped = new ArrayList<>();
    for (String value : values) {
      StringBuilder text = new StringBuilder();
      Escapes.append(text, value, false);
      escaped.add(text.toString());
    }
    if (measured) {
      write(escaped);
    } else {
      kept.add(escaped);
      if (kept.size() > KEPT_BACK) {
        end();
      }
    }
  }

  @Override
  public void end() throws IOException {
    if (!measured) {
      measured = true;
      for (List<String> row : kept) {
        for (int i = 0; i < widths.length; i++) {
          widths[i] = Math.max(widths[i], row.get(i).length());
        }
      }
      for (List<String> row : kept) {
        write(row);
      }
      kept.clear();
    }
  }

  private void write(List<String> row) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String padding = " ".repeat(Math.max(0, widths[i] - row.get(i).length()));
      line.append(i == 0 ? "" : GAP);
      line.append(numeric.get(i) ? padding + row.get(i) : row.get(i) + padding);
    }
    out.append(line.toString().stripTrailing()).append('\n');
  }
}
