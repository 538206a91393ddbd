package io.tidemark.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Which files a journal's directory holds, and care that nothing else is touched. */
final class JournalFiles {
  static final String LOCK = "tidemark.lock";
  static final String MANIFEST = "journal.properties";
  static final String MANIFEST_PART = MANIFEST + ".part";
  static final String TABLE = "metadata.cq4t";
  static final String ROLL_SUFFIX = ".cq4";
  private static final long ROLL_FILE_UNIT = JournalOptions.MIN_BLOCK_SIZE / 4;
  private static final long SHORTEST_ROLL_FILE = 5 * ROLL_FILE_UNIT;

  private JournalFiles() {}

  /**
   * Makes sure that the directory is missing, empty, or a journal's. Writes nothing.
   *
   * @throws JournalException naming the directory and the entry that is not a journal's
   */
  static void requireOurs(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    List<Path> entries = list(directory);
    boolean marked = false;
    for (Path entry : entries) {
      marked |= entry.getFileName().toString().equals(LOCK);
    }
    for (Path entry : entries) {
      if (!marked || !isOurs(entry)) {
        throw new JournalException(
            "journal "
                + directory
                + " holds '"
                + entry.getFileName()
                + "', which is no part of a journal; expected a journal, or a directory that is"
                + " empty or missing");
      }
    }
  }

  private static boolean isOurs(Path entry) {
    String name = entry.getFileName().toString();
    boolean known =
        name.equals(LOCK)
            || name.equals(MANIFEST)
            || name.equals(MANIFEST_PART)
            || name.equals(TABLE)
            || name.endsWith(ROLL_SUFFIX);
    return known && Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS);
  }

  /** Deletes all but the lock file, the manifest first: without it there is no journal. */
  static void clear(Path directory) {
    try {
      Files.deleteIfExists(directory.resolve(MANIFEST));
      for (Path entry : list(directory)) {
        if (!entry.getFileName().toString().equals(LOCK)) {
          Files.delete(entry);
        }
      }
    } catch (IOException e) {
      throw new JournalException("journal " + directory + ": cannot delete what it held: " + e, e);
    }
  }

  /**
   * Deletes a directory that was made for a journal that could not be opened, and those above it.
   *
   * @param made the uppermost one that was made, or null for none
   * @param cause gets what goes wrong here
   */
  static void takeBack(Path made, Path directory, Throwable cause) {
    if (made == null) {
      return;
    }
    try {
      for (Path entry : list(directory)) {
        Files.delete(entry);
      }
      Path above = made.getParent();
      for (Path at = directory.toAbsolutePath(); !at.equals(above); at = at.getParent()) {
        Files.delete(at);
      }
    } catch (IOException | JournalException e) {
      cause.addSuppressed(e);
    }
  }

  /** The roll files, oldest first: their names are their dates. */
  static List<Path> rollFiles(Path directory) {
    List<Path> files = list(directory);
    files.removeIf(file -> !file.getFileName().toString().endsWith(ROLL_SUFFIX));
    Collections.sort(files);
    return files;
  }

  /**
   * Makes sure that no roll file was cut off, as by a copy that was interrupted: reading where a
   * file has no bytes is a fault that the JVM tells late and anywhere. Chronicle makes files as
   * long as some blocks and a quarter of one.
   *
   * @throws CorruptJournalException naming the file
   */
  static void requireWhole(Path directory) {
    List<Path> files = rollFiles(directory);
    for (Path file : files) {
      long length = length(file);
      boolean last = file.equals(files.get(files.size() - 1));
      boolean justMade = length == 0 && last;
      if (!justMade && (length < SHORTEST_ROLL_FILE || length % ROLL_FILE_UNIT != 0)) {
        throw new CorruptJournalException(
            "journal "
                + directory
                + ": roll file "
                + file.getFileName()
                + " was cut off: it is "
                + length
                + " bytes long, expected a multiple of "
                + ROLL_FILE_UNIT,
            -1,
            null);
      }
    }
  }

  private static long length(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new JournalException("cannot look at " + file + ": " + e, e);
    }
  }

  /** Waits until the file's (or the directory's) content is on the disk. */
  static void force(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static List<Path> list(Path directory) {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(entries::add);
    } catch (NotDirectoryException e) {
      throw new JournalException("journal " + directory + " is a file, expected a directory", e);
    } catch (IOException e) {
      throw new JournalException("journal " + directory + ": cannot list it: " + e, e);
    }
    return entries;
  }
}
