package io.tidemark.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvOutputTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CsvOutput out = CsvOutput.to(bytes, "memory");

  @TempDir private Path directory;

  private static Slice slice(byte[] bytes) {
    Slice slice = new Slice();
    slice.set(bytes, 0, bytes.length);
    return slice;
  }

  private static Slice slice(String text) {
    return slice(Rows.utf8(text));
  }

  private String written() throws IOException {
    out.flush();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shouldQuoteOnlyWhereItIsNeeded() throws IOException {
    out.textField("a b").textField("x,y").textField("say \"hi\"").endLine();
    out.textField("").textField("two\nlines").textField("\r").textField("'é;\t'").endLine();
    out.emptyField().emptyField().quotedField(slice("q\"")).endLine();
    assertThat(written())
        .isEqualTo("a b,\"x,y\",\"say \"\"hi\"\"\"\n,\"two\nlines\",\"\r\",'é;\t'\n,,\"q\"\"\"\n");
  }

  @Test
  void shouldRepairQuotedBytesThatAreNotUtf8() throws IOException {
    out.quotedField(slice(new byte[] {'a', (byte) 0xFF, '"'})).endLine();
    assertThat(written()).isEqualTo("\"a\uFFFD\"\"\"\n");
  }

  @Test
  void shouldWriteNumbers() throws IOException {
    out.longField(0).longField(-7).longField(Long.MAX_VALUE).longField(Long.MIN_VALUE).endLine();
    out.decimalField(0, 2).decimalField(-5, 2).decimalField(10440, 2).decimalField(7, 0).endLine();
    out.decimalField(Long.MIN_VALUE, 18).decimalField(Long.MAX_VALUE, 4).endLine();
    out.doubleField(2e-3).doubleField(-0.0).doubleField(1e7).doubleField(2.0e-44).endLine();
    out.doubleField(Double.POSITIVE_INFINITY).doubleField(Double.NEGATIVE_INFINITY).endLine();
    assertThat(written())
        .isEqualTo(
            "0,-7,9223372036854775807,-9223372036854775808\n0.00,-0.05,104.40,7\n"
                + "-9.223372036854775808,922337203685477.5807\n0.002,-0.0,1.0E7,2.0E-44\n"
                + "Infinity,-Infinity\n");
  }

  @Test
  void shouldWriteDecimalsAsBigDecimalDoes() throws IOException {
    for (long seed = 0; seed < 5_000; seed++) {
      Random random = new Random(seed);
      long scaled = random.nextLong() >> random.nextInt(64);
      int scale = random.nextInt(19);
      bytes.reset();
      out.decimalField(scaled, scale).endLine();
      assertThat(written())
          .as("seed %d", seed)
          .isEqualTo(BigDecimal.valueOf(scaled, scale).toPlainString() + "\n");
    }
  }

  @Test
  void shouldWriteTheSameWhateverCrossesTheBuffersEnd() throws IOException {
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      String text = "x".repeat(i % 97) + "é";
      out.textField(text).quotedField(slice(text)).longField(i).decimalField(i, 3).endLine();
      expected.append(String.format("%s,\"%s\",%d,%d.%03d%n", text, text, i, i / 1000, i % 1000));
    }
    String large = "y".repeat(200_000);
    out.textField(large).textField(large + ",").endLine();
    expected.append(large).append(",\"").append(large).append(",\"\n");
    assertThat(written()).isEqualTo(expected.toString());
  }

  @Test
  void shouldWriteTheFieldsOfARow() throws IOException {
    out.longField(1).rowFields(slice("a,\"b\",\"c\"\"d\",,\"e,f\",\"\"")).endLine();
    out.rowFields(slice("")).longField(2).endLine();
    out.rowFields(slice("a\rb,")).endLine();
    assertThat(written()).isEqualTo("1,a,b,\"c\"\"d\",,\"e,f\",\n,2\n\"a\rb\",\n");
  }

  @Test
  void shouldTakeItsNameOnCommitOnly() throws IOException {
    Path path = directory.resolve("new/sub/out.csv");
    CsvOutput file = CsvOutput.open(path, "output.results");
    file.textField("first").endLine().flush();
    assertThat(path).doesNotExist();
    assertThat(directory.resolve("new/sub/out.csv.part")).hasContent("first\n");
    file.commit();
    assertThat(path).hasContent("first\n");
    assertThat(directory.resolve("new/sub/out.csv.part")).doesNotExist();
  }

  @Test
  void shouldReplaceTheOldFileOnCommitAndKeepItOtherwise() throws IOException {
    Path path = Files.writeString(directory.resolve("out.csv"), "old");
    Path part = Files.writeString(directory.resolve("out.csv.part"), "left by an earlier run");
    CsvOutput abandoned = CsvOutput.open(path, "output.results");
    abandoned.textField("half").abandon();
    assertThat(path).hasContent("old");
    assertThat(part).hasContent("half");
    CsvOutput whole = CsvOutput.open(path, "output.results");
    whole.textField("new").endLine().commit();
    assertThat(path).hasContent("new\n");
    assertThat(part).doesNotExist();
  }

  @Test
  void shouldLeaveNoTraceWhenDiscarded() throws IOException {
    CsvOutput file = CsvOutput.open(directory.resolve("a/b/out.csv"), "output.late");
    file.textField("x").discard();
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void shouldKeepDirectoriesThatOthersUseWhenDiscarded() throws IOException {
    CsvOutput file = CsvOutput.open(directory.resolve("a/b/out.csv"), "output.late");
    Path other = Files.writeString(directory.resolve("a/other"), "x");
    file.discard();
    assertThat(other).exists();
    assertThat(directory.resolve("a/b")).doesNotExist();
  }

  @Test
  void shouldRefuseAPlaceThatCannotBeWritten() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "x");
    assertThatThrownBy(() -> CsvOutput.open(file.resolve("sub/out.csv"), "output.late"))
        .isInstanceOf(UnusableFileException.class)
        .hasMessageStartingWith("output.late: cannot make " + file.resolve("sub/out.csv") + ": ")
        .hasMessageContaining("ot a directory");
    assertThatThrownBy(() -> CsvOutput.open(directory, "output.late"))
        .isInstanceOf(UnusableFileException.class)
        .hasMessage(
            "output.late: " + directory + " is a directory; expected a file that can be replaced");
    Files.createDirectory(directory.resolve("out.csv.part"));
    assertThatThrownBy(() -> CsvOutput.open(directory.resolve("out.csv"), "output.late"))
        .isInstanceOf(UnusableFileException.class)
        .hasMessage(
            "output.late: "
                + directory.resolve("out.csv.part")
                + " is a directory; expected a file that can be replaced");
  }

  @Test
  void shouldNotWriteThroughALinkInPlaceOfTheUnfinishedFile() throws IOException {
    Path other = Files.writeString(directory.resolve("other"), "precious");
    Files.createSymbolicLink(directory.resolve("out.csv.part"), other);
    assertThatThrownBy(() -> CsvOutput.open(directory.resolve("out.csv"), "output.late"))
        .isInstanceOf(UnusableFileException.class)
        .hasMessageContaining("out.csv.part is not a regular file; expected a file that can be");
    assertThat(other).hasContent("precious");
  }

  @Test
  void shouldKeepAnEarlierUnfinishedFileUntilItWrites() throws IOException {
    Path part = Files.writeString(directory.resolve("out.csv.part"), "left over, and long");
    CsvOutput discarded = CsvOutput.open(directory.resolve("out.csv"), "output.late");
    discarded.textField("x");
    discarded.discard();
    assertThat(part).hasContent("left over, and long");

    CsvOutput written = CsvOutput.open(directory.resolve("out.csv"), "output.late");
    written.textField("x");
    written.flush();
    assertThat(part).hasContent("x");
    written.abandon();
    assertThat(part).hasContent("x");
  }

  @Test
  void shouldEmptyAnEarlierUnfinishedFileWhereNothingIsWritten() throws IOException {
    Files.writeString(directory.resolve("out.csv.part"), "left over");
    CsvOutput.open(directory.resolve("out.csv"), "output.late").commit();
    assertThat(directory.resolve("out.csv")).isEmptyFile();
  }

  @Test
  void shouldLeaveNoDirectoriesWhenItCannotBeMade() {
    Path path = directory.resolve("new").resolve("x".repeat(300));
    assertThatThrownBy(() -> CsvOutput.open(path, "output.late"))
        .isInstanceOf(UnusableFileException.class);
    assertThat(directory.resolve("new")).doesNotExist();
  }

  @Test
  void shouldNameTheFileWhenWritingFails() throws IOException {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    CsvOutput broken = CsvOutput.to(full, "standard output");
    broken.textField("x");
    assertThatThrownBy(broken::flush)
        .hasMessage("cannot write standard output: No space left on device");
  }
}
