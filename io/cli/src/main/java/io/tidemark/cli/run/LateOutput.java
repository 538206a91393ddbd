package io.tidemark.cli.run;

import io.tidemark.files.CsvOutput;
import io.tidemark.files.Slice;
import io.tidemark.output.LateEvent;
import io.tidemark.output.LateHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Writes a line for each row that was too late for a window definition: {@code window,watermark}
 * and the row's columns as they were read, or {@code row}, the whole line of JSON as one field.
 */
final class LateOutput implements LateHandler<FileEvent> {
  private final CsvOutput out;
  private final boolean csv;
  private final Slice row = new Slice();

  /**
   * Writes the header.
   *
   * @param columns those of the input; none where rows are not CSV
   */
  LateOutput(CsvOutput out, List<String> columns) throws IOException {
    this.out = out;
    this.csv = !columns.isEmpty();
    out.textField("window").textField("watermark");
    for (String column : csv ? columns : List.of("row")) {
      out.textField(column);
    }
    out.endLine();
  }

  @Override
  public void onLate(LateEvent<FileEvent> late) {
    try {
      out.textField(late.window()).longField(late.watermark());
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
