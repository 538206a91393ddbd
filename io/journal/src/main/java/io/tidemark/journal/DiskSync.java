package io.tidemark.journal;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Brings a journal's files to the disk. By the file system rather than by Chronicle's own sync,
 * which without its native part does nothing and only logs what the disk refuses.
 */
final class DiskSync {
  private final Path directory;
  // Name of the newest roll file at the last sync: that one and later ones may hold unsynced data.
  private String syncedUpTo = "";

  DiskSync(Path directory) {
    this.directory = directory;
  }

  void sync() {
    try {
      String newest = syncedUpTo;
      for (Path file : JournalFiles.rollFiles(directory)) {
        String name = file.getFileName().toString();
        if (name.compareTo(syncedUpTo) >= 0) {
          JournalFiles.force(file);
          newest = name;
        }
      }
      JournalFiles.force(directory.resolve(JournalFiles.TABLE));
      JournalFiles.force(directory);
      syncedUpTo = newest;
    } catch (IOException e) {
      throw new JournalException("journal " + directory + " cannot be synced: " + e, e);
    }
  }
}
