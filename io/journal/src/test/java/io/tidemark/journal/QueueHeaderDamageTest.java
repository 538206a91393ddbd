package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damage in what Chronicle keeps before the records: its header, its write position, its index. It
 * may be refused, or do no harm; wrong records must never come of it.
 */
class QueueHeaderDamageTest {
  private static final long SEED = 20_261_130;
  private static final int FLIPS = 150;
  private static final int RECORDS = 600;

  @TempDir Path directory;

  private Path file;
  private byte[] good;
  private byte[] manifest;
  private byte[] table;

  @BeforeEach
  void setUp() throws IOException {
    try (JournalWriter writer = JournalWriter.startAnew(options())) {
      Samples.appendNumbered(writer, 0, RECORDS);
    }
    file = JournalFiles.rollFiles(directory).get(0);
    good = Files.readAllBytes(file);
    manifest = Files.readAllBytes(directory.resolve(JournalFiles.MANIFEST));
    table = Files.readAllBytes(directory.resolve(JournalFiles.TABLE));
  }

  @Test
  void shouldNeverReadWrongRecords() throws IOException {
    Random random = new Random(SEED);
    int end = positionOf(0);
    int harmless = 0;
    int refused = 0;
    for (int i = 0; i < FLIPS; i++) {
      int at = nextUsedByte(random.nextInt(end));
      byte[] bad = good.clone();
      bad[at] ^= (byte) (1 << random.nextInt(8));
      restoreWith(bad);
      if (readsAll("seed " + SEED + ", flip " + i + " at " + at)) {
        harmless++;
      } else {
        refused++;
      }
      goOnWriting();
    }
    assertThat(harmless).isPositive();
    assertThat(refused).isPositive();
  }

  /** Most of it is zeros; flips there would only try the same thing again and again. */
  private int nextUsedByte(int from) {
    int at = from;
    while (good[at] == 0) {
      at++;
    }
    return at;
  }

  /** False when it is refused; any other exception, and any wrong record, fails the test. */
  private boolean readsAll(String what) {
    try (JournalReader reader = JournalReader.open(directory)) {
      assertThat(Samples.readNumbered(reader, 0)).as(what).isEqualTo(RECORDS);
      return true;
    } catch (JournalException e) {
      assertThat(e).as(what).hasMessageContaining(directory.toString());
      return false;
    }
  }

  private void goOnWriting() {
    try (JournalWriter writer = JournalWriter.open(options())) {
      assertThat(writer.records()).isEqualTo(RECORDS);
      Samples.appendNumbered(writer, RECORDS, RECORDS + 10);
    } catch (JournalException e) {
      assertThat(e).hasMessageContaining(directory.toString());
    }
    try (JournalReader reader = JournalReader.open(directory)) {
      assertThat(Samples.readNumbered(reader, 0)).isBetween((long) RECORDS, RECORDS + 10L);
    } catch (JournalException e) {
      assertThat(e).hasMessageContaining(directory.toString());
    }
  }

  @Test
  void shouldFindRecordsAlthoughTheIndexLeadsElsewhere() throws IOException {
    byte[] bad = good.clone();
    redirect(bad, 256, 300);
    redirect(bad, 512, 280);
    restoreWith(bad);

    assertReachesAll(RECORDS);
    try (JournalWriter writer = JournalWriter.open(options())) {
      assertThat(writer.records()).isEqualTo(RECORDS);
      Samples.appendNumbered(writer, RECORDS, 1_200);
    }
    assertReachesAll(1_200);
  }

  private void assertReachesAll(int records) {
    try (JournalReader reader = JournalReader.open(directory)) {
      long id = reader.position().journal();
      for (int record = 0; record < records; record += 13) {
        reader.moveTo(new JournalPosition(id, record));
        assertThat(reader.next()).isTrue();
        Samples.assertNumbered(reader.record(), record);
      }
      reader.moveTo(new JournalPosition(id, records));
      assertThat(reader.next()).isFalse();
      reader.moveTo(new JournalPosition(id, 0));
      assertThat(Samples.readNumbered(reader, 0)).isEqualTo(records);
    }
  }

  /** Lets the index entry of one record point to another. */
  private void redirect(byte[] bytes, int from, int to) {
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long header = headerOf(from);
    int entry = 0;
    while (words.getLong(entry) != header) {
      entry += Long.BYTES;
    }
    words.putLong(entry, headerOf(to));
  }

  private long headerOf(int number) {
    return (long) positionOf(number) - Integer.BYTES;
  }

  /** Finds a record by its version, header length and number. */
  private int positionOf(int number) {
    ByteBuffer bytes = ByteBuffer.wrap(good).order(ByteOrder.LITTLE_ENDIAN);
    int at = 0;
    while (bytes.get(at) != RecordLayout.VERSION
        || bytes.getShort(at + 2) != RecordLayout.HEADER_LENGTH
        || bytes.getLong(at + RecordLayout.NUMBER_OFFSET) != number) {
      at++;
    }
    return at;
  }

  private void restoreWith(byte[] content) throws IOException {
    Files.write(file, content);
    Files.write(directory.resolve(JournalFiles.MANIFEST), manifest);
    Files.write(directory.resolve(JournalFiles.TABLE), table);
  }

  private JournalOptions options() {
    return Samples.options(directory).rollEvery(RollEvery.HOUR).clockMs(() -> 0);
  }
}
