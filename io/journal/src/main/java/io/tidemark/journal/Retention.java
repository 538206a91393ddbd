package io.tidemark.journal;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.util.FileUtil;

/** Deletes whole roll files, oldest first, and none that is still read. */
final class Retention {
  private final Path directory;
  private final SingleChronicleQueue queue;
  private final int blockSize;
  private final List<Path> files;

  Retention(Path directory, SingleChronicleQueue queue, int blockSize) {
    this.directory = directory;
    this.queue = queue;
    this.blockSize = blockSize;
    this.files = JournalFiles.rollFiles(directory);
  }

  /** How many of the oldest files may go; those after the first that is open are left. */
  int deletable(int keep) {
    Set<String> closed = closedFiles();
    int count = 0;
    while (count < files.size() - keep
        && closed.contains(files.get(count).getFileName().toString())) {
      count++;
    }
    return count;
  }

  private Set<String> closedFiles() {
    try {
      // The real path, since that is what the system reports of open files.
      File real = directory.toRealPath().toFile();
      return FileUtil.removableRollFileCandidates(real)
          .map(File::getName)
          .collect(Collectors.toCollection(HashSet::new));
    } catch (IOException e) {
      throw new JournalException("journal " + directory + " cannot be listed: " + e, e);
    }
  }

  /** Number of the first record that is left when so many files have gone. */
  long firstRecordAfter(int deleted) {
    long cycle = new ArrayList<>(Queues.cycles(queue)).get(deleted);
    JournalRecord record = new JournalRecord();
    try (RecordCursor cursor = new RecordCursor(directory, queue, blockSize, 0)) {
      if (!cursor.readFirstOf(cycle, record)) {
        throw new JournalException("journal " + directory + ": no record in " + files.get(deleted));
      }
    }
    return record.number();
  }

  void delete(int count) {
    try {
      for (Path file : files.subList(0, count)) {
        Files.delete(file);
      }
      queue.refreshDirectoryListing();
    } catch (IOException e) {
      throw new JournalException("journal " + directory + " cannot delete a file: " + e, e);
    }
  }
}
