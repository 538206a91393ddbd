package io.tidemark.cli.run;

import io.tidemark.files.CsvOutput;
import io.tidemark.files.Slice;
import io.tidemark.output.RejectedEvent;
import io.tidemark.output.RejectedHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Writes a line for each row that could not be an event: {@code line,reason,row}, the row as one
 * quoted field; of several inputs {@code input,line,reason,row}.
 */
final class RejectedOutput implements RejectedHandler<FileEvent> {
  private final CsvOutput out;
  private final List<String> inputs;
  private final Slice row = new Slice();

  /**
   * Writes the header.
   *
   * @param inputs the paths of the inputs, as written
   */
  RejectedOutput(CsvOutput out, List<String> inputs) throws IOException {
    this.out = out;
    this.inputs = inputs;
    if (inputs.size() > 1) {
      out.textField("input");
    }
    out.textField("line").textField("reason").textField("row").endLine();
  }

  @Override
  public void onRejected(RejectedEvent<FileEvent> rejected) {
    try {
      if (inputs.size() > 1) {
        out.textField(inputs.get(rejected.event().input()));
      }
      out.longField(rejected.event().position()).textField(rejected.reason().text());
      rejected.event().row(row);
      out.quotedField(row).endLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
