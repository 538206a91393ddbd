package io.tidemark.journal;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import net.openhft.chronicle.queue.RollCycle;

/** How a journal is written. Immutable: every wither gives a new one. */
public final class JournalOptions {
  public static final int MIN_BLOCK_SIZE = 1 << 20;
  public static final int MAX_BLOCK_SIZE = 1 << 29;
  public static final int DEFAULT_BLOCK_SIZE = 16 << 20;

  private final Path directory;
  private int blockSize = DEFAULT_BLOCK_SIZE;
  private long minFreeBytes;
  private WhenFull whenFull = WhenFull.FAIL;
  private RollEvery rollEvery = RollEvery.DAY;
  private Map<String, String> attributes = Map.of();
  // For tests: null means the real one.
  private RollCycle rollCycle;
  private LongSupplier clockMs = System::currentTimeMillis;
  private LongSupplier usableBytes;

  private JournalOptions(Path directory) {
    this.directory = Objects.requireNonNull(directory, "directory");
    this.usableBytes = directory.toFile()::getUsableSpace;
  }

  private JournalOptions(JournalOptions other) {
    directory = other.directory;
    blockSize = other.blockSize;
    minFreeBytes = other.minFreeBytes;
    whenFull = other.whenFull;
    rollEvery = other.rollEvery;
    attributes = other.attributes;
    rollCycle = other.rollCycle;
    clockMs = other.clockMs;
    usableBytes = other.usableBytes;
  }

  /**
   * A journal in this directory: 16 MiB blocks, a file a day, an append that finds no room fails.
   */
  public static JournalOptions in(Path directory) {
    return new JournalOptions(directory);
  }

  /**
   * How much is mapped at a time. The files are sparse: a block costs address space, not disk. A
   * record larger than a quarter of it makes the block larger.
   *
   * @param bytes a power of two from 1 MiB to 512 MiB
   */
  public JournalOptions blockSize(int bytes) {
    if (bytes < MIN_BLOCK_SIZE || bytes > MAX_BLOCK_SIZE || Integer.bitCount(bytes) != 1) {
      throw new IllegalArgumentException(
          "blockSize is " + bytes + ", expected a power of two from 1 MiB to 512 MiB");
    }
    JournalOptions copy = new JournalOptions(this);
    copy.blockSize = bytes;
    return copy;
  }

  /** Bytes of the file system that stay free; at least (and by default) two blocks. */
  public JournalOptions minFreeBytes(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("minFreeBytes is " + bytes + ", expected 0 or more");
    }
    JournalOptions copy = new JournalOptions(this);
    copy.minFreeBytes = bytes;
    return copy;
  }

  /** What an append does that finds no room. */
  public JournalOptions whenFull(WhenFull policy) {
    JournalOptions copy = new JournalOptions(this);
    copy.whenFull = Objects.requireNonNull(policy, "whenFull");
    return copy;
  }

  /** When a new file begins; a journal keeps what it was made with. */
  public JournalOptions rollEvery(RollEvery period) {
    JournalOptions copy = new JournalOptions(this);
    copy.rollEvery = Objects.requireNonNull(period, "rollEvery");
    return copy;
  }

  /** What readers are told: the format of the events, their columns; a journal keeps them. */
  public JournalOptions attribute(String name, String value) {
    Map<String, String> more = new TreeMap<>(attributes);
    more.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
    JournalOptions copy = new JournalOptions(this);
    copy.attributes = Map.copyOf(more);
    return copy;
  }

  JournalOptions rollCycle(RollCycle value) {
    JournalOptions copy = new JournalOptions(this);
    copy.rollCycle = value;
    return copy;
  }

  JournalOptions clockMs(LongSupplier value) {
    JournalOptions copy = new JournalOptions(this);
    copy.clockMs = value;
    return copy;
  }

  JournalOptions usableBytes(LongSupplier value) {
    JournalOptions copy = new JournalOptions(this);
    copy.usableBytes = value;
    return copy;
  }

  Path directory() {
    return directory;
  }

  int blockSize() {
    return blockSize;
  }

  WhenFull whenFull() {
    return whenFull;
  }

  Map<String, String> attributes() {
    return attributes;
  }

  LongSupplier clockMs() {
    return clockMs;
  }

  RollCycle rollCycle() {
    return rollCycle != null ? rollCycle : Rolls.of(rollEvery);
  }

  FreeSpaceGuard spaceGuard(int actualBlockSize) {
    return new FreeSpaceGuard(usableBytes, Math.max(minFreeBytes, 2L * actualBlockSize));
  }
}
