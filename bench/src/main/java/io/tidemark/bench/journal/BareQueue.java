package io.tidemark.bench.journal;

import io.tidemark.journal.JournalOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;

/**
 * The yardstick: a Chronicle queue with the journal's block size and roll cycle, and nothing around
 * it: no checksum, no record's number, no look at the free space of the disk.
 */
final class BareQueue {
  private BareQueue() {}

  static SingleChronicleQueue open(Path directory, boolean readOnly) {
    return SingleChronicleQueueBuilder.binary(directory)
        .blockSize(JournalOptions.DEFAULT_BLOCK_SIZE)
        .rollCycle(RollCycles.FAST_DAILY)
        .readOnly(readOnly)
        .build();
  }

  /** Appends so many of these, again and again. */
  static void append(ExcerptAppender appender, List<Bytes<?>> records, int count) {
    for (int i = 0; i < count; i++) {
      Bytes<?> record = records.get(i & (Records.DISTINCT - 1));
      record.readPosition(0);
      appender.writeBytes(record);
    }
  }

  /**
   * Copies each record out of the queue, as a journal's reader does; returns how many there are.
   */
  static long replay(ExcerptTailer tailer, Bytes<?> into) {
    long count = 0;
    while (tailer.readBytes(into.clear())) {
      count++;
    }
    return count;
  }

  /** Removes a directory and all that is in it. */
  static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
