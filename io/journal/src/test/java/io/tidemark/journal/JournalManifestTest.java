package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalManifestTest {
  private static final JournalManifest MANIFEST =
      new JournalManifest(-5, 1 << 20, "FAST_DAILY", 3, 9, Map.of("columns", "ts,key", "ü", "= #"));

  // Version 1, its CRC computed by another program; later releases must still read it.
  private static final String VERSION_1 =
      """
      attribute.columns=ts,key
      attribute.ü=\\= \\#
      block-size=1048576
      end-record=9
      first-record=3
      id=fffffffffffffffb
      roll=FAST_DAILY
      version=1
      crc32c=f3f8cb7f
      """;

  @TempDir Path directory;

  @Test
  void shouldReadBackWhatItWrote() {
    MANIFEST.store(directory);

    assertThat(JournalManifest.load(directory)).isEqualTo(MANIFEST);
    assertThat(directory.resolve(JournalFiles.MANIFEST_PART)).doesNotExist();
  }

  @Test
  void shouldStayAsItWasFirstWritten() throws IOException {
    MANIFEST.store(directory);

    assertThat(Files.readString(directory.resolve(JournalFiles.MANIFEST))).isEqualTo(VERSION_1);
  }

  @Test
  void shouldNoticeEveryFlippedBit() throws IOException {
    MANIFEST.store(directory);
    Path file = directory.resolve(JournalFiles.MANIFEST);
    byte[] content = Files.readAllBytes(file);
    for (int bit = 0; bit < content.length * 8; bit++) {
      byte[] damaged = content.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(file, damaged);
      assertSameOrRefused(file, new String(damaged, StandardCharsets.ISO_8859_1));
    }
  }

  /** Some flips change only how a line ends, or the case of a digit: the content is the same. */
  private void assertSameOrRefused(Path file, String content) {
    try {
      assertThat(JournalManifest.load(directory)).as(content).isEqualTo(MANIFEST);
    } catch (JournalException e) {
      assertThat(e).hasMessageContaining(file.toString());
    }
  }

  @Test
  void shouldRefuseAnotherVersion() throws IOException {
    Files.writeString(directory.resolve(JournalFiles.MANIFEST), "version=2\ncrc32c=1b38bbee\n");

    assertThatThrownBy(() -> JournalManifest.load(directory))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("has version 2, expected 1");
  }

  @Test
  void shouldFindNoneInAnEmptyDirectory() {
    assertThat(JournalManifest.load(directory)).isNull();
  }
}
