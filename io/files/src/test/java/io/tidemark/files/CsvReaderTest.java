package io.tidemark.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.files.Rows.Row;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvReaderTest {
  private static final int[] BUFFER_SIZES = {1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 64, 1 << 18};

  /** Reads the same rows with every buffer size and returns them. */
  private static List<Row> rows(byte[] csv) throws IOException {
    List<Row> expected = null;
    for (int size : BUFFER_SIZES) {
      CsvReader reader = CsvReader.open(Rows.input(csv), size);
      List<Row> rows = Rows.all(reader, reader.columns().size());
      expected = expected == null ? rows : expected;
      assertThat(rows).as("buffer size %d", size).isEqualTo(expected);
    }
    return expected;
  }

  private static List<Row> rows(String csv) throws IOException {
    return rows(Rows.utf8(csv));
  }

  private static CsvReader open(String csv) throws IOException {
    return CsvReader.open(Rows.input(Rows.utf8(csv)));
  }

  @Test
  void shouldReadFieldsAndLines() throws IOException {
    assertThat(rows("a,b\n1,2\n, x \n"))
        .containsExactly(Row.good(2, "1,2", "1", "2"), Row.good(3, ", x ", "", " x "));
  }

  @Test
  void shouldEndLinesWithLfOrCrLfOrTheInput() throws IOException {
    assertThat(rows("a,b\r\n1,2\r\n3,\r\n4,5"))
        .containsExactly(
            Row.good(2, "1,2", "1", "2"), Row.good(3, "3,", "3", ""), Row.good(4, "4,5", "4", "5"));
  }

  @Test
  void shouldKeepCarriageReturnsElsewhere() throws IOException {
    assertThat(rows("a,b\n\r1,2\r3\n\r\r\n4,5\r"))
        .containsExactly(
            Row.good(2, "\r1,2\r3", "\r1", "2\r3"),
            Row.bad(3, "\r"),
            Row.good(4, "4,5\r", "4", "5\r"));
  }

  @Test
  void shouldReadQuotedFields() throws IOException {
    assertThat(rows("a,b\n\"1\",\"x,y\"\r\n\"\",\"say \"\"hi\"\"\"\n\"\"\"\",\"\"\"\"\"\"\n"))
        .containsExactly(
            Row.good(2, "\"1\",\"x,y\"", "1", "x,y"),
            Row.good(3, "\"\",\"say \"\"hi\"\"\"", "", "say \"hi\""),
            Row.good(4, "\"\"\"\",\"\"\"\"\"\"", "\"", "\"\""));
  }

  @Test
  void shouldCountLinesInsideQuotes() throws IOException {
    assertThat(rows("a,b\n\"1\r\n\n2\",\"\n\"\n3,4\n"))
        .containsExactly(
            Row.good(2, "\"1\r\n\n2\",\"\n\"", "1\r\n\n2", "\n"), Row.good(6, "3,4", "3", "4"));
  }

  @Test
  void shouldSkipEmptyLinesButCountThem() throws IOException {
    assertThat(rows("\n\r\na,b\n\n1,2\n\r\n\n3,4\n\n\n"))
        .containsExactly(Row.good(5, "1,2", "1", "2"), Row.good(8, "3,4", "3", "4"));
  }

  @Test
  void shouldTakeAnEmptyQuotedFieldForARow() throws IOException {
    assertThat(rows("a\n\"\"\n\n \n"))
        .containsExactly(Row.good(2, "\"\"", ""), Row.good(4, " ", " "));
  }

  @Test
  void shouldRejectWrongNumbersOfColumns() throws IOException {
    assertThat(rows("a,b\n1\n1,2,3\n1,2,\n,\n"))
        .containsExactly(
            Row.bad(2, "1"), Row.bad(3, "1,2,3"), Row.bad(4, "1,2,"), Row.good(5, ",", "", ""));
  }

  @Test
  void shouldRejectUpToTheEndOfTheLineWhatAQuoteHasBroken() throws IOException {
    assertThat(rows("a,b\nx\"y,\"z\n1,\"2\"3\"\r\n\"4\" ,5\n \"6\",7\n8,9\n"))
        .containsExactly(
            Row.bad(2, "x\"y,\"z"),
            Row.bad(3, "1,\"2\"3\""),
            Row.bad(4, "\"4\" ,5"),
            Row.bad(5, " \"6\",7"),
            Row.good(6, "8,9", "8", "9"));
  }

  @Test
  void shouldRejectFromTheStartOfARowThatBreaksOnALaterLine() throws IOException {
    assertThat(rows("a,b\n\"x\ny\"z,\"\n1,2\n"))
        .containsExactly(Row.bad(2, "\"x\ny\"z,\""), Row.good(4, "1,2", "1", "2"));
  }

  @Test
  void shouldRejectTextBehindAClosingQuoteAtTheEndOfTheInput() throws IOException {
    assertThat(rows("a,b\n1,\"2\"\r")).containsExactly(Row.bad(2, "1,\"2\"\r"));
    assertThat(rows("a,b\n1,\"2\"x")).containsExactly(Row.bad(2, "1,\"2\"x"));
    assertThat(rows("a,b\n1,\"2\"")).containsExactly(Row.good(2, "1,\"2\"", "1", "2"));
  }

  @Test
  void shouldRejectTheRestOfTheInputWhenAQuoteIsNeverClosed() throws IOException {
    assertThat(rows("a,b\n1,2\n3,\"4\n5,6\n")).last().isEqualTo(Row.bad(3, "3,\"4\n5,6"));
    assertThat(rows("a,b\n3,\"4\n5,6\r\n")).containsExactly(Row.bad(2, "3,\"4\n5,6"));
    assertThat(rows("a,b\n3,\"4\"\"")).containsExactly(Row.bad(2, "3,\"4\"\""));
    assertThat(rows("a,b\n\"")).containsExactly(Row.bad(2, "\""));
    assertThat(rows("a,b\n\"\n")).containsExactly(Row.bad(2, "\""));
  }

  @Test
  void shouldRejectRowsThatAreNotUtf8() throws IOException {
    byte[] csv =
        "a,b\n1,\u00ff\n\u00c3\u00a9,2\n3,\"\u00c3\"\n4,5\n".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(rows(csv))
        .containsExactly(
            new Row(2, "1,\u00ff", null),
            Row.good(3, "é,2", "é", "2"),
            new Row(4, "3,\"\u00c3\"", null),
            Row.good(5, "4,5", "4", "5"));
  }

  @Test
  void shouldSkipAByteOrderMarkAtTheStartOnly() throws IOException {
    CsvReader reader = open("\uFEFFa,b\n\uFEFF1,2\n");
    assertThat(reader.columns()).containsExactly("a", "b");
    assertThat(Rows.all(reader, 2)).containsExactly(Row.good(2, "\uFEFF1,2", "\uFEFF1", "2"));
  }

  @Test
  void shouldReadTheHeaderAsARow() throws IOException {
    CsvReader reader = open("\"user, id\",\"say \"\"hi\"\"\",naïve,\"two\nlines\",\n1,2,3,4,5\n");
    assertThat(reader.columns())
        .containsExactly("user, id", "say \"hi\"", "naïve", "two\nlines", "");
    assertThat(Rows.all(reader, 5))
        .containsExactly(Row.good(3, "1,2,3,4,5", "1", "2", "3", "4", "5"));
  }

  @Test
  void shouldReadAHeaderOfManyColumns() throws IOException {
    String names = "c".repeat(3) + ",x".repeat(99);
    CsvReader reader = open(names + "\n" + ",7".repeat(99) + "\n");
    assertThat(reader.columns()).hasSize(100);
    assertThat(Rows.all(reader, 100))
        .hasSize(1)
        .first()
        .extracting(r -> r.fields().get(99))
        .isEqualTo("7");
  }

  @Test
  void shouldHaveNoRowsWhenThereIsOnlyAHeader() throws IOException {
    assertThat(rows("a,b\n")).isEmpty();
    assertThat(rows("a,b")).isEmpty();
    CsvReader reader = open("a,b");
    assertThat(reader.next()).isFalse();
    assertThat(reader.next()).isFalse();
  }

  @Test
  void shouldRefuseAnInputWithoutHeader() {
    for (String csv : List.of("", "\n\r\n", "\uFEFF")) {
      assertThatThrownBy(() -> open(csv))
          .isInstanceOf(UnusableFileException.class)
          .hasMessage("test.csv: no header; expected a first line with the names of the columns");
    }
  }

  @Test
  void shouldRefuseABrokenHeader() {
    assertThatThrownBy(() -> open("\na\"b,c\n1,2\n"))
        .isInstanceOf(UnusableFileException.class)
        .hasMessageStartingWith("test.csv: line 2: the header is broken");
  }

  @Test
  void shouldNameAColumnThatIsNotThereOrTwice() throws IOException {
    CsvReader reader = open("a,b,a\n");
    assertThat(reader.column("b", "input.key")).isEqualTo(1);
    assertThatThrownBy(() -> reader.column("B", "input.key"))
        .isInstanceOf(UnusableFileException.class)
        .hasMessage("input.key: column 'B' is not in the header of test.csv; it has [a, b, a]");
    assertThatThrownBy(() -> reader.column("a", "input.key"))
        .isInstanceOf(UnusableFileException.class)
        .hasMessage(
            "input.key: column 'a' is more than once in the header of test.csv; expected it once");
  }

  @Test
  void shouldReadFieldsOfAnyLength() throws IOException {
    String plain = "x".repeat(1 << 20);
    String quoted = "y\"\n,".repeat(1 << 18);
    String csv = "a,b\n" + plain + ",\"" + quoted.replace("\"", "\"\"") + "\"\n1,2\n";
    for (int size : new int[] {1, 64, 1 << 18}) {
      CsvReader reader = CsvReader.open(Rows.trickle(Rows.utf8(csv), 70_000, size), size);
      List<Row> rows = Rows.all(reader, 2);
      assertThat(rows).hasSize(2);
      assertThat(rows.get(0).fields()).containsExactly(plain, quoted);
      assertThat(rows.get(1)).isEqualTo(Row.good(3 + (1 << 18), "1,2", "1", "2"));
    }
  }

  @Test
  void shouldShowARowAsSoonAsItsLineEndHasArrived() throws IOException {
    byte[] header = Rows.utf8("a,b\n1,2\n");
    int[] calls = {0};
    java.io.InputStream in =
        new java.io.InputStream() {
          private int at;

          @Override
          public int read() {
            throw new AssertionError("read beyond what has arrived");
          }

          @Override
          public int read(byte[] into, int offset, int length) {
            if (at == header.length) {
              throw new AssertionError("read beyond what has arrived");
            }
            calls[0]++;
            int n = Math.min(length, header.length - at);
            System.arraycopy(header, at, into, offset, n);
            at += n;
            return n;
          }
        };
    // The look for a byte order mark takes single bytes: they come from a stream of their own.
    java.io.InputStream all =
        new java.io.SequenceInputStream(new java.io.ByteArrayInputStream(Rows.utf8("a,b\n")), in);
    CsvReader reader = CsvReader.open(ByteInput.of(all, "pipe"));
    assertThat(reader.next()).isTrue();
    assertThat(reader.bad()).isFalse();
    assertThat(calls[0]).isEqualTo(1);
  }
}
