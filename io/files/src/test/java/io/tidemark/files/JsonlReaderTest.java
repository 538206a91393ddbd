package io.tidemark.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.files.Rows.Row;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonlReaderTest {
  private static List<Row> rows(String jsonl) throws IOException {
    List<Row> expected = null;
    for (int size : new int[] {1, 2, 7, 8, 9, 64, 1 << 18}) {
      JsonlReader reader = JsonlReader.open(Rows.input(Rows.utf8(jsonl)), size);
      reader.column("a", "input.key");
      reader.column("b", "input.types");
      List<Row> rows = Rows.all(reader, 2);
      expected = expected == null ? rows : expected;
      assertThat(rows).as("buffer size %d", size).isEqualTo(expected);
    }
    return expected;
  }

  private static List<String> fields(String line) throws IOException {
    List<Row> rows = rows(line);
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).fields()).as(line).isNotNull();
    return rows.get(0).fields();
  }

  @Test
  void shouldReadTextsAsTheyAreWritten() throws IOException {
    for (String number :
        List.of("0", "-0", "7", "1e3", "1E+3", "1.50", "-0.0", "1e400", "12345678901234567890")) {
      assertThat(fields("{\"a\":" + number + ",\"b\":\"x\"}")).containsExactly(number, "x");
      assertThat(fields("{\"b\": " + number + " ,\"a\":\t" + number + "}"))
          .containsExactly(number, number);
      assertThat(fields("{\"a\":" + number + " } \t")).containsExactly(number, "");
    }
    assertThat(fields("{\"b\":true,\"a\":false}")).containsExactly("false", "true");
    assertThat(fields("{\"a\":\" 1 \",\"b\":\"\"}")).containsExactly(" 1 ", "");
  }

  @Test
  void shouldReadMissingAndNullFieldsAsEmpty() throws IOException {
    assertThat(fields("{}")).containsExactly("", "");
    assertThat(fields("{\"a\":null,\"c\":5}")).containsExactly("", "");
    assertThat(rows("{\"a\":1,\"b\":2}\n{\"b\":3}\n").get(1).fields()).containsExactly("", "3");
  }

  @Test
  void shouldReadEscapesAndUtf8() throws IOException {
    assertThat(fields("{\"\\u0061\":\"\\u00e9\\n\\\"\\\\\\/\",\"b\":\"\\ud83d\\ude00한글é😀\"}"))
        .containsExactly(Rows.latin("é\n\"\\/"), Rows.latin("😀한글é😀"));
  }

  @Test
  void shouldCountLinesAndKeepThemAsTheyAre() throws IOException {
    assertThat(rows("\n {\"a\":1 , \"b\":2} \r\n\r\n{\"a\":3}\n[]"))
        .containsExactly(
            Row.good(2, " {\"a\":1 , \"b\":2} ", "1", "2"),
            Row.good(4, "{\"a\":3}", "3", ""),
            Row.bad(5, "[]"));
    assertThat(rows("")).isEmpty();
    assertThat(rows("\uFEFF{\"a\":1}")).containsExactly(Row.good(1, "{\"a\":1}", "1", ""));
  }

  @Test
  void shouldSkipNestedValuesOfOtherColumns() throws IOException {
    assertThat(fields("{\"x\":{\"a\":[1,{\"b\":null}]},\"a\":1,\"y\":[[],{}],\"b\":2}"))
        .containsExactly("1", "2");
  }

  @Test
  void shouldTellNestedValues() throws IOException {
    JsonlReader reader =
        JsonlReader.open(Rows.input(Rows.utf8("{\"a\":{\"b\":1}}\n{\"a\":2,\"b\":[]}\n")));
    int a = reader.column("a", "input.key");
    int b = reader.column("b", "input.types");
    assertThat(reader.next()).isTrue();
    assertThat(reader.bad()).isFalse();
    assertThat(reader.nested(a)).isTrue();
    assertThat(reader.nested(b)).isFalse();
    assertThat(reader.next()).isTrue();
    assertThat(reader.nested(a)).isFalse();
    assertThat(reader.nested(b)).isTrue();
  }

  @Test
  void shouldRejectWhatIsNotOneObject() throws IOException {
    String good = "{\"a\":1}";
    for (String line :
        List.of(
            "null",
            "17",
            "\"text\"",
            "[1, 2]",
            "not json",
            "{",
            "}",
            "{'a': 1}",
            "{a: 1}",
            " ",
            "\uFEFF{}",
            "{\"a\":1}}",
            "{\"a\":1},",
            "{\"a\":1} trailing",
            "{\"a\":1} tru",
            "{\"a\":1}{\"a\":1}",
            "{\"a\":1} {}",
            "{\"a\":1} 1",
            "{\"a\":1} \"",
            "{\"a\":1",
            "{\"a\":",
            "{\"a\"",
            "{\"a\":1,}",
            "{\"a\":01}",
            "{\"a\":+1}",
            "{\"a\":1.}",
            "{\"a\":.5}",
            "{\"a\":-}",
            "{\"a\":NaN}",
            "{\"a\":Infinity}",
            "{\"a\":1x}",
            "{\"a\":tru}",
            "{\"a\":true1}",
            "{\"a\":\"x}",
            "{\"a\":\"\t\"}",
            "{\"a\":\"\\x\"}",
            "{\"a\":\"\\u12\"}",
            "{\"a\":1 /* c */}",
            "{\"a\":1} // c",
            "{\"c\":[1,]}",
            "{\"c\":[1}",
            "{\"c\":{\"d\"}}",
            "{\"c\":[",
            "{\"a\":\"\\ud83d\"}",
            "{\"a\":\"\\ude00\\ud83d\"}",
            "{\"a\":1}\u0000",
            "# {}")) {
      assertThat(rows(good + "\n" + line + "\n" + good + "\n"))
          .as(line)
          .containsExactly(
              Row.good(1, good, "1", ""), Row.bad(2, line), Row.good(3, good, "1", ""));
    }
  }

  @Test
  void shouldRejectRepeatedNames() throws IOException {
    assertThat(rows("{\"a\":1,\"a\":1}")).containsExactly(Row.bad(1, "{\"a\":1,\"a\":1}"));
    assertThat(rows("{\"c\":1,\"d\":2,\"e\":3,\"c\":4}").get(0).fields()).isNull();
    assertThat(rows("{\"c\":[{\"d\":1,\"d\":2}]}").get(0).fields()).isNull();
    assertThat(fields("{\"a\":1,\"b\":2,\"c\":{\"a\":1,\"b\":2},\"d\":{\"a\":5}}"))
        .containsExactly("1", "2");
  }

  @Test
  void shouldRejectBytesThatAreNotUtf8() throws IOException {
    byte[] bytes = Rows.utf8("{\"a\":\"??\"}\n{\"a\":\"é\"}\n");
    bytes[6] = (byte) 0xED;
    bytes[7] = (byte) 0xA0;
    JsonlReader reader = JsonlReader.open(Rows.input(bytes));
    reader.column("a", "input.key");
    List<Row> rows = Rows.all(reader, 1);
    assertThat(rows.get(0).fields()).isNull();
    assertThat(rows.get(1).fields()).containsExactly(Rows.latin("é"));
  }

  @Test
  void shouldReadFieldsOfAnyLength() throws IOException {
    String text = "서😀x".repeat(1 << 18);
    String number = "1".repeat(5_000);
    String nested = "[".repeat(5_000) + "]".repeat(5_000);
    String name = "n".repeat(100_000);
    String line =
        "{\"a\":\"" + text + "\",\"" + name + "\":0,\"b\":" + number + ",\"c\":" + nested + "}";
    byte[] bytes = Rows.utf8(line + "\n{\"a\":1}\n");
    JsonlReader reader = JsonlReader.open(Rows.trickle(bytes, 70_000, 1), 100);
    reader.column("a", "input.key");
    reader.column("b", "input.types");
    List<Row> rows = Rows.all(reader, 2);
    assertThat(rows.get(0).fields()).containsExactly(Rows.latin(text), number);
    assertThat(rows.get(1).fields()).containsExactly("1", "");
  }

  @Test
  void shouldGoOnAfterAnyLine() throws IOException {
    String alphabet = "{}[]\":,a1 te.-\\n";
    for (long seed = 0; seed < 1_000; seed++) {
      Random random = new Random(seed);
      StringBuilder line = new StringBuilder("{\"a\":1,\"b\":[true,\"x\"]}");
      for (int i = random.nextInt(4); i >= 0; i--) {
        line.setCharAt(random.nextInt(line.length()), alphabet.charAt(random.nextInt(15)));
      }
      JsonlReader reader =
          JsonlReader.open(Rows.input(Rows.utf8(line + "\n{\"a\":\"next\"}\n" + line)));
      reader.column("a", "input.key");
      List<Row> rows = Rows.all(reader, 1);
      assertThat(rows).as("'%s', seed %d", line, seed).hasSize(3);
      assertThat(rows.get(1).fields()).as("'%s', seed %d", line, seed).containsExactly("next");
      assertThat(rows.get(2).fields()).isEqualTo(rows.get(0).fields());
    }
  }
}
