package io.tidemark.files;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** What a row costs in allocated bytes once buffers have grown and classes are loaded. */
class AllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final int WARM_UP = 20_000;
  private static final int MEASURED = 100_000;

  /** Class loading and the like, once: far below one byte a row. */
  private static final long SLACK = 16_384;

  private interface Step {
    void run() throws IOException;
  }

  private static long allocated(Step step) throws IOException {
    for (int i = 0; i < WARM_UP; i++) {
      step.run();
    }
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < MEASURED; i++) {
      step.run();
    }
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  /** A header once, then rows for ever. */
  private static ByteInput endless(String header, String rows) {
    byte[] start = Rows.utf8(header + rows);
    byte[] bytes = Rows.utf8(rows);
    InputStream first = new ByteArrayInputStream(start);
    InputStream in =
        new InputStream() {
          private int at;

          @Override
          public int read() {
            throw new UnsupportedOperationException("read in pieces");
          }

          @Override
          public int read(byte[] into, int offset, int length) {
            int n = Math.min(length, bytes.length - at);
            System.arraycopy(bytes, at, into, offset, n);
            at = (at + n) % bytes.length;
            return n;
          }
        };
    return ByteInput.of(new java.io.SequenceInputStream(first, in), "endless");
  }

  private static RowDecoder decoder(RowReader reader, TimestampUnit unit) throws IOException {
    return RowDecoder.builder(reader, new SymbolTable(), new SymbolTable())
        .timestamp("ts", unit)
        .key("k")
        .partition("p")
        .value("q", ValueType.LONG, "q")
        .value("x", ValueType.decimal(2), "x")
        .value("y", ValueType.DOUBLE, "y")
        .build();
  }

  private static void decode(RowReader reader, RowDecoder decoder, RowVerdict expected)
      throws IOException {
    if (!reader.next() || decoder.decode() != expected) {
      throw new AssertionError("line " + reader.line() + ": " + decoder.decode());
    }
  }

  @Test
  void shouldReadAndDecodeCsvWithoutAllocating() throws IOException {
    String rows =
        "1700000000022,서울,p1,67,104.40,-0.133,n0\r\n"
            + "1700000000023,\"say \"\"hi\"\"\",\"p,2\",-7,4.4,1.5e3,\"two\nlines\"\n";
    CsvReader reader = CsvReader.open(endless("ts,k,p,q,x,y,note\n", rows));
    RowDecoder decoder = decoder(reader, TimestampUnit.MILLISECONDS);
    assertThat(allocated(() -> decode(reader, decoder, RowVerdict.GOOD))).isLessThan(SLACK);
  }

  @Test
  void shouldRejectCsvRowsWithoutAllocating() throws IOException {
    String rows = "1,a,b\n1,a,\"b\"c\",1,1,1,\n";
    CsvReader reader = CsvReader.open(endless("ts,k,p,q,x,y,note\n", rows));
    RowDecoder decoder = decoder(reader, TimestampUnit.MILLISECONDS);
    assertThat(allocated(() -> decode(reader, decoder, RowVerdict.BAD_ROW))).isLessThan(SLACK);
  }

  @Test
  void shouldReadIsoTimestampsWithoutAllocating() throws IOException {
    String rows = "2023-11-14T22:13:20.123456+09:00,a,b,1,2,3\n";
    CsvReader reader = CsvReader.open(endless("ts,k,p,q,x,y\n", rows));
    RowDecoder decoder = decoder(reader, TimestampUnit.ISO_8601);
    assertThat(allocated(() -> decode(reader, decoder, RowVerdict.GOOD))).isLessThan(SLACK);
  }

  @Test
  void shouldReadJsonWithLittleAllocation() throws IOException {
    String rows =
        "{\"ts\":1700000000022,\"k\":\"서\\u00e9\",\"p\":\"p1\",\"q\":67,\"x\":104.4,\"y\":-0.1}\n";
    JsonlReader reader = JsonlReader.open(endless("", rows));
    RowDecoder decoder = decoder(reader, TimestampUnit.MILLISECONDS);
    long bytes = allocated(() -> decode(reader, decoder, RowVerdict.GOOD));
    // The check of repeated names keeps a set for each object.
    assertThat(bytes / MEASURED).isLessThan(600);
  }

  @Test
  void shouldWriteIntegersDecimalsAndTextsWithoutAllocating() throws IOException {
    CsvOutput out = CsvOutput.to(OutputStream.nullOutputStream(), "nowhere");
    Slice text = new Slice();
    byte[] bytes = Rows.utf8("서울, \"x\"");
    text.set(bytes, 0, bytes.length);
    long allocated =
        allocated(
            () ->
                out.longField(Long.MIN_VALUE)
                    .decimalField(-1234567, 4)
                    .textField(text)
                    .quotedField(text)
                    .endLine());
    assertThat(allocated).isLessThan(SLACK);
  }
}
