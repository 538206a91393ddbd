package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamageTest {
  private static final int RECORDS = 20;
  private static final int EVENT_LENGTH = 12;
  private static final long HOUR_MS = 3_600_000;

  @TempDir Path directory;
  @TempDir Path elsewhere;
  private final long[] nowMs = {0};

  /**
   * Every bit of Chronicle's header before a record in the middle, and one of each of its bytes.
   */
  @Test
  void shouldNoticeFlippedBitsInTheFile() throws IOException {
    Path file = write();
    try (RandomAccessFile raf = new RandomAccessFile(file.toFile(), "rw")) {
      long record = positionOf(raf, 7);
      long end = positionOf(raf, 8);
      for (long at = record - Integer.BYTES; at < end - Integer.BYTES; at++) {
        for (int bit = 0; bit < 8; bit++) {
          if (at < record || bit == at % 8) {
            flip(raf, at, bit);
            assertDamaged(at - record, bit);
            flip(raf, at, bit);
          }
        }
      }
    }
    assertThat(readAll()).isEqualTo(RECORDS);
  }

  private void assertDamaged(long offset, int bit) {
    try (JournalReader reader = JournalReader.open(directory)) {
      assertThatThrownBy(() -> Samples.readNumbered(reader, 0))
          .as("byte %d of the record, bit %d", offset, bit)
          .isInstanceOf(CorruptJournalException.class)
          .hasMessageContaining(directory.toString())
          .hasMessageContaining("record 7");
      assertThat(reader.position().record()).isEqualTo(7);
      // It stays before the damage, whoever asks again.
      assertThatThrownBy(reader::next).isInstanceOf(CorruptJournalException.class);
    }
  }

  @Test
  void shouldNameTheRecordItsPlaceAndTheJournal() throws IOException {
    Path file = write();
    try (RandomAccessFile raf = new RandomAccessFile(file.toFile(), "rw")) {
      flip(raf, positionOf(raf, 3) + 30, 2);
    }
    try (JournalReader reader = JournalReader.open(directory)) {
      assertThatThrownBy(() -> Samples.readNumbered(reader, 0))
          .isInstanceOf(CorruptJournalException.class)
          .hasMessage("journal " + directory + ": record 3 (index 0x3) fails its CRC32C")
          .extracting(e -> ((CorruptJournalException) e).record())
          .isEqualTo(3L);
      assertThatThrownBy(() -> reader.moveTo(position(reader, 4)))
          .isInstanceOf(CorruptJournalException.class);
      reader.moveTo(position(reader, 5));
      assertThat(Samples.readNumbered(reader, 5)).isEqualTo(RECORDS);
    }
  }

  private static JournalPosition position(JournalReader reader, long record) {
    return new JournalPosition(reader.position().journal(), record);
  }

  @Test
  void shouldNoticeARollFileThatIsMissing() throws IOException {
    try (JournalWriter writer = JournalWriter.startAnew(options())) {
      for (int hour = 0; hour < 4; hour++) {
        nowMs[0] = hour * HOUR_MS;
        Samples.appendNumbered(writer, hour * 5L, hour * 5L + 5);
      }
    }
    List<Path> files = JournalFiles.rollFiles(directory);
    assertThat(files).hasSize(4);
    for (int missing = 0; missing < 4; missing++) {
      Path aside = elsewhere.resolve("aside");
      Files.move(files.get(missing), aside);
      try (JournalReader reader = JournalReader.open(directory)) {
        assertThatThrownBy(() -> Samples.readNumbered(reader, 0))
            .as("file %d", missing)
            .isInstanceOf(CorruptJournalException.class)
            .extracting(e -> ((CorruptJournalException) e).record())
            .isEqualTo(missing * 5L);
      }
      Files.move(aside, files.get(missing));
    }
    assertThat(readAll()).isEqualTo(20);
  }

  @Test
  void shouldNoticeAFileThatWasCutOff() throws IOException {
    Path file = write();
    long whole = Files.size(file);
    for (long length : new long[] {1, 4096, 128 << 10, 256 << 10, whole - 4096, whole - 1}) {
      try (RandomAccessFile raf = new RandomAccessFile(file.toFile(), "rw")) {
        raf.setLength(length);
      }
      assertCutOff(() -> JournalReader.open(directory).next(), length);
      assertCutOff(() -> JournalWriter.open(options()), length);
    }
  }

  private void assertCutOff(ThrowingCallable opening, long length) {
    assertThatThrownBy(opening)
        .as("%d bytes", length)
        .isInstanceOf(CorruptJournalException.class)
        .hasMessageContaining(directory.toString());
  }

  @Test
  void shouldNotGoOnWritingAfterRecordsWereLost() throws IOException {
    Path file = write();
    Files.delete(file);

    assertThatThrownBy(() -> JournalWriter.open(options()))
        .isInstanceOf(CorruptJournalException.class)
        .hasMessage(
            "journal "
                + directory
                + " has lost records: 20 were written, but it ends before record 0");
  }

  @Test
  void shouldNotGoOnWritingAfterADamagedRecord() throws IOException {
    Path file = write();
    try (RandomAccessFile raf = new RandomAccessFile(file.toFile(), "rw")) {
      flip(raf, positionOf(raf, RECORDS - 1) + 5, 1);
    }

    assertThatThrownBy(() -> JournalWriter.open(options()))
        .isInstanceOf(CorruptJournalException.class)
        .hasMessageContaining("fails its CRC32C");
  }

  private JournalOptions options() {
    return Samples.options(directory).rollEvery(RollEvery.HOUR).clockMs(() -> nowMs[0]);
  }

  private Path write() {
    try (JournalWriter writer = JournalWriter.startAnew(options())) {
      for (int i = 0; i < RECORDS; i++) {
        writer.append(Samples.numbered(writer.record(), i, EVENT_LENGTH));
      }
    }
    return JournalFiles.rollFiles(directory).get(0);
  }

  private long readAll() {
    try (JournalReader reader = JournalReader.open(directory)) {
      return Samples.readNumbered(reader, 0);
    }
  }

  /** Finds a record by its version, kind, header length and number. */
  private static long positionOf(RandomAccessFile raf, long number) throws IOException {
    byte[] content = new byte[1 << 18];
    raf.seek(0);
    raf.readFully(content);
    for (int at = 0; at < content.length - 16; at++) {
      boolean header = content[at] == 1 && content[at + 2] == 80 && content[at + 3] == 0;
      boolean kind = content[at + 1] == 1 || content[at + 1] == 2;
      if (header && kind && content[at + 8] == number && content[at + 9] == 0) {
        return at;
      }
    }
    throw new AssertionError("no record " + number);
  }

  private static void flip(RandomAccessFile raf, long at, int bit) throws IOException {
    raf.seek(at);
    int value = raf.read();
    raf.seek(at);
    raf.write(value ^ 1 << bit);
  }
}
