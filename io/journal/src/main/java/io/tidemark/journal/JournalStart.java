package io.tidemark.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;

/**
 * What a writer starts with: the directory is owned, the queue open, and it is known how many
 * records there are.
 */
record JournalStart(DirectoryLock lock, JournalManifest manifest, AppendQueue queue, long records) {

  /** Goes on with the journal that is there, or makes one. */
  static JournalStart resume(JournalOptions options) {
    return start(options, false);
  }

  /** Deletes the journal that is there and makes one. */
  static JournalStart anew(JournalOptions options) {
    return start(options, true);
  }

  private static JournalStart start(JournalOptions options, boolean anew) {
    ChronicleFlags.require();
    Path directory = options.directory();
    JournalFiles.requireOurs(directory);
    Path made = createDirectory(directory);
    try {
      return start(options, anew, DirectoryLock.acquire(directory));
    } catch (Throwable e) {
      JournalFiles.takeBack(made, directory, e);
      throw e;
    }
  }

  private static JournalStart start(JournalOptions options, boolean anew, DirectoryLock lock) {
    Path directory = options.directory();
    try {
      // Again, now that nobody else can change it.
      JournalFiles.requireOurs(directory);
      JournalManifest manifest = anew ? null : loadManifest(directory);
      return manifest == null ? create(options, lock) : resume(options, lock, manifest);
    } catch (Throwable e) {
      lock.close();
      throw e;
    }
  }

  /** The manifest; null where no journal is, or making one was interrupted before any record. */
  private static JournalManifest loadManifest(Path directory) {
    JournalManifest manifest = JournalManifest.load(directory);
    if (manifest == null && !JournalFiles.rollFiles(directory).isEmpty()) {
      throw new JournalException(
          "journal "
              + directory
              + " has roll files, but no "
              + JournalFiles.MANIFEST
              + "; bring that back, or start anew");
    }
    return manifest;
  }

  /** Makes the directory where it is missing; gives the uppermost one that was made, or null. */
  private static Path createDirectory(Path directory) {
    try {
      Path made = null;
      for (Path at = directory.toAbsolutePath(); !Files.exists(at); at = at.getParent()) {
        made = at;
      }
      Files.createDirectories(directory);
      return made;
    } catch (IOException e) {
      throw new JournalException("journal " + directory + ": cannot make the directory: " + e, e);
    }
  }

  private static JournalStart create(JournalOptions options, DirectoryLock lock) {
    Path directory = options.directory();
    // Before what is there is deleted.
    requireRoom(options, options.blockSize());
    JournalFiles.clear(directory);
    JournalManifest manifest =
        new JournalManifest(
            new SecureRandom().nextLong(),
            options.blockSize(),
            options.rollCycle().toString(),
            0,
            0,
            options.attributes());
    AppendQueue queue = openQueue(options, manifest);
    return finish(lock, manifest, queue, 0, directory);
  }

  private static JournalStart resume(
      JournalOptions options, DirectoryLock lock, JournalManifest stored) {
    Path directory = options.directory();
    requireSame(options, stored);
    JournalFiles.requireWhole(directory);
    int blockSize = Math.max(stored.blockSize(), options.blockSize());
    JournalManifest manifest = stored.withBlockSize(blockSize);
    requireRoom(options, blockSize);
    AppendQueue queue = openQueue(options, manifest);
    try {
      long records = countRecords(directory, queue, manifest);
      return finish(lock, manifest.withEnd(records), queue, records, directory);
    } catch (Throwable e) {
      queue.close();
      throw e;
    }
  }

  private static JournalStart finish(
      DirectoryLock lock, JournalManifest manifest, AppendQueue queue, long records, Path where) {
    try {
      manifest.store(where);
      return new JournalStart(lock, manifest, queue, records);
    } catch (Throwable e) {
      queue.close();
      throw e;
    }
  }

  private static AppendQueue openQueue(JournalOptions options, JournalManifest manifest) {
    return new AppendQueue(
        options.directory(), manifest.blockSize(), options.rollCycle(), options.clockMs());
  }

  private static void requireRoom(JournalOptions options, int blockSize) {
    FreeSpaceGuard guard = options.spaceGuard(blockSize);
    if (!guard.admit(FreeSpaceGuard.STEP, 0)) {
      throw new JournalFullException(
          "journal "
              + options.directory()
              + " cannot be opened: less than "
              + guard.reserve()
              + " bytes are free on its disk");
    }
  }

  /** Finds the end; what a killed writer wrote after the last close is found too. */
  private static long countRecords(Path directory, AppendQueue queue, JournalManifest manifest) {
    JournalRecord last = new JournalRecord();
    long records = manifest.first();
    try (RecordCursor cursor =
        new RecordCursor(directory, queue.queue(), queue.blockSize(), records)) {
      if (cursor.moveToEnd(last)) {
        records = last.number() + 1;
        queue.lastIndex(cursor.index());
      }
    }
    if (records < manifest.end()) {
      throw new CorruptJournalException(
          "journal "
              + directory
              + " has lost records: "
              + manifest.end()
              + " were written, but it ends before record "
              + records,
          records,
          null);
    }
    return records;
  }

  private static void requireSame(JournalOptions options, JournalManifest stored) {
    String roll = options.rollCycle().toString();
    if (!roll.equals(stored.roll())) {
      throw new JournalException(
          "journal "
              + options.directory()
              + " was made with roll cycle "
              + stored.roll()
              + ", and is opened with "
              + roll
              + "; open it with what it was made with, or start anew");
    }
    Map<String, String> attributes = options.attributes();
    if (!attributes.isEmpty() && !attributes.equals(stored.attributes())) {
      throw new JournalException(
          "journal "
              + options.directory()
              + " was made with attributes "
              + stored.attributes()
              + ", and is opened with "
              + attributes);
    }
  }
}
