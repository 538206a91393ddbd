package io.tidemark.journal;

import java.io.IOException;
import java.util.List;

/** One JSON object a line, numbers as numbers. */
final class JsonRows implements JournalPrinter.RowWriter {
  private final List<String> names;
  private final List<Boolean> numeric;
  private final Appendable out;

  JsonRows(List<String> names, List<Boolean> numeric, Appendable out) {
    this.names = names;
    this.numeric = numeric;
    this.out = out;
  }

  @Override
  public void row(List<String> values) throws IOException {
    StringBuilder line = new StringBuilder("{");
    for (int i = 0; i < values.size(); i++) {
      line.append(i == 0 ? "\"" : ",\"").append(names.get(i)).append("\":");
      if (numeric.get(i)) {
        line.append(values.get(i).isEmpty() ? "null" : values.get(i));
      } else {
        line.append('"');
        Escapes.append(line, values.get(i), true);
        line.append('"');
      }
    }
    out.append(line.append("}\n"));
  }

  @Override
  public void end() {
    // JSON lines have neither header nor footer.
  }
}
