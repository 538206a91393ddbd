package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A document left open with Chronicle's lock held under the id of a process that lives: what a
 * container finds that was killed and started again, since its process has the same id.
 */
class UnfinishedDocumentTest {
  private static final Duration REOPENED_WITHIN = Duration.ofSeconds(2);

  @TempDir Path directory;
  private final long[] nowMs = {0};

  @ParameterizedTest
  @ValueSource(longs = {0, 3_600_000, 90 * 3_600_000L})
  void shouldGoOnAtOnceAfterADeadWriterOfTheSameProcessId(long restartedLaterMs) {
    try (JournalWriter writer = JournalWriter.startAnew(options())) {
      Samples.appendNumbered(writer, 0, 20);
    }
    assertReads(20);
    SingleChronicleQueue abandoned = abandonDocument();
    nowMs[0] += restartedLaterMs;

    long start = System.nanoTime();
    assertReads(20);
    try (JournalWriter writer = JournalWriter.open(options())) {
      assertThat(writer.records()).isEqualTo(20);
      Samples.appendNumbered(writer, 20, 21);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(REOPENED_WITHIN);
      Samples.appendNumbered(writer, 21, 40);
      assertReads(40);
    }
    assertReads(40);
    abandoned.close();
  }

  @Test
  void shouldGoOnWithoutAnyRecordBefore() {
    JournalWriter.startAnew(options()).close();
    SingleChronicleQueue abandoned = abandonDocument();

    try (JournalWriter writer = JournalWriter.open(options())) {
      Samples.appendNumbered(writer, 0, 3);
    }
    assertReads(3);
    abandoned.close();
  }

  /** A roll file that was made, or made and given its length, but not written to. */
  @ParameterizedTest
  @ValueSource(longs = {0, Samples.MIB + Samples.MIB / 4})
  void shouldGoOnAfterAKillWhileARollFileWasMade(long length) throws IOException {
    try (JournalWriter writer = JournalWriter.startAnew(options())) {
      Samples.appendNumbered(writer, 0, 20);
    }
    try (RandomAccessFile raf =
        new RandomAccessFile(directory.resolve("19700101-01F.cq4").toFile(), "rw")) {
      raf.setLength(length);
    }
    assertReads(20);
    nowMs[0] = 3_600_000;

    long start = System.nanoTime();
    try (JournalWriter writer = JournalWriter.open(options())) {
      assertThat(writer.records()).isEqualTo(20);
      Samples.appendNumbered(writer, 20, 40);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(REOPENED_WITHIN);
      assertReads(40);
    }
    nowMs[0] = 7_200_000;
    try (JournalWriter writer = JournalWriter.open(options())) {
      assertThat(writer.records()).isEqualTo(40);
      Samples.appendNumbered(writer, 40, 60);
    }
    assertReads(60);
  }

  private void assertReads(long records) {
    try (JournalReader reader = JournalReader.open(directory)) {
      assertThat(Samples.readNumbered(reader, 0)).isEqualTo(records);
    }
  }

  private JournalOptions options() {
    return Samples.options(directory).rollEvery(RollEvery.HOUR).clockMs(() -> nowMs[0]);
  }

  private SingleChronicleQueue abandonDocument() {
    SingleChronicleQueue queue =
        SingleChronicleQueueBuilder.binary(directory)
            .blockSize(Samples.MIB)
            .rollCycle(RollCycles.FAST_HOURLY)
            .timeProvider(() -> nowMs[0])
            .build();
    ExcerptAppender appender = queue.createAppender();
    DocumentContext document = appender.writingDocument();
    document.wire().bytes().write(new byte[700]);
    return queue;
  }
}
