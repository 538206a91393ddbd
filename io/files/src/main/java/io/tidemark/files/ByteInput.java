package io.tidemark.files;

import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The bytes of an input, from a file, a gzip file or standard input, without a byte order mark.
 * Every error of reading names the input. It reads in the pieces that the caller asks for and
 * buffers nothing itself, so a row that has arrived on standard input never waits for the next one.
 */
public final class ByteInput implements Closeable {
  /** The name that stands for standard input. */
  public static final String STANDARD_INPUT = "-";

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final InputStream in;
  private final String name;

  /** What was read while looking for a byte order mark and turned out to be content. */
  private final byte[] head = new byte[BYTE_ORDER_MARK.length];

  private int headAt;
  private int headEnd;
  private boolean headRead;

  private ByteInput(InputStream in, String name) {
    this.in = in;
    this.name = name;
  }

  /**
   * Opens a file; one whose name ends in {@code .gz} is read as gzip. The path {@code -} is
   * standard input, as long as it is not resolved against a directory.
   *
   * @param setting what named the path, for messages: {@code input.path}
   * @throws UnusableFileException if it cannot be opened
   */
  public static ByteInput open(Path path, String setting) throws UnusableFileException {
    if (path.toString().equals(STANDARD_INPUT)) {
      return of(new FileInputStream(FileDescriptor.in), "standard input");
    }
    try {
      if (Files.isDirectory(path)) {
        throw new UnusableFileException(
            setting + ": " + path + " is a directory; expected a file that can be read");
      }
      InputStream in = Files.newInputStream(path);
      boolean gzip = path.toString().endsWith(".gz");
      return of(gzip ? new GzipInput(in) : in, path.toString());
    } catch (UnusableFileException e) {
      throw e;
    } catch (IOException e) {
      throw new UnusableFileException(
          setting + ": cannot open " + path + ": " + FileErrors.reason(e), e);
    }
  }

  /** Reads a stream that is open already; {@code name} stands for it in messages. */
  public static ByteInput of(InputStream in, String name) {
    return new ByteInput(in, name);
  }

  /** The path, or {@code standard input}: what messages call it. */
  public String name() {
    return name;
  }

  /**
   * Reads at least one byte, or returns -1 at the end. Blocks for no more than the stream has.
   *
   * @throws IOException if reading fails or gzip data is broken or cut off; the message names the
   *     input
   */
  int read(byte[] into, int offset, int length) throws IOException {
    try {
      if (!headRead) {
        readHead();
      }
      if (headAt < headEnd) {
        int n = Math.min(length, headEnd - headAt);
        System.arraycopy(head, headAt, into, offset, n);
        headAt += n;
        return n;
      }
      return in.read(into, offset, length);
    } catch (IOException e) {
      throw new IOException("cannot read " + name + ": " + FileErrors.reason(e), e);
    }
  }

  private void readHead() throws IOException {
    headRead = true;
    while (headEnd < head.length) {
      int b = in.read();
      if (b < 0) {
        return;
      }
      head[headEnd++] = (byte) b;
      if ((byte) b != BYTE_ORDER_MARK[headEnd - 1]) {
        return;
      }
    }
    headAt = headEnd;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
