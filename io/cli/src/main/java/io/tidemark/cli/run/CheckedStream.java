package io.tidemark.cli.run;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/** A {@link PrintStream} that says when it could not write: the class itself keeps it secret. */
final class CheckedStream extends OutputStream {
  private final PrintStream out;

  CheckedStream(PrintStream out) {
    this.out = out;
  }

  @Override
  public void write(int b) throws IOException {
    out.write(b);
  }

  @Override
  public void write(byte[] bytes, int start, int length) throws IOException {
    out.write(bytes, start, length);
  }

  @Override
  public void flush() throws IOException {
    if (out.checkError()) {
      throw new IOException("its reader is gone, or there is no room");
    }
  }
}
