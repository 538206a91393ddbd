package io.tidemark.cli.run;

import io.tidemark.files.CsvOutput;
import io.tidemark.files.Slice;
import io.tidemark.output.LateEvent;
import io.tidemark.output.LateHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Writes a line for each row that was too late for a window definition, or that it had no room for:
 * {@code window,watermark}, {@code kind} where there may be no room, and the row's columns as they
 * were read, or {@code row}, the whole line of JSON as one field.
 */
final class LateOutput implements LateHandler<FileEvent> {
  private final CsvOutput out;
  private final boolean csv;
  private final boolean tellsKind;
  private final Slice row = new Slice();

  /**
   * Writes the header.
   *
   * @param columns those of the input; none where rows are not CSV
   * @param tellsKind whether lines tell what a row missed its windows by
   */
  LateOutput(CsvOutput out, List<String> columns, boolean tellsKind) throws IOException {
    this.tellsKind = tellsKind;
    this.out = out;
    this.csv = !columns.isEmpty();
    out.textField("window").textField("watermark");
    if (tellsKind) {
      out.textField("kind");
    }
    for (String column : csv ? columns : List.of("row")) {
      out.textField(column);
    }
    out.endLine();
  }

  @Override
  public void onLate(LateEvent<FileEvent> late) {
    try {
      out.textField(late.window()).longField(late.watermark());
      if (tellsKind) {
        out.textField(late.kind().text());
      }
      late.event().row(row);
      if (csv) {
        out.rowFields(row);
      } else {
        out.quotedField(row);
      }
      out.endLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
