package io.tidemark.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Writes CSV field by field: UTF-8, LF, quotes only where RFC 4180 needs them. A file is written as
 * {@code NAME.part} and takes its name on {@link #commit}, in one step.
 *
 * <p>Everything goes through a buffer of 64 KB; an {@link IOException} of any method names the
 * file. Integers, decimals and texts allocate nothing. For one thread.
 */
public final class CsvOutput {
  /** The name that stands for standard output. */
  public static final String STANDARD_OUTPUT = "-";

  private static final int NUMBER_ROOM = 32;

  private final OutputTarget target;
  private final byte[] buffer = new byte[1 << 16];
  private final Slice field = new Slice();
  private byte[] scratch = new byte[64];
  private int size;
  private boolean inLine;

  private CsvOutput(OutputTarget target) {
    this.target = target;
  }

  /**
   * Opens an output: a file, made with the directories that are missing, or standard output for
   * {@code -}, before it is resolved against any directory.
   *
   * @param setting what named the path, for messages: {@code output.results}
   * @throws UnusableFileException if it cannot be made; the message names setting, path and reason,
   *     and nothing is left behind
   */
  public static CsvOutput open(Path path, String setting) throws UnusableFileException {
    boolean standard = path.toString().equals(STANDARD_OUTPUT);
    return new CsvOutput(standard ? OutputTarget.standardOutput() : PartFile.open(path, setting));
  }

  /**
   * Writes to a stream that is open already and stays open; {@code name} stands for it in messages.
   */
  public static CsvOutput to(OutputStream out, String name) {
    return new CsvOutput(new OutputTarget.Stream(out, name));
  }

  /** A field with an integer. */
  public CsvOutput longField(long value) throws IOException {
    startField(NUMBER_ROOM);
    size = DecimalText.write(value, 0, buffer, size);
    return this;
  }

  /** A field with a scaled decimal, written with exactly {@code scale} digits behind the point. */
  public CsvOutput decimalField(long scaled, int scale) throws IOException {
    startField(NUMBER_ROOM);
    size = DecimalText.write(scaled, scale, buffer, size);
    return this;
  }

  /**
   * A field with a double in the shortest form that reads back the same, as Double.toString writes
   * it from JDK 19 on; allocates.
   */
  public CsvOutput doubleField(double value) throws IOException {
    startField(NUMBER_ROOM);
    size = DoubleText.write(value, buffer, size);
    return this;
  }

  /** A field that is empty. */
  public CsvOutput emptyField() throws IOException {
    startField(0);
    return this;
  }

  /** A field with a text; allocates. */
  public CsvOutput textField(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    field.set(bytes, 0, bytes.length);
    return textField(field);
  }

  /** A field with a text in UTF-8, quoted if a comma, a quote or a line break is in it. */
  public CsvOutput textField(Slice text) throws IOException {
    startField(0);
    if (CsvText.needsQuotes(text)) {
      putQuoted(text.bytes(), text.start(), text.length());
    } else {
      put(text.bytes(), text.start(), text.length());
    }
    return this;
  }

  /** A field with a text, quoted in any case; bytes that are not UTF-8 become U+FFFD. */
  public CsvOutput quotedField(Slice text) throws IOException {
    startField(0);
    if (Utf8.isValid(text.bytes(), text.start(), text.start() + text.length())) {
      putQuoted(text.bytes(), text.start(), text.length());
    } else {
      byte[] repaired = text.text().getBytes(StandardCharsets.UTF_8);
      putQuoted(repaired, 0, repaired.length);
    }
    return this;
  }

  /**
   * The fields of a CSV row as it stands in an input, each written as by {@link #textField(Slice)}.
   *
   * @param row a good row, as {@link CsvReader} shows it
   */
  public CsvOutput rowFields(Slice row) throws IOException {
    int at = row.start();
    int end = at + row.length();
    while (at <= end) {
      int next = CsvText.endOfField(row.bytes(), at, end);
      if (next > at && row.bytes()[at] == '"') {
        scratch = scratch.length < next - at ? new byte[2 * (next - at)] : scratch;
        field.set(scratch, 0, CsvText.unquote(row.bytes(), at, next, scratch));
      } else {
        field.set(row.bytes(), at, next - at);
      }
      textField(field);
      at = next + 1;
    }
    return this;
  }

  /** Ends the line. */
  public CsvOutput endLine() throws IOException {
    put('\n');
    inLine = false;
    return this;
  }

  private void startField(int room) throws IOException {
    if (inLine) {
      put(',');
    }
    inLine = true;
    if (buffer.length - size < room) {
      flush();
    }
  }

  private void putQuoted(byte[] bytes, int start, int length) throws IOException {
    put('"');
    for (int i = start; i < start + length; i++) {
      if (bytes[i] == '"') {
        put('"');
      }
      put(bytes[i]);
    }
    put('"');
  }

  private void put(int b) throws IOException {
    if (size == buffer.length) {
      flush();
    }
    buffer[size++] = (byte) b;
  }

  private void put(byte[] bytes, int start, int length) throws IOException {
    if (length > buffer.length - size) {
      flush();
    }
    if (length > buffer.length) {
      write(bytes, start, length);
    } else {
      System.arraycopy(bytes, start, buffer, size, length);
      size += length;
    }
  }

  /** Hands everything written so far to the operating system. */
  public void flush() throws IOException {
    int length = size;
    size = 0;
    if (length > 0) {
      write(buffer, 0, length);
    }
  }

  private void write(byte[] bytes, int start, int length) throws IOException {
    try {
      target.write(bytes, start, length);
    } catch (IOException e) {
      throw failed("write", e);
    }
  }

  private IOException failed(String what, IOException e) {
    return new IOException("cannot " + what + " " + target.name() + ": " + FileErrors.reason(e), e);
  }

  /**
   * Ends an output that is whole: flushed, synced to the disk, closed, and renamed to its place.
   */
  public void commit() throws IOException {
    flush();
    try {
      target.commit();
    } catch (IOException e) {
      throw failed("finish", e);
    }
  }

  /** Ends an output after a fault: flushed and closed; the .part file stays, the old one too. */
  public void abandon() throws IOException {
    try {
      flush();
    } finally {
      target.abandon();
    }
  }

  /**
   * Ends an output of a run that does not begin: the .part file and directories made are deleted.
   */
  public void discard() throws IOException {
    size = 0;
    target.discard();
  }
}
