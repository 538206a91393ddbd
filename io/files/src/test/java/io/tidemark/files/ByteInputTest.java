package io.tidemark.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ByteInputTest {
  @TempDir private Path directory;

  private static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content);
    }
    return bytes.toByteArray();
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }

  private Path file(String name, byte[] content) throws IOException {
    return Files.write(directory.resolve(name), content);
  }

  private static byte[] read(ByteInput input, int step) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[step];
    for (int n = input.read(buffer, 0, step); n >= 0; n = input.read(buffer, 0, step)) {
      all.write(buffer, 0, n);
    }
    return all.toByteArray();
  }

  private static byte[] read(Path path) throws IOException {
    try (ByteInput input = ByteInput.open(path, "input.path")) {
      return read(input, 1000);
    }
  }

  @Test
  void shouldSkipAByteOrderMarkOfPlainAndGzipFiles() throws IOException {
    byte[] content = Rows.utf8("\uFEFFab\uFEFFc");
    byte[] expected = Rows.utf8("ab\uFEFFc");
    assertThat(read(file("x.csv", content))).isEqualTo(expected);
    assertThat(read(file("x.csv.gz", gzip(content)))).isEqualTo(expected);
    for (int step = 1; step < 5; step++) {
      assertThat(read(Rows.trickle(content, 2, step), step)).isEqualTo(expected);
    }
  }

  @Test
  void shouldKeepWhatOnlyStartsLikeAByteOrderMark() throws IOException {
    for (int[] start : new int[][] {{}, {0xEF}, {0xEF, 0xBB}, {0xEF, 0xBB, 'x', 'y'}, {0xBB}}) {
      byte[] bytes = new byte[start.length];
      for (int i = 0; i < start.length; i++) {
        bytes[i] = (byte) start[i];
      }
      assertThat(read(Rows.input(bytes), 2)).isEqualTo(bytes);
    }
  }

  @Test
  void shouldReadGzipFilesOfManyMembers() throws IOException {
    Random random = new Random(1);
    byte[] noise = new byte[300_000];
    random.nextBytes(noise);
    byte[] text = Rows.utf8("some text ".repeat(100_000));
    byte[] file = join(gzip(text), gzip(new byte[0]), gzip(noise), gzip(text), gzip(new byte[0]));
    assertThat(read(file("x.gz", file))).isEqualTo(join(text, noise, text));
  }

  @Test
  void shouldReadGzipHeadersWithEveryOptionalPart() throws IOException {
    byte[] plain = gzip(Rows.utf8("content"));
    byte[] header = Arrays.copyOf(plain, 10);
    header[3] = 2 | 4 | 8 | 16;
    byte[] extra = {3, 0, 'a', 'b', 'c'};
    byte[] file =
        join(
            header,
            extra,
            Rows.utf8("name\0comment\0"),
            new byte[2],
            Arrays.copyOfRange(plain, 10, plain.length));
    assertThat(read(file("x.gz", file))).isEqualTo(Rows.utf8("content"));
  }

  @Test
  void shouldReportAGzipFileThatIsCutOffAnywhere() throws IOException {
    byte[] first = gzip(Rows.utf8("first"));
    byte[] whole = join(first, gzip(Rows.utf8("second member")));
    for (int length = 0; length < whole.length; length++) {
      Path path = file("x.gz", Arrays.copyOf(whole, length));
      if (length == first.length) {
        assertThat(read(path)).isEqualTo(Rows.utf8("first"));
      } else {
        assertThatThrownBy(() -> read(path))
            .isInstanceOf(IOException.class)
            .isNotInstanceOf(UnusableFileException.class)
            .hasMessage("cannot read " + path + ": the gzip data is cut off");
      }
    }
  }

  @Test
  void shouldReportBrokenGzipData() throws IOException {
    byte[] good = gzip(Rows.utf8("some content that is compressed"));
    for (int at : new int[] {0, 1, 2, good.length - 1, good.length - 4, good.length - 5}) {
      byte[] bad = good.clone();
      bad[at] ^= 0x10;
      Path path = file("x.gz", bad);
      assertThatThrownBy(() -> read(path))
          .hasMessageStartingWith("cannot read " + path + ": broken gzip data: ");
    }
    Path trailing = file("y.gz", join(good, Rows.utf8("garbage")));
    assertThatThrownBy(() -> read(trailing))
        .hasMessageEndingWith("broken gzip data: a member does not start with 1f 8b");
  }

  @Test
  void shouldNeverReadOtherContentFromDamagedGzipData() throws IOException {
    byte[] content = Rows.utf8("0123456789 abc ".repeat(20));
    byte[] good = gzip(content);
    int errors = 0;
    for (int bit = 80; bit < 8 * good.length; bit++) {
      byte[] bad = good.clone();
      bad[bit / 8] ^= (byte) (1 << (bit % 8));
      Path path = file("x.gz", bad);
      try {
        // A few bits are only padding.
        assertThat(read(path)).as("bit %d", bit).isEqualTo(content);
      } catch (IOException e) {
        errors++;
      }
    }
    assertThat(errors).isGreaterThan(8 * good.length - 100);
  }

  @Test
  void shouldRefuseAFileThatCannotBeOpened() {
    Path missing = directory.resolve("missing.csv");
    assertThatThrownBy(() -> ByteInput.open(missing, "input.path"))
        .isInstanceOf(UnusableFileException.class)
        .hasMessage("input.path: cannot open " + missing + ": no such file");
    assertThatThrownBy(() -> ByteInput.open(directory, "input.path"))
        .isInstanceOf(UnusableFileException.class)
        .hasMessage(
            "input.path: " + directory + " is a directory; expected a file that can be read");
  }
}
