package io.tidemark.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.files.Rows.Row;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows that come whole: what is in one of them never reaches into the next. */
class WholeRowsTest {
  /** Rows from a list, whose lines are ten times their places. */
  private static final class Listed implements WholeRows {
    private final List<String> rows;
    private int place = -1;
    private boolean closed;

    Listed(String... rows) {
      this.rows = List.of(rows);
    }

    @Override
    public String name() {
      return "list";
    }

    @Override
    public boolean next() {
      return ++place < rows.size();
    }

    @Override
    public void row(Slice into) {
      byte[] bytes = Rows.utf8("::" + rows.get(place) + "\n\"");
      into.set(bytes, 2, bytes.length - 4);
    }

    @Override
    public long line() {
      return 10L * place;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private static List<Row> csv(String... rows) throws IOException {
    CsvReader reader = CsvReader.of(new Listed(rows), List.of("a", "b"));
    assertThat(reader.columns()).containsExactly("a", "b");
    assertThat(reader.column("b", "input.key")).isEqualTo(1);
    return Rows.all(reader, 2);
  }

  private static List<Row> jsonl(String... rows) throws IOException {
    JsonlReader reader = JsonlReader.of(new Listed(rows));
    reader.column("a", "input.key");
    reader.column("b", "input.key");
    return Rows.all(reader, 2);
  }

  @Test
  void shouldCutCsvRows() throws IOException {
    assertThat(csv("1,2", "é,\"x\ny\"", "", "\"\"\"\",\r"))
        .containsExactly(
            Row.good(0, "1,2", "1", "2"),
            Row.good(10, "é,\"x\ny\"", "é", "x\ny"),
            Row.good(30, "\"\"\"\",\r", "\"", "\r"));
  }

  @Test
  void shouldKeepABadCsvRowToItself() throws IOException {
    assertThat(csv("\"1,2", "3,4", "x\"y,\nz", "1,2,3", "5,6"))
        .containsExactly(
            Row.bad(0, "\"1,2"),
            Row.good(10, "3,4", "3", "4"),
            Row.bad(20, "x\"y,\nz"),
            Row.bad(30, "1,2,3"),
            Row.good(40, "5,6", "5", "6"));
  }

  @Test
  void shouldFindACsvRowBadThatGoesOnBehindItsLineEnd() throws IOException {
    assertThat(csv("1,2\n", "1,2\n3,4", "5,6"))
        .containsExactly(
            Row.good(0, "1,2", "1", "2"), Row.bad(10, "1,2\n3,4"), Row.good(20, "5,6", "5", "6"));
  }

  @Test
  void shouldReadRowsOfAnyLength() throws IOException {
    String one = "x".repeat(10_000);
    String two = "\"" + "y\n".repeat(50_000) + "\"";

    assertThat(csv(one + ",1", "a,b", two + "," + one))
        .extracting(row -> row.fields().get(0).length())
        .containsExactly(10_000, 1, 100_000);
  }

  @Test
  void shouldCutJsonRows() throws IOException {
    String last = "{\"a\":\"" + "x".repeat(10_000) + "\"}";

    assertThat(jsonl("{\"a\":1,\"b\":\"é\"}\r", "{", "", "{\"a\":2}\n{\"a\":3}", last))
        .containsExactly(
            Row.good(0, "{\"a\":1,\"b\":\"é\"}\r", "1", "é"),
            Row.bad(10, "{"),
            Row.bad(30, "{\"a\":2}\n{\"a\":3}"),
            Row.good(40, last, "x".repeat(10_000), ""));
  }

  @Test
  void shouldCloseThem() throws IOException {
    Listed rows = new Listed();
    JsonlReader.of(rows).close();
    assertThat(rows.closed).isTrue();
  }
}
