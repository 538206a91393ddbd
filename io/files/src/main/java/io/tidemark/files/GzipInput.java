package io.tidemark.files;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A gzip file (RFC 1952) of any number of members, read strictly. {@link
 * java.util.zip.GZIPInputStream} takes a next member that is cut off in its header, and anything
 * else behind a member, as the end of the file, so that rows would go missing without a word; here
 * both are errors.
 */
final class GzipInput extends InputStream {
  private static final int FHCRC = 2;
  private static final int FEXTRA = 4;
  private static final int FNAME = 8;
  private static final int FCOMMENT = 16;
  private static final int RESERVED_FLAGS = 0xE0;

  private final InputStream in;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private final byte[] input = new byte[1 << 16];
  private int at;
  private int end;
  private boolean inMember;
  private boolean ended;

  GzipInput(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    while (!ended) {
      if (!inMember) {
        startMember();
        continue;
      }
      int n = inflate(into, offset, length);
      if (n > 0) {
        crc.update(into, offset, n);
        return n;
      }
      if (inflater.finished()) {
        endMember();
      } else if (inflater.needsDictionary()) {
        throw new IOException("broken gzip data: a preset dictionary is asked for");
      }
    }
    return -1;
  }

  private int inflate(byte[] into, int offset, int length) throws IOException {
    if (inflater.needsInput() && !inflater.finished()) {
      if (at == end) {
        fill();
      }
      inflater.setInput(input, at, end - at);
      at = end;
    }
    try {
      return inflater.inflate(into, offset, length);
    } catch (DataFormatException e) {
      throw new IOException("broken gzip data: " + e.getMessage(), e);
    }
  }

  private void startMember() throws IOException {
    inflater.reset();
    crc.reset();
    inMember = true;
    if (next() != 0x1F || next() != 0x8B) {
      throw new IOException("broken gzip data: a member does not start with 1f 8b");
    }
    if (next() != 8) {
      throw new IOException("broken gzip data: the compression method is not deflate");
    }
    int flags = next();
    if ((flags & RESERVED_FLAGS) != 0) {
      throw new IOException("broken gzip data: reserved flags are set");
    }
    skip(6);
    if ((flags & FEXTRA) != 0) {
      skip(next() | (next() << 8));
    }
    if ((flags & FNAME) != 0) {
      skipText();
    }
    if ((flags & FCOMMENT) != 0) {
      skipText();
    }
    if ((flags & FHCRC) != 0) {
      skip(2);
    }
  }

  private void endMember() throws IOException {
    at = end - inflater.getRemaining();
    if (nextInt() != (int) crc.getValue()) {
      throw new IOException("broken gzip data: the checksum does not fit the content");
    }
    if (nextInt() != (int) inflater.getBytesWritten()) {
      throw new IOException("broken gzip data: the length does not fit the content");
    }
    inMember = false;
    ended = at == end && !tryFill();
  }

  private int nextInt() throws IOException {
    return next() | (next() << 8) | (next() << 16) | (next() << 24);
  }

  private void skip(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      next();
    }
  }

  private void skipText() throws IOException {
    int b = next();
    while (b != 0) {
      b = next();
    }
  }

  private int next() throws IOException {
    if (at == end) {
      fill();
    }
    return input[at++] & 0xFF;
  }

  private void fill() throws IOException {
    if (!tryFill()) {
      throw new EOFException("the gzip data is cut off");
    }
  }

  private boolean tryFill() throws IOException {
    int n = in.read(input, 0, input.length);
    at = 0;
    end = Math.max(n, 0);
    return n > 0;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    in.close();
  }
}
