package io.tidemark.cli.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a journal tells those who read it: how its rows are to be cut, and which window definitions
 * they may have been late for.
 *
 * @param columns those of CSV rows; none where rows are JSON
 * @param windows the names of the first job's window definitions
 */
record JournalFormat(List<String> columns, List<String> windows) {
  private static final String FORMAT = "format";
  private static final String CSV = "csv";
  private static final String JSONL = "jsonl";
  private static final String COLUMN = "column.";
  private static final String WINDOW = "window.";

  /** The format that attributes tell; null where they are not those of rows. */
  static JournalFormat of(Map<String, String> attributes) {
    List<String> columns = numbered(COLUMN, attributes);
    String format = attributes.getOrDefault(FORMAT, "");
    boolean known = format.equals(columns.isEmpty() ? JSONL : CSV);
    return known ? new JournalFormat(columns, numbered(WINDOW, attributes)) : null;
  }

  private static List<String> numbered(String prefix, Map<String, String> attributes) {
    List<String> values = new ArrayList<>();
    while (attributes.containsKey(prefix + values.size())) {
      values.add(attributes.get(prefix + values.size()));
    }
    return List.copyOf(values);
  }

  /** The attributes that tell this format. */
  Map<String, String> attributes() {
    Map<String, String> attributes = new TreeMap<>();
    attributes.put(FORMAT, columns.isEmpty() ? JSONL : CSV);
    for (int i = 0; i < columns.size(); i++) {
      attributes.put(COLUMN + i, columns.get(i));
    }
    for (int i = 0; i < windows.size(); i++) {
      attributes.put(WINDOW + i, windows.get(i));
    }
    return attributes;
  }
}
