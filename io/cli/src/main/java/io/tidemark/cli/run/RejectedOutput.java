package io.tidemark.cli.run;

import io.tidemark.files.CsvOutput;
import io.tidemark.files.Slice;
import io.tidemark.output.RejectedEvent;
import io.tidemark.output.RejectedHandler;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Writes a line for each row that could not be an event: {@code line,reason,row}, the row as one
 * quoted field.
 */
final class RejectedOutput implements RejectedHandler<FileEvent> {
  private final CsvOutput out;
  private final Slice row = new Slice();

  /** Writes the header. */
  RejectedOutput(CsvOutput out) throws IOException {
    this.out = out;
    out.textField("line").textField("reason").textField("row").endLine();
  }

  @Override
  public void onRejected(RejectedEvent<FileEvent> rejected) {
    try {
      out.longField(rejected.event().position()).textField(rejected.reason().text());
      rejected.event().row(row);
      out.quotedField(row).endLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
