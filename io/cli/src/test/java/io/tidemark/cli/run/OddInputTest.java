package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole runs on input that is odd but right, and on rows that are wrong. */
class OddInputTest {
  @TempDir Path temp;

  private JobFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new JobFolder(temp);
  }

  /**
   *
   *
   * <pre>
   * ts         1   12   3   26   4
   * watermark  -5   6   6   20   20     a window [0,10) is closed from 9 on
   * late                          x
   * </pre>
   */
  @ParameterizedTest
  @ValueSource(strings = {"ts,k,v\n", "ts,k,v", "ts,k,v\r\n", "\uFEFFts,k,v\n", "\n\nts,k,v\n\n"})
  void shouldWriteHeadersWhereThereIsNoRow(String input) throws IOException {
    folder.input(input);

    assertThat(folder.run().status()).isZero();
    assertThat(folder.read("out/results.csv"))
        .isEqualTo("window,key,start,end,kind,revision,n,sum\n");
    assertThat(folder.read("out/late.csv")).isEqualTo("window,watermark,ts,k,v\n");
    assertThat(folder.read("out/rejected.csv")).isEqualTo("line,reason,row\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "\uFEFF"})
  void shouldRunOnEmptyJsonLines(String input) throws IOException {
    folder.change("format: csv", "format: jsonl").input(input);

    assertThat(folder.run().status()).isZero();
    assertThat(folder.lines("out/results.csv")).isEmpty();
    assertThat(folder.read("out/late.csv")).isEqualTo("window,watermark,row\n");
  }

  @Test
  void shouldReadJsonLines() throws IOException {
    folder
        .change("format: csv", "format: jsonl")
        .input(
            """
            {"ts": 1, "k": "a,b", "v": "7"}
            {"v": 2, "ts": "2", "k": true}
            {"ts": 30, "v": 1}
            {"ts": 3, "k": null, "v": 1, "more": {"x": [1, "\\u00e9"]}}
            {"ts": 4, "k": "a"
            """);

    assertThat(folder.run().status()).isZero();
    assertThat(folder.lines("out/results.csv"))
        .containsExactly(
            "w,\"a,b\",0,10,on-time,0,1,7", "w,,30,40,on-time,0,1,1", "w,true,0,10,on-time,0,1,2");
    assertThat(folder.lines("out/late.csv"))
        .containsExactly(
            "w,24,\"{\"\"ts\"\": 3, \"\"k\"\": null, \"\"v\"\": 1, \"\"more\"\": {\"\"x\"\": [1,"
                + " \"\"\\u00e9\"\"]}}\"");
    assertThat(folder.lines("out/rejected.csv"))
        .containsExactly("5,bad-row,\"{\"\"ts\"\": 4, \"\"k\"\": \"\"a\"\"\"");
  }

  @Test
  void shouldReadCrlfAndAByteOrderMark() throws IOException {
    folder.input("\uFEFFts,k,v\r\n1,a,1\r\n2,a,2\r\n");

    assertThat(folder.run().status()).isZero();
    assertThat(folder.read("out/results.csv"))
        .isEqualTo("window,key,start,end,kind,revision,n,sum\nw,a,0,10,on-time,0,2,3\n");
  }

  @Test
  void shouldKeepOddKeysAsTheyAre() throws IOException {
    folder.input(
        """
        ts,k,v
        1,"a,b",1
        1,"say ""hi""\",1
        1,"two
        lines",1
        1,서울,1
        1, blank ,1
        1,007,1
        1,7,1
        1,,1
        1,"",1
        """);

    assertThat(folder.run().status()).isZero();
    assertThat(CsvTable.read(folder.path("out/results.csv")).rows())
        .extracting(row -> row.get(1) + "|" + row.get(6))
        .containsExactlyInAnyOrder(
            "a,b|1", "say \"hi\"|1", "two\nlines|1", "서울|1", " blank |1", "007|1", "7|1", "|2");
  }

  @Test
  void shouldTakeAFieldOfAMegabyte() throws IOException {
    String text = "x".repeat(1 << 20);
    folder.input("ts,k,v\n1," + text + ",1\n30,a,1\n2," + text + ",1\n40,a,1\n");

    assertThat(folder.run().status()).isZero();
    assertThat(folder.lines("out/results.csv"))
        .contains("w," + text + ",0,10,on-time,0,1,1", "w,a,30,40,on-time,0,1,1");
    assertThat(folder.lines("out/late.csv")).containsExactly("w,24,2," + text + ",1");
  }

  @Test
  void shouldTakeNegativeTimestamps() throws IOException {
    folder.input("ts,k,v\n-11,a,4\n-10,a,2\n-1,a,1\n-1000000,a,8\n");

    assertThat(folder.run().status()).isZero();
    assertThat(folder.lines("out/results.csv"))
        .containsExactly("w,a,-10,0,on-time,0,2,3", "w,a,-20,-10,on-time,0,1,4");
    assertThat(folder.lines("out/late.csv")).containsExactly("w,-7,-1000000,a,8");
  }

  @Test
  void shouldRejectBadRowsAndGoOn() throws IOException {
    folder.input(
        """
        ts,k,v
        1,a
        1,a,1,1
        1,"a"b,1
        null,a,1
        soon,a,1
        9223372036854775808,a,1
        -9223372036854775808,a,1
        9223372036854775807,a,1
        1,a,
        1,a,1.5
        2,a,5
        1,"a,1
        """);

    assertThat(folder.run().status()).isZero();
    assertThat(folder.lines("out/results.csv")).containsExactly("w,a,0,10,on-time,0,1,5");
    assertThat(folder.lines("out/late.csv")).isEmpty();
    assertThat(CsvTable.read(folder.path("out/rejected.csv")).rows())
        .containsExactly(
            List.of("2", "bad-row", "1,a"),
            List.of("3", "bad-row", "1,a,1,1"),
            List.of("4", "bad-row", "1,\"a\"b,1"),
            List.of("5", "bad-timestamp", "null,a,1"),
            List.of("6", "bad-timestamp", "soon,a,1"),
            List.of("7", "bad-timestamp", "9223372036854775808,a,1"),
            List.of("8", "bad-timestamp", "-9223372036854775808,a,1"),
            List.of("9", "bad-timestamp", "9223372036854775807,a,1"),
            List.of("10", "bad-value", "1,a,"),
            List.of("11", "bad-value", "1,a,1.5"),
            List.of("13", "bad-row", "1,\"a,1"));
  }

  @Test
  void shouldRejectRowsThatAreNotUtf8() throws IOException {
    folder.input("ts,k,v\n1,caf\u00e9,1\n2,a,1\n".getBytes(StandardCharsets.ISO_8859_1));

    assertThat(folder.run().status()).isZero();
    assertThat(folder.lines("out/results.csv")).containsExactly("w,a,0,10,on-time,0,1,1");
    assertThat(folder.read("out/rejected.csv"))
        .isEqualTo("line,reason,row\n2,bad-row,\"1,caf\uFFFD,1\"\n");
  }

  @Test
  void shouldWriteLateColumnsAsTheyWereRead() throws IOException {
    folder.input("ts,k,\"no,te\",no,v\n99,a,,,1\n1,\"a\",\"x,\"\"y\"\"\",\" z \",1\n");

    assertThat(folder.run().status()).isZero();
    assertThat(folder.read("out/late.csv"))
        .isEqualTo("window,watermark,ts,k,\"no,te\",no,v\nw,93,1,a,\"x,\"\"y\"\"\", z ,1\n");
  }

  @Test
  void shouldReadGzip() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write("ts,k,v\n1,a,1\n".getBytes(StandardCharsets.UTF_8));
    }
    folder.change("input.csv", "input.csv.gz").file("input.csv.gz", bytes.toByteArray());

    assertThat(folder.run().status()).isZero();
    assertThat(folder.lines("out/results.csv")).containsExactly("w,a,0,10,on-time,0,1,1");
  }
}
