package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.journal.Samples.Expected;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final long SEED = 20_261_130;

  @TempDir Path directory;

  @Test
  void shouldReadBackRandomRecordsAfterManyReopenings() {
    Random random = new Random(SEED);
    List<Expected> expected = new ArrayList<>();
    for (int opening = 0; opening < 5; opening++) {
      try (JournalWriter writer = JournalWriter.open(Samples.options(directory))) {
        assertThat(writer.records()).isEqualTo(expected.size());
        for (int i = 0; i < 400; i++) {
          JournalRecord record = writer.record();
          expected.add(Samples.random(random, record, 2_000));
          assertThat(writer.append(record)).isTrue();
        }
      }
    }
    try (JournalReader reader = JournalReader.open(directory)) {
      for (int i = 0; i < expected.size(); i++) {
        assertThat(reader.next()).isTrue();
        assertThat(reader.record().number()).isEqualTo(i);
        assertThat(Expected.of(reader.record()))
            .as("seed %d, record %d", SEED, i)
            .isEqualTo(expected.get(i));
      }
      assertThat(reader.next()).isFalse();
    }
  }

  @Test
  void shouldReadWhileAWriterAppends() {
    try (JournalWriter writer = JournalWriter.startAnew(Samples.options(directory));
        JournalReader reader = JournalReader.open(directory)) {
      assertThat(reader.next()).isFalse();
      long read = 0;
      // Far enough to cross several blocks of the file.
      for (int round = 0; round < 400; round++) {
        Samples.appendNumbered(writer, round * 50L, round * 50L + 50);
        read = Samples.readNumbered(reader, read);
        assertThat(read).isEqualTo(writer.records());
      }
      assertThat(reader.position()).isEqualTo(writer.end());
    }
  }

  @Test
  void shouldGoOnInAnotherThreadThanTheOneThatOpenedIt() {
    try (JournalWriter writer = JournalWriter.startAnew(Samples.options(directory))) {
      Samples.appendNumbered(writer, 0, 10);
    }
    JournalWriter writer = JournalWriter.open(Samples.options(directory));
    JournalReader reader = JournalReader.open(directory);

    CompletableFuture.runAsync(() -> appendAndClose(writer), task -> runAndJoin(task)).join();

    assertThat(Samples.readNumbered(reader, 0)).isEqualTo(20);
    reader.close();
  }

  private static void appendAndClose(JournalWriter writer) {
    Samples.appendNumbered(writer, 10, 20);
    writer.close();
  }

  private static void runAndJoin(Runnable task) {
    Thread thread = new Thread(task, "side-output");
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldTakeALargerBlockForARecordThatNeedsIt() {
    try (JournalWriter writer = JournalWriter.startAnew(Samples.options(directory));
        JournalReader reader = JournalReader.open(directory)) {
      Samples.appendNumbered(writer, 0, 100);
      long read = Samples.readNumbered(reader, 0);

      int[] lengths = {300 << 10, 5, Samples.MIB, 8 * Samples.MIB, 0, 262_000};
      for (int i = 0; i < lengths.length; i++) {
        writer.append(Samples.numbered(writer.record(), 100 + i, lengths[i]));
        // One reader that was there before, and one that opens now.
        read = Samples.readNumbered(reader, read);
        assertThat(read).isEqualTo(101 + i);
        try (JournalReader fresh = JournalReader.open(directory)) {
          assertThat(Samples.readNumbered(fresh, 0)).isEqualTo(101 + i);
        }
      }
      Samples.appendNumbered(writer, 106, 3_000);
      assertThat(Samples.readNumbered(reader, read)).isEqualTo(3_000);
    }
    try (JournalWriter writer = JournalWriter.open(Samples.options(directory))) {
      assertThat(writer.records()).isEqualTo(3_000);
    }
  }

  @Test
  void shouldWriteRecordsAtEveryLengthAroundAQuarterOfABlock() {
    try (JournalWriter writer = JournalWriter.startAnew(Samples.options(directory))) {
      int quarter = Samples.MIB / 4;
      for (int i = 0; i < 60; i++) {
        writer.append(Samples.numbered(writer.record(), i, quarter - 240 + 4 * i));
      }
    }
    try (JournalReader reader = JournalReader.open(directory)) {
      assertThat(Samples.readNumbered(reader, 0)).isEqualTo(60);
    }
  }

  @Test
  void shouldRefuseARecordThatIsTooLongForAnyBlock() {
    try (JournalWriter writer = JournalWriter.startAnew(Samples.options(directory))) {
      byte[] huge = new byte[RecordLayout.MAX_LENGTH];
      JournalRecord record = writer.record().set(RecordField.EVENT, huge, 0, huge.length);

      assertThatThrownBy(() -> writer.append(record))
          .isInstanceOf(JournalException.class)
          .hasMessageStartingWith("journal " + directory + ": record 0 would be ")
          .hasMessageEndingWith("expected at most " + RecordLayout.MAX_LENGTH);

      Samples.appendNumbered(writer, 0, 3);
    }
    try (JournalReader reader = JournalReader.open(directory)) {
      assertThat(Samples.readNumbered(reader, 0)).isEqualTo(3);
    }
  }

  @Test
  void shouldTellReadersItsAttributes() {
    JournalOptions options =
        Samples.options(directory).attribute("format", "csv").attribute("columns", "ä,=#\n b");
    JournalWriter.startAnew(options).close();
    JournalWriter.open(Samples.options(directory)).close();

    try (JournalReader reader = JournalReader.open(directory)) {
      assertThat(reader.attributes()).containsEntry("columns", "ä,=#\n b").hasSize(2);
    }
    assertThatThrownBy(() -> JournalWriter.open(options.attribute("format", "jsonl")))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining(directory.toString())
        .hasMessageContaining("format=csv")
        .hasMessageContaining("format=jsonl");
  }

  @Test
  void shouldSyncAcrossRollFiles() {
    long[] nowMs = {0};
    try (JournalWriter writer =
        JournalWriter.startAnew(
            Samples.options(directory).rollEvery(RollEvery.HOUR).clockMs(() -> nowMs[0]))) {
      writer.sync();
      for (int hour = 0; hour < 3; hour++) {
        nowMs[0] = hour * 3_600_000L;
        Samples.appendNumbered(writer, hour * 10L, hour * 10L + 10);
        writer.sync();
      }
      assertThat(JournalFiles.rollFiles(directory)).hasSize(3);
    }
  }
}
