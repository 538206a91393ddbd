package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.openhft.chronicle.core.io.BackgroundResourceReleaser;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RollTest {
  private static final long HOUR_MS = 3_600_000;

  @TempDir Path directory;
  private final long[] nowMs = {0};

  private JournalOptions hourly() {
    return Samples.options(directory).rollEvery(RollEvery.HOUR).clockMs(() -> nowMs[0]);
  }

  @Test
  void shouldRefuseAnotherRollPeriodNamingBoth() {
    try (JournalWriter writer = JournalWriter.startAnew(Samples.options(directory))) {
      Samples.appendNumbered(writer, 0, 3);
    }

    assertThatThrownBy(() -> JournalWriter.open(hourly()))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining(directory.toString())
        .hasMessageContaining("FAST_DAILY")
        .hasMessageContaining("FAST_HOURLY");

    try (JournalWriter writer = JournalWriter.open(Samples.options(directory))) {
      Samples.appendNumbered(writer, 3, 5);
    }
    try (JournalReader reader = JournalReader.open(directory)) {
      assertThat(Samples.readNumbered(reader, 0)).isEqualTo(5);
    }
  }

  @Test
  void shouldRefuseRecordsWhenTheIndexOfItsRollFileIsFull() {
    long capacity = TestRollCycles.TEST_DAILY.maxMessagesPerCycle();
    JournalOptions options = hourly().rollCycle(TestRollCycles.TEST_DAILY).whenFull(WhenFull.DROP);
    try (JournalWriter writer = JournalWriter.startAnew(options)) {
      Samples.appendNumbered(writer, 0, capacity + 10);
      assertThat(writer.records()).isEqualTo(capacity);
      assertThat(writer.refused()).isEqualTo(10);
    }
    try (JournalWriter writer = JournalWriter.open(options.whenFull(WhenFull.FAIL))) {
      assertThatThrownBy(() -> Samples.appendNumbered(writer, capacity, capacity + 1))
          .isInstanceOf(JournalFullException.class)
          .hasMessageContaining(directory.toString());
      assertThat(readAll()).isEqualTo(capacity);

      nowMs[0] += 24 * HOUR_MS;
      Samples.appendNumbered(writer, capacity, 2 * capacity);
    }
    assertThat(readAll()).isEqualTo(2 * capacity);
  }

  @Test
  void shouldFollowAWriterThroughRollFilesEvenWhenItWasNeverClosed() {
    try (JournalWriter writer = JournalWriter.startAnew(hourly());
        JournalReader reader = JournalReader.open(directory)) {
      long read = 0;
      for (int i = 0; i < 40; i++) {
        nowMs[0] += i % 3 == 0 ? HOUR_MS : i % 7 == 0 ? 50 * HOUR_MS : 0;
        Samples.appendNumbered(writer, i * 5L, i * 5L + 5);
        if (i % 4 != 1) {
          read = Samples.readNumbered(reader, read);
          assertThat(read).isEqualTo(writer.records());
        }
      }
      assertThat(JournalFiles.rollFiles(directory)).hasSizeGreaterThan(15);
    }
  }

  @Test
  void shouldKeepTheOrderWhenTheWallClockGoesBack() {
    nowMs[0] = 100 * HOUR_MS;
    try (JournalWriter writer = JournalWriter.startAnew(hourly())) {
      Samples.appendNumbered(writer, 0, 5);
      nowMs[0] -= 10 * HOUR_MS;
      Samples.appendNumbered(writer, 5, 10);
    }
    nowMs[0] -= 10 * HOUR_MS;
    try (JournalWriter writer = JournalWriter.open(hourly())) {
      assertThat(writer.records()).isEqualTo(10);
      Samples.appendNumbered(writer, 10, 15);
    }
    assertThat(readAll()).isEqualTo(15);
    assertThat(JournalFiles.rollFiles(directory)).hasSize(1);
  }

  @Test
  void shouldReleaseDeletedFilesAndLeaveThoseThatAreRead() throws IOException {
    try (JournalWriter writer = JournalWriter.startAnew(hourly())) {
      writeHours(writer, 0, 3);
      JournalReader backfill = JournalReader.open(directory);
      backfill.next();
      // The oldest file is open in the backfill, so nothing may go.
      assertThat(writer.deleteAllBut(2)).isZero();
      writeHours(writer, 3, 6);
      assertThat(writer.deleteAllBut(2)).isZero();
      assertThat(Samples.readNumbered(backfill, 1)).isEqualTo(60);
      // Chronicle closes files that were read through on a thread of its own.
      BackgroundResourceReleaser.releasePendingResources();
      assertThat(openRollFiles()).hasSizeLessThanOrEqualTo(4);

      assertThat(writer.deleteAllBut(2)).isEqualTo(4);
      writeHours(writer, 6, 7);
      assertThat(Samples.readNumbered(backfill, 60)).isEqualTo(70);
      assertOldestIs(40, 70);
      JournalPosition deleted = new JournalPosition(writer.end().journal(), 39);
      assertThatThrownBy(() -> moveFresh(deleted))
          .hasMessageContaining("it was deleted; the oldest record is 40");
      backfill.close();
    }
    assertThat(openRollFiles()).isEmpty();
    try (JournalWriter writer = JournalWriter.open(hourly())) {
      assertThat(writer.records()).isEqualTo(70);
    }
    assertOldestIs(40, 70);
  }

  private void writeHours(JournalWriter writer, int from, int to) {
    for (int hour = from; hour < to; hour++) {
      nowMs[0] = hour * HOUR_MS;
      Samples.appendNumbered(writer, hour * 10L, hour * 10L + 10);
    }
  }

  private void assertOldestIs(long first, long end) {
    try (JournalReader reader = JournalReader.open(directory)) {
      assertThat(reader.position().record()).isEqualTo(first);
      assertThat(Samples.readNumbered(reader, first)).isEqualTo(end);
    }
  }

  private void moveFresh(JournalPosition position) {
    try (JournalReader reader = JournalReader.open(directory)) {
      reader.moveTo(position);
    }
  }

  private long readAll() {
    try (JournalReader reader = JournalReader.open(directory)) {
      return Samples.readNumbered(reader, 0);
    }
  }

  /** Roll files of any journal that this process has open, deleted ones too. */
  static List<String> openRollFiles() throws IOException {
    try (var descriptors = Files.list(Path.of("/proc/self/fd"))) {
      return descriptors.map(RollTest::target).filter(name -> name.contains(".cq4")).toList();
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return ""; // the descriptor that was used for listing
    }
  }
}
