package io.tidemark.journal;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.NavigableSet;
import java.util.TreeSet;
import net.openhft.chronicle.core.io.BackgroundResourceReleaser;
import net.openhft.chronicle.core.time.TimeProvider;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.TableStore;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.impl.table.AbstractTSQueueLock;
import net.openhft.chronicle.queue.impl.table.Metadata;
import net.openhft.chronicle.queue.impl.table.SingleTableBuilder;

/**
 * Opens Chronicle's queues the way the journal needs them.
 *
 * <p>On damaged files Chronicle throws any exception, checked ones undeclared, and AssertionError;
 * a fault in mapped memory becomes InternalError. All of them become one that names the journal.
 */
final class Queues {
  // How long Chronicle waits for a document that a killed writer left open. We hold the directory's
  // lock, so nobody else can be writing it.
  private static final long TIMEOUT_MS = 200;
  private static final int SLACK = 64;

  private Queues() {}

  /** The longest record that a block of this size holds: Chronicle maps a quarter more. */
  static int maxRecordLength(int blockSize) {
    return blockSize / 4 - SLACK;
  }

  /** The smallest block that holds such a record. */
  static int blockSizeFor(long recordLength) {
    return Integer.highestOneBit(Math.toIntExact(4 * (recordLength + SLACK) - 1)) << 1;
  }

  static SingleChronicleQueue openToWrite(
      Path directory, int blockSize, RollCycle rollCycle, TimeProvider clock) {
    try {
      if (Files.exists(directory.resolve(JournalFiles.TABLE))) {
        unlock(directory);
      }
      return builder(directory, blockSize, rollCycle).timeProvider(clock).build();
    } catch (Exception | InternalError | AssertionError e) {
      throw cannotOpen(directory, e);
    }
  }

  /** Files are opened read-only: what this queue maps cannot be written. */
  static SingleChronicleQueue openToRead(Path directory, int blockSize, RollCycle rollCycle) {
    try {
      return builder(directory, blockSize, rollCycle).readOnly(true).build();
    } catch (Exception | InternalError | AssertionError e) {
      throw cannotOpen(directory, e);
    }
  }

  static ExcerptAppender appender(Path directory, SingleChronicleQueue queue) {
    try {
      return queue.createAppender();
    } catch (Exception | InternalError | AssertionError e) {
      throw cannotOpen(directory, e);
    }
  }

  static ExcerptTailer tailer(Path directory, SingleChronicleQueue queue) {
    try {
      return queue.createTailer();
    } catch (Exception | InternalError | AssertionError e) {
      throw cannotOpen(directory, e);
    }
  }

  /** Where Chronicle believes the last record to be. */
  static long lastIndex(Path directory, SingleChronicleQueue queue) {
    try {
      return queue.lastIndex();
    } catch (Exception | InternalError | AssertionError e) {
      throw cannotOpen(directory, e);
    }
  }

  private static JournalException cannotOpen(Path directory, Throwable cause) {
    return new JournalException("journal " + directory + " cannot be opened: " + cause, cause);
  }

  private static SingleChronicleQueueBuilder builder(
      Path directory, int blockSize, RollCycle rollCycle) {
    return SingleChronicleQueueBuilder.binary(directory)
        .blockSize(blockSize)
        .rollCycle(rollCycle)
        .timeoutMS(TIMEOUT_MS);
  }

  /**
   * Frees Chronicle's write lock, which holds the id of a process. Chronicle itself does so only
   * when no process of that id is alive, which in a restarted container is our own. The caller owns
   * the directory.
   */
  private static void unlock(Path directory) {
    SingleChronicleQueueBuilder.addAliases();
    TableStore<Metadata.NoMeta> table =
        SingleTableBuilder.binary(directory.resolve(JournalFiles.TABLE), Metadata.NoMeta.INSTANCE)
            .build();
    try {
      table.doWithExclusiveLock(
          store -> {
            free(store, "chronicle.write.lock");
            free(store, "chronicle.append.lock");
            return null;
          });
    } finally {
      table.close();
    }
  }

  private static void free(TableStore<?> store, String lock) {
    try (LongValue holder = store.acquireValueFor(lock, AbstractTSQueueLock.UNLOCKED)) {
      holder.setOrderedValue(AbstractTSQueueLock.UNLOCKED);
    }
  }

  /** The roll cycles for which there is a file. */
  static NavigableSet<Long> cycles(SingleChronicleQueue queue) {
    int first = queue.firstCycle();
    return first == Integer.MAX_VALUE
        ? Collections.emptyNavigableSet()
        : new TreeSet<>(queue.listCyclesBetween(first, queue.lastCycle()));
  }

  /** Closes the queue and waits until its files are closed and unmapped. */
  static void close(SingleChronicleQueue queue) {
    queue.close();
    BackgroundResourceReleaser.releasePendingResources();
  }
}
