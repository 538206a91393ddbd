package io.tidemark.files;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import io.tidemark.files.Rows.Row;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random inputs: well-formed ones against FastCSV, any others against a naive reader. */
class CsvOracleTest {
  private static final String[] TEXTS = {
    "",
    "a",
    "42",
    "1700000000028",
    ",",
    "\"",
    "\n",
    "\r\n",
    "é",
    "서울",
    "😀",
    " ",
    "long text of many"
  };

  @Test
  void shouldReadWhatFastCsvWritesAndReads() throws IOException {
    for (long seed = 0; seed < 400; seed++) {
      Random random = new Random(seed);
      int columns = 1 + random.nextInt(6);
      String csv = wellFormed(random, columns);
      byte[] bytes = Rows.utf8(csv);
      int size = 1 + random.nextInt(64);
      CsvReader reader = CsvReader.open(Rows.trickle(bytes, 1 + random.nextInt(40), seed), size);
      List<List<String>> rows = new ArrayList<>();
      rows.add(reader.columns().stream().map(Rows::latin).toList());
      for (Row row : Rows.all(reader, columns)) {
        rows.add(row.fields());
      }
      assertThat(rows).as("seed %d, buffer size %d", seed, size).isEqualTo(fastCsv(csv));
    }
  }

  private static String wellFormed(Random random, int columns) throws IOException {
    StringWriter out = new StringWriter();
    boolean always = random.nextBoolean();
    try (CsvWriter writer =
        CsvWriter.builder()
            // One empty field alone would be an empty line, so a single column is always quoted.
            .quoteStrategy(
                always || columns == 1 ? QuoteStrategies.ALWAYS : QuoteStrategies.REQUIRED)
            .lineDelimiter(random.nextBoolean() ? LineDelimiter.LF : LineDelimiter.CRLF)
            .build(out)) {
      for (int row = random.nextInt(30); row >= 0; row--) {
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
          fields.add(text(random));
        }
        writer.writeRecord(fields);
      }
    }
    String csv = out.toString();
    return random.nextBoolean() ? csv : csv.stripTrailing();
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(3); i > 0; i--) {
      text.append(TEXTS[random.nextInt(TEXTS.length)]);
    }
    return text.toString();
  }

  private static List<List<String>> fastCsv(String csv) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    try (var records =
        de.siegmar.fastcsv.reader.CsvReader.builder().skipEmptyLines(true).ofCsvRecord(csv)) {
      records.forEach(r -> rows.add(r.getFields().stream().map(Rows::latin).toList()));
    }
    return rows;
  }

  @Test
  void shouldReadAnythingAsANaiveReaderDoes() throws IOException {
    byte[][] pieces = {
      {','},
      {','},
      {'"'},
      {'"'},
      {'\n'},
      {'\n'},
      {'\r'},
      {'\r', '\n'},
      {'a'},
      {'b', 'c', 'd', 'e'},
      Rows.utf8("é"),
      Rows.utf8("😀"),
      {(byte) 0xC3},
      {0},
      Rows.utf8("123456789"),
    };
    for (long seed = 0; seed < 20_000; seed++) {
      Random random = new Random(seed);
      var csv = new java.io.ByteArrayOutputStream();
      csv.writeBytes(Rows.utf8("h,i\n"));
      // Rare bad bytes, or no row would ever be good.
      int kinds = random.nextInt(4) == 0 ? pieces.length : pieces.length - 3;
      for (int i = random.nextInt(40); i > 0; i--) {
        csv.writeBytes(pieces[random.nextInt(kinds)]);
      }
      byte[] bytes = csv.toByteArray();
      int size = 1 + random.nextInt(64);
      CsvReader reader = CsvReader.open(Rows.trickle(bytes, 1 + random.nextInt(20), seed), size);
      assertThat(Rows.all(reader, 2))
          .as("seed %d, buffer size %d", seed, size)
          .isEqualTo(new NaiveCsv(bytes, 2).rows());
    }
  }

  /** The rules of the format, one character after the other. */
  private static final class NaiveCsv {
    private final String text;
    private final int columns;
    private final List<Row> rows = new ArrayList<>();
    private int at;

    NaiveCsv(byte[] bytes, int columns) {
      this.text = new String(bytes, StandardCharsets.ISO_8859_1);
      this.columns = columns;
    }

    List<Row> rows() {
      while (at < text.length()) {
        row();
      }
      return rows.subList(1, rows.size());
    }

    private void row() {
      int start = at;
      long line = 1 + text.substring(0, start).chars().filter(c -> c == '\n').count();
      List<String> fields = new ArrayList<>();
      boolean good = true;
      boolean more = true;
      while (good && more) {
        good = text.startsWith("\"", at) ? quoted(fields) : unquoted(fields);
        more = text.startsWith(",", at);
        at += more && good ? 1 : 0;
      }
      if (!good) {
        int lineFeed = text.indexOf('\n', at);
        at = lineFeed < 0 ? text.length() : lineFeed;
      }
      at = Math.min(text.length(), text.indexOf('\n', at) < 0 ? text.length() : at + ends(at));
      String raw = text.substring(start, at).replaceFirst("\r?\n\\z", "");
      if (!raw.isEmpty()) {
        boolean keep = good && fields.size() == columns && isUtf8(raw);
        rows.add(new Row(line, raw, keep ? fields : null));
      }
    }

    private int ends(int from) {
      return text.startsWith("\r\n", from) ? 2 : text.startsWith("\n", from) ? 1 : 0;
    }

    private boolean unquoted(List<String> fields) {
      int start = at;
      while (at < text.length() && ",\"\n".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      if (text.startsWith("\n", at) && at > start && text.charAt(at - 1) == '\r') {
        at--;
      }
      fields.add(text.substring(start, at));
      return !text.startsWith("\"", at);
    }

    private boolean quoted(List<String> fields) {
      StringBuilder field = new StringBuilder();
      at++;
      while (at < text.length()) {
        char c = text.charAt(at++);
        if (c != '"') {
          field.append(c);
        } else if (text.startsWith("\"", at)) {
          field.append(c);
          at++;
        } else {
          fields.add(field.toString());
          return at == text.length() || text.startsWith(",", at) || ends(at) > 0;
        }
      }
      return false;
    }

    private static boolean isUtf8(String raw) {
      byte[] bytes = raw.getBytes(StandardCharsets.ISO_8859_1);
      try {
        StandardCharsets.UTF_8.newDecoder().decode(java.nio.ByteBuffer.wrap(bytes));
        return true;
      } catch (java.nio.charset.CharacterCodingException e) {
        return false;
      }
    }
  }
}
