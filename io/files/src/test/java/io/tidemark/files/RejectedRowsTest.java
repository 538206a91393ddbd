package io.tidemark.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Whole inputs with the files of rejected rows that are expected of them. */
class RejectedRowsTest {
  private final SymbolTable keys = new SymbolTable();
  private final SymbolTable partitions = new SymbolTable();

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = RejectedRowsTest.class.getResourceAsStream(name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    }
  }

  private static ByteInput input(String name) throws IOException {
    return Rows.trickle(resource(name), 100, 1);
  }

  private RowDecoderBuilder decoder(RowReader reader) {
    return RowDecoder.builder(reader, keys, partitions);
  }

  private static String rejected(RowReader reader, RowDecoder decoder) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CsvOutput out = CsvOutput.to(bytes, "rejected.csv");
    out.textField("line").textField("reason").textField("row").endLine();
    Slice row = new Slice();
    while (reader.next()) {
      RowVerdict verdict = decoder.decode();
      if (verdict != RowVerdict.GOOD) {
        reader.row(row);
        out.longField(reader.line()).textField(verdict.text()).quotedField(row).endLine();
      }
    }
    out.commit();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static String expected(String name) throws IOException {
    return new String(resource(name), StandardCharsets.UTF_8);
  }

  @Test
  void shouldRejectBadCsvRows() throws IOException {
    CsvReader reader = CsvReader.open(input("bad-rows-csv.csv"));
    RowDecoder decoder =
        decoder(reader)
            .timestamp("ts", TimestampUnit.MILLISECONDS)
            .key("k")
            .partition("p")
            .value("q", ValueType.LONG, "q")
            .value("x", ValueType.decimal(2), "x")
            .value("y", ValueType.DOUBLE, "y")
            .build();
    assertThat(rejected(reader, decoder)).isEqualTo(expected("bad-rows-csv.rejected.csv"));
  }

  @Test
  void shouldRejectBadJsonRows() throws IOException {
    JsonlReader reader = JsonlReader.open(input("bad-rows-jsonl.jsonl"));
    RowDecoder decoder =
        decoder(reader)
            .timestamp("ts", TimestampUnit.MILLISECONDS)
            .key("k")
            .value("q", ValueType.LONG, "q")
            .value("x", ValueType.DOUBLE, "x")
            .build();
    assertThat(rejected(reader, decoder)).isEqualTo(expected("bad-rows-jsonl.rejected.csv"));
  }

  @Test
  void shouldRejectBadTimestampsAndValues() throws IOException {
    CsvReader reader = CsvReader.open(input("bad-rows-and-the-clock.csv"));
    RowDecoder decoder =
        decoder(reader)
            .timestamp("ts", TimestampUnit.MILLISECONDS)
            .arrival("recv", TimestampUnit.MILLISECONDS)
            .key("k")
            .partition("p")
            .value("q", ValueType.LONG, "q")
            .value("x", ValueType.decimal(2), "x")
            .build();
    assertThat(rejected(reader, decoder))
        .isEqualTo(expected("bad-rows-and-the-clock.rejected.csv"));
  }

  @Test
  void shouldRejectBadIsoTimestamps() throws IOException {
    CsvReader reader = CsvReader.open(input("iso-8601.csv"));
    RowDecoder decoder =
        decoder(reader)
            .timestamp("ts", TimestampUnit.ISO_8601)
            .key("k")
            .value("q", ValueType.LONG, "q")
            .value("x", ValueType.decimal(2), "x")
            .build();
    assertThat(rejected(reader, decoder)).isEqualTo(expected("iso-8601.rejected.csv"));
  }

  @Test
  void shouldWriteTheFieldsOfARowAsTheyWereRead() throws IOException {
    byte[] file = resource("odd-keys.csv");
    CsvReader reader = CsvReader.open(Rows.input(file));
    RowDecoder decoder =
        decoder(reader)
            .timestamp("event time", TimestampUnit.MILLISECONDS)
            .key("user, id")
            .value("q", ValueType.LONG, "q")
            .build();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CsvOutput out = CsvOutput.to(bytes, "copy.csv");
    for (String name : reader.columns()) {
      out.textField(name);
    }
    out.endLine();
    Slice row = new Slice();
    while (reader.next()) {
      assertThat(decoder.decode()).isEqualTo(RowVerdict.GOOD);
      reader.row(row);
      out.rowFields(row).endLine();
    }
    out.commit();
    // The file itself has quotes only where they are needed.
    assertThat(bytes.toByteArray()).isEqualTo(file);
    assertThat(keys.size()).isEqualTo(19);
  }
}
