package io.tidemark.files;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Where the bytes of an output go, and what becomes of them when it ends. */
interface OutputTarget {
  /** What messages call it. */
  String name();

  void write(byte[] bytes, int start, int length) throws IOException;

  /** Ends an output that is whole: from now on it is there under its name. */
  void commit() throws IOException;

  /** Ends an output that is not whole; what was written stays beside its place. */
  void abandon() throws IOException;

  /** Ends an output that should not have begun, before it is written: no trace of it stays. */
  void discard() throws IOException;

  /** Standard output, which stays open. */
  static OutputTarget standardOutput() {
    return new Stream(new FileOutputStream(FileDescriptor.out), "standard output");
  }

  /** A stream that stays open. */
  record Stream(OutputStream out, String name) implements OutputTarget {
    @Override
    public void write(byte[] bytes, int start, int length) throws IOException {
      out.write(bytes, start, length);
      out.flush();
    }

    @Override
    public void commit() {}

    @Override
    public void abandon() {}

    @Override
    public void discard() {}
  }
}
