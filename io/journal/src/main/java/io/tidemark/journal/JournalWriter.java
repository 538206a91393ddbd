package io.tidemark.journal;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import org.agrona.ExpandableDirectByteBuffer;

/**
 * Appends records to a journal. Belongs to the thread that first appends, syncs or closes; once
 * that has ended another may sync and close. Only {@link #records()} and {@link #refused()} may be
 * read from elsewhere. The directory is owned until {@link #close()}, or the end of the process.
 *
 * <p>An append of 170 bytes costs about 140 ns more than Chronicle Queue takes for the bytes (150
 * to 800 ns, most of that for new pages), rarely tens of milliseconds (a new roll file); nothing is
 * allocated once the buffers have grown. Records survive the death of the process as soon as the
 * append returns; to survive the loss of power they need {@link #sync()}.
 */
public final class JournalWriter implements AutoCloseable {
  // Chronicle's header of a record and its share of the index, generously.
  private static final int OVERHEAD = 32;

  private final Path directory;
  private final JournalOptions options;
  private final DirectoryLock lock;
  private final AppendQueue queue;
  private final DiskSync disk;
  private final Confinement confinement;
  private final JournalRecord record = new JournalRecord();
  private final ExpandableDirectByteBuffer encoded = new ExpandableDirectByteBuffer(1024);
  private final CRC32C crc = new CRC32C();
  private final AtomicLong records = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private JournalManifest manifest;
  private FreeSpaceGuard guard;
  private int maxLength;
  // The first throwable of an append: what it left behind is not known, so nothing may follow it.
  private Throwable failure;
  private boolean closed;

  private JournalWriter(JournalOptions options, JournalStart start) {
    this.options = options;
    this.directory = options.directory();
    this.confinement = new Confinement("writer of journal " + directory);
    this.lock = start.lock();
    this.queue = start.queue();
    this.disk = new DiskSync(directory);
    this.manifest = start.manifest();
    this.records.set(start.records());
    blockSize(start.queue().blockSize());
  }

  /**
   * Opens the journal in the directory to go on with it, or makes one.
   *
   * @throws JournalException when the directory holds anything else, is in use by another writer,
   *     was made with another roll period or other attributes, has lost records, or has no room; or
   *     when the JVM lacks flags
   */
  public static JournalWriter open(JournalOptions options) {
    return new JournalWriter(options, JournalStart.resume(options));
  }

  /**
   * Makes an empty journal in the directory; a journal that is there is deleted.
   *
   * @throws JournalException as {@link #open} does
   */
  public static JournalWriter startAnew(JournalOptions options) {
    return new JournalWriter(options, JournalStart.anew(options));
  }

  /**
   * Looks whether {@link #startAnew} may take this directory, and writes nothing.
   *
   * @throws JournalException when it holds anything but a journal
   */
  public static void requireJournalOrEmpty(Path directory) {
    JournalFiles.requireOurs(directory);
  }

  /** A record to fill and {@link #append(JournalRecord)}: always the same one, cleared. */
  public JournalRecord record() {
    return record.clear();
  }

  /**
   * Appends a record and gives it its number.
   *
   * @return false when there was no room for it and the policy is {@link WhenFull#DROP}
   * @throws JournalFullException when there was no room for it and the policy is {@link
   *     WhenFull#FAIL}
   * @throws JournalException when the record is longer than 64 MiB; or when writing fails, and the
   *     writer can then only be closed
   */
  public boolean append(JournalRecord filled) {
    confinement.check();
    requireUsable();
    try {
      return appendChecked(filled);
    } catch (InternalError | AssertionError e) {
      // InternalError is what a fault in mapped memory becomes, at any place from there on: the
      // disk
      // is full after all, though the guard saw room. AssertionError is Chronicle's.
      throw failed(e);
    }
  }

  private boolean appendChecked(JournalRecord filled) {
    long length = RecordLayout.encodedLength(filled);
    boolean fits = length <= maxLength || growFor(length);
    if (!fits || !guard.admit(length + OVERHEAD, queue.advanceClock())) {
      return refuse("less than " + guard.reserve() + " bytes are free on its disk");
    }
    if (queue.rollFileIsFull()) {
      return refuse("its roll file has no room for more records until it rolls");
    }
    write(filled, (int) length);
    return true;
  }

  private void write(JournalRecord filled, int length) {
    long number = records.getPlain();
    filled.number(number);
    RecordLayout.encode(filled, length, encoded, crc);
    try {
      queue.append(encoded, length);
    } catch (RuntimeException e) {
      throw failed(e);
    }
    records.lazySet(number + 1);
  }

  private boolean refuse(String why) {
    refused.lazySet(refused.getPlain() + 1);
    if (options.whenFull() == WhenFull.FAIL) {
      throw new JournalFullException("journal " + directory + " refuses records: " + why);
    }
    return false;
  }

  /** Takes a larger block for this record; false when there is no room for such blocks. */
  private boolean growFor(long length) {
    if (length > RecordLayout.MAX_LENGTH) {
      throw new JournalException(
          "journal "
              + directory
              + ": record "
              + records.getPlain()
              + " would be "
              + length
              + " bytes long, expected at most "
              + RecordLayout.MAX_LENGTH);
    }
    int larger = Queues.blockSizeFor(length);
    if (!options.spaceGuard(larger).admit(length, 0)) {
      return false;
    }
    try {
      // Readers find the size in the manifest when they meet a record that is too long for theirs.
      manifest = manifest.withBlockSize(larger);
      manifest.store(directory);
      queue.reopen(larger);
    } catch (RuntimeException e) {
      throw failed(e);
    }
    blockSize(larger);
    return true;
  }

  private void blockSize(int size) {
    guard = options.spaceGuard(size);
    maxLength = Queues.maxRecordLength(size);
  }

  private JournalException failed(Throwable e) {
    failure = e;
    return new JournalException(
        "journal " + directory + ": record " + records.getPlain() + " cannot be written: " + e, e);
  }

  private void requireUsable() {
    if (closed) {
      throw new IllegalStateException("journal " + directory + " is closed");
    }
    if (failure != null) {
      throw new JournalException("journal " + directory + " has failed: " + failure, failure);
    }
  }

  /**
   * Waits until all records are on the disk: some milliseconds. What is not synced survives the
   * death of the process, but not the loss of power.
   *
   * @throws JournalException when the disk reports an error
   */
  public void sync() {
    confinement.checkEnd();
    requireUsable();
    disk.sync();
  }

  /**
   * Deletes the oldest roll files, but for the newest {@code keep} and for those from the first on
   * that any process (whose open files this one may see) has open. Linux only; looks through /proc,
   * which takes up to a second on a machine with many processes.
   *
   * @return how many files were deleted
   */
  public int deleteAllBut(int keep) {
    confinement.check();
    requireUsable();
    if (keep < 1) {
      throw new IllegalArgumentException("keep is " + keep + ", expected at least 1");
    }
    Retention retention = new Retention(directory, queue.queue(), queue.blockSize());
    int deletable = retention.deletable(keep);
    if (deletable > 0) {
      // Before the files go: a reader that starts in between must not take the gap for damage.
      manifest = manifest.withFirst(retention.firstRecordAfter(deletable));
      manifest.store(directory);
      retention.delete(deletable);
    }
    return deletable;
  }

  /** How many records were ever appended: the number that the next one gets. Any thread. */
  public long records() {
    return records.get();
  }

  /** How many records found no room since the journal was opened. Any thread. */
  public long refused() {
    return refused.get();
  }

  /** Where a reader goes on that has read all there is now. */
  public JournalPosition end() {
    return new JournalPosition(manifest.id(), records.get());
  }

  public Path directory() {
    return directory;
  }

  /**
   * Closes and unmaps all files and gives up the directory. A thread other than the owner may close
   * only after the owner has ended.
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    confinement.checkEnd();
    closed = true;
    try (lock;
        queue) {
      manifest.withEnd(records.getPlain()).store(directory);
    }
  }
}
