package io.tidemark.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Ownership of a directory by one writer, held through the operating system: it ends with the
 * process, however that ends, and knows nothing of process ids, so a restart in a container under
 * the same id starts at once.
 *
 * <p>POSIX gives up all of a process's locks on a file when any descriptor of that file is closed.
 * So within this JVM a set of held directories is asked first, and the lock file is opened only by
 * who will hold it.
 */
final class DirectoryLock implements AutoCloseable {
  private static final Set<Path> HELD = new HashSet<>();
  // Channels on lock files that code outside this class has locked in this JVM: see acquire.
  private static final List<FileChannel> NEVER_CLOSED = new ArrayList<>();

  private final Path directory;
  private final FileChannel channel;

  private DirectoryLock(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /**
   * Owns the directory, which must exist.
   *
   * @throws JournalException when another writer, in this process or another, owns it
   */
  static DirectoryLock acquire(Path directory) {
    synchronized (HELD) {
      try {
        Path real = directory.toRealPath();
        if (HELD.contains(real)) {
          throw inUse(directory, "in this process", null);
        }
        FileChannel channel = lock(directory, real.resolve(JournalFiles.LOCK));
        HELD.add(real);
        return new DirectoryLock(real, channel);
      } catch (IOException e) {
        throw new JournalException("journal " + directory + ": cannot lock it: " + e, e);
      }
    }
  }

  private static FileChannel lock(Path directory, Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    boolean keepOpen = false;
    try {
      if (channel.tryLock() == null) {
        throw inUse(directory, "in process " + Files.readString(file).strip(), null);
      }
      String holder = ProcessHandle.current().pid() + "\n";
      channel.truncate(0).write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.US_ASCII)));
      keepOpen = true;
      return channel;
    } catch (OverlappingFileLockException e) {
      // Another class loader's copy of this class holds it; closing would end that lock.
      keepOpen = true;
      NEVER_CLOSED.add(channel);
      throw inUse(directory, "in this process", e);
    } finally {
      if (!keepOpen) {
        channel.close();
      }
    }
  }

  private static JournalException inUse(Path directory, String where, Throwable cause) {
    return new JournalException(
        "journal " + directory + " is in use by another writer " + where, cause);
  }

  @Override
  public void close() {
    synchronized (HELD) {
      if (channel.isOpen()) {
        HELD.remove(directory);
        try {
          channel.close();
        } catch (IOException e) {
          throw new JournalException("journal " + directory + ": cannot unlock it: " + e, e);
        }
      }
    }
  }
}
