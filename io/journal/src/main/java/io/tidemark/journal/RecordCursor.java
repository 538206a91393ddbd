package io.tidemark.journal;

import java.nio.file.Path;
import java.util.zip.CRC32C;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Walks the records of an open queue in order and checks each: CRC, version, number. Chronicle's
 * own index only serves as a guess where a record is, since a killed writer may leave it one
 * behind.
 */
final class RecordCursor implements AutoCloseable {
  /** Nothing more is there now. */
  static final int NONE = -1;

  /** The next record needs a larger block than the queue was opened with. */
  static final int TOO_LONG = -2;

  private static final long ANY = -1;

  private final Path directory;
  private final SingleChronicleQueue queue;
  private final RollCycle rollCycle;
  private final ExcerptTailer tailer;
  private final int maxLength;
  private final CRC32C crc = new CRC32C();
  private final UnsafeBuffer document = new UnsafeBuffer(0, 0);
  // Number that the next record must have, or ANY after a jump.
  private long expected;
  // Chronicle's index of the document that was read last.
  private long index;

  /**
   * @param first number of the first record in the queue
   */
  RecordCursor(Path directory, SingleChronicleQueue queue, int blockSize, long first) {
    this.directory = directory;
    this.queue = queue;
    this.rollCycle = queue.rollCycle();
    this.maxLength = Queues.maxRecordLength(blockSize);
    this.expected = first;
    this.tailer = Queues.tailer(directory, queue);
    // Each owner checks its thread itself, with a message that says whose it is.
    tailer.singleThreadedCheckDisabled(true);
  }

  /** Number of the next record to be read. */
  long expected() {
    return expected;
  }

  /** Chronicle's index of the record that was read last. */
  long index() {
    return index;
  }

  /**
   * Reads the next record.
   *
   * @return its length, {@link #NONE} or {@link #TOO_LONG}; with these two the cursor stays
   * @throws CorruptJournalException when it is damaged or not the one that must follow
   */
  int read(JournalRecord into) {
    try (DocumentContext context = tailer.readingDocument()) {
      if (!context.isPresent()) {
        return NONE;
      }
      index = context.index();
      Bytes<?> bytes = context.wire().bytes();
      long length = bytes.readRemaining();
      if (length > maxLength) {
        context.rollbackOnClose();
        return TOO_LONG;
      }
      document.wrap(bytes.addressForRead(bytes.readPosition(), (int) length), (int) length);
      into.ownBytes().putBytes(0, document, 0, (int) length);
      String wrong = whatIsWrong(into, (int) length);
      if (wrong != null) {
        context.rollbackOnClose();
        throw corrupt(wrong, null);
      }
      expected = into.number() + 1;
      return (int) length;
    } catch (JournalException e) {
      throw e;
    } catch (Exception | InternalError | AssertionError e) {
      throw corrupt("cannot be read: " + e, e);
    }
  }

  private String whatIsWrong(JournalRecord record, int length) {
    String wrong = RecordLayout.decode(record, length, crc);
    if (wrong == null && expected != ANY && record.number() != expected) {
      wrong = "is missing, found record " + record.number() + " in its place";
    }
    return wrong;
  }

  /**
   * Moves behind the record with this number, which is read on the way.
   *
   * @return whether it is there
   */
  boolean moveBehind(long number, JournalRecord scratch) {
    for (long cycle : Queues.cycles(queue).descendingSet()) {
      if (readFirstOf(cycle, scratch) && scratch.number() <= number) {
        return scratch.number() == number || moveWithin(cycle, number, scratch);
      }
    }
    return false;
  }

  private boolean moveWithin(long cycle, long number, JournalRecord scratch) {
    long guess = rollCycle.toIndex((int) cycle, number - scratch.number());
    if (readAt(guess, scratch) && scratch.number() == number) {
      return true;
    }
    boolean more = readFirstOf(cycle, scratch);
    while (more && scratch.number() < number) {
      more = read(scratch) >= 0;
    }
    return more;
  }

  /** Moves behind the last record; true when there is one, which is then in {@code scratch}. */
  boolean moveToEnd(JournalRecord scratch) {
    for (long cycle : Queues.cycles(queue).descendingSet()) {
      if (readFirstOf(cycle, scratch)) {
        long guess = Queues.lastIndex(directory, queue);
        boolean near = rollCycle.toCycle(guess) == cycle && readAt(guess, scratch);
        if (!near) {
          readFirstOf(cycle, scratch);
        }
        int length;
        do {
          length = read(scratch);
        } while (length >= 0);
        return true;
      }
    }
    return false;
  }

  /** Reads the first record of a roll file; false when it has none (its writer was killed). */
  boolean readFirstOf(long cycle, JournalRecord into) {
    return readAt(rollCycle.toIndex((int) cycle, 0), into);
  }

  private boolean readAt(long target, JournalRecord into) {
    expected = ANY;
    index = target;
    return moveTo(target)
        && read(into) >= 0
        && rollCycle.toCycle(index) == rollCycle.toCycle(target);
  }

  private boolean moveTo(long target) {
    try {
      return tailer.moveToIndex(target);
    } catch (Exception | InternalError | AssertionError e) {
      throw corrupt("cannot be found: " + e, e);
    }
  }

  private CorruptJournalException corrupt(String wrong, Throwable cause) {
    String which = expected == ANY ? "a record" : "record " + expected;
    return new CorruptJournalException(
        "journal "
            + directory
            + ": "
            + which
            + " (index 0x"
            + Long.toHexString(index)
            + ") "
            + wrong,
        expected,
        cause);
  }

  @Override
  public void close() {
    tailer.close();
  }
}
