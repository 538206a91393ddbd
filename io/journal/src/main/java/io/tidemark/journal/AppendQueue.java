package io.tidemark.journal;

import java.nio.file.Path;
import java.util.NavigableSet;
import java.util.function.LongSupplier;
import net.openhft.chronicle.bytes.PointerBytesStore;
import net.openhft.chronicle.core.time.TimeProvider;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import org.agrona.DirectBuffer;

/** The queue as its one writer sees it. */
final class AppendQueue implements AutoCloseable {
  private final Path directory;
  private final RollCycle rollCycle;
  private final RollClock clock;
  private final PointerBytesStore bytes = new PointerBytesStore();
  private SingleChronicleQueue queue;
  private ExcerptAppender appender;
  private int blockSize;
  // Where the last record went; -1 before the first.
  private long lastIndex = -1;

  AppendQueue(Path directory, int blockSize, RollCycle rollCycle, LongSupplier clockMs) {
    this.directory = directory;
    this.rollCycle = rollCycle;
    this.clock = new RollClock(clockMs);
    open(blockSize);
  }

  int blockSize() {
    return blockSize;
  }

  SingleChronicleQueue queue() {
    return queue;
  }

  /** Opens the queue again with a larger block; the roll files stay as they are. */
  void reopen(int largerBlockSize) {
    close();
    open(largerBlockSize);
  }

  private void open(int size) {
    blockSize = size;
    clock.advance();
    queue = Queues.openToWrite(directory, size, rollCycle, clock);
    NavigableSet<Long> cycles = Queues.cycles(queue);
    if (!cycles.isEmpty()) {
      clock.notBefore(queue.epoch() + cycles.last() * rollCycle.lengthInMillis());
    }
    try {
      appender = Queues.appender(directory, queue);
    } catch (JournalException e) {
      Queues.close(queue);
      throw e;
    }
    // JournalWriter checks the thread itself, with a message that says whose it is.
    appender.singleThreadedCheckDisabled(true);
  }

  /** Reads the clock, once for each append: milliseconds that never go back. */
  long advanceClock() {
    return clock.advance();
  }

  /** Whether the roll file that the next record goes to has no room in its index. */
  boolean rollFileIsFull() {
    return lastIndex >= 0
        && rollCycle.toSequenceNumber(lastIndex) + 1 >= rollCycle.maxMessagesPerCycle()
        && rollCycle.toCycle(lastIndex) == queue.cycle();
  }

  void lastIndex(long index) {
    lastIndex = index;
  }

  void append(DirectBuffer record, int length) {
    bytes.set(record.addressOffset(), length);
    appender.writeBytes(bytes);
    lastIndex = appender.lastIndexAppended();
  }

  @Override
  public void close() {
    appender.close();
    Queues.close(queue);
  }

  /**
   * Wall clock that never goes back, since a record must not land in a roll file before the last
   * one, and that moves only when it is told to: Chronicle asks for the time several times a
   * record.
   */
  private static final class RollClock implements TimeProvider {
    private final LongSupplier clockMs;
    private long latestMs = Long.MIN_VALUE;

    RollClock(LongSupplier clockMs) {
      this.clockMs = clockMs;
    }

    long advance() {
      notBefore(clockMs.getAsLong());
      return latestMs;
    }

    void notBefore(long ms) {
      latestMs = Math.max(latestMs, ms);
    }

    @Override
    public long currentTimeMillis() {
      return latestMs;
    }
  }
}
