package io.tidemark.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A file that is written as {@code NAME.part} beside its place and takes its name when it is whole,
 * by one rename: whoever looks at NAME sees the old file or the new one, never half of it.
 */
final class PartFile implements OutputTarget {
  private final Path path;
  private final Path part;
  private final FileChannel channel;

  /** The directories that were made for it, the deepest first. */
  private final List<Path> made;

  private PartFile(Path path, Path part, FileChannel channel, List<Path> made) {
    this.path = path;
    this.part = part;
    this.channel = channel;
    this.made = made;
  }

  static PartFile open(Path path, String setting) throws UnusableFileException {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      // Also devices and pipes: the rename would put a file in their place.
      String what = Files.isDirectory(path) ? "is a directory" : "is not a regular file";
      throw new UnusableFileException(
          setting + ": " + path + " " + what + "; expected a file that can be replaced");
    }
    Path part = path.resolveSibling(path.getFileName() + ".part");
    List<Path> missing = missingDirectories(path);
    try {
      if (!missing.isEmpty()) {
        Files.createDirectories(missing.get(0));
      }
      FileChannel channel =
          FileChannel.open(
              part,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE);
      return new PartFile(path, part, channel, missing);
    } catch (IOException e) {
      UnusableFileException unusable =
          new UnusableFileException(
              setting + ": cannot make " + path + ": " + FileErrors.reason(e), e);
      try {
        deleteEmpty(missing);
      } catch (IOException alsoThis) {
        unusable.addSuppressed(alsoThis);
      }
      throw unusable;
    }
  }

  private static List<Path> missingDirectories(Path path) {
    List<Path> missing = new ArrayList<>();
    Path directory = path.toAbsolutePath().getParent();
    while (directory != null && Files.notExists(directory)) {
      missing.add(directory);
      directory = directory.getParent();
    }
    return missing;
  }

  /** Deletes directories up to the first one that something else is in. */
  private static void deleteEmpty(List<Path> directories) throws IOException {
    for (Path directory : directories) {
      try {
        Files.deleteIfExists(directory);
      } catch (DirectoryNotEmptyException e) {
        return;
      }
    }
  }

  @Override
  public String name() {
    return path.toString();
  }

  @Override
  public void write(byte[] bytes, int start, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, start, length);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  @Override
  public void commit() throws IOException {
    channel.force(true);
    channel.close();
    Files.move(part, path, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void abandon() throws IOException {
    channel.close();
  }

  @Override
  public void discard() throws IOException {
    channel.close();
    try {
      Files.delete(part);
    } catch (NoSuchFileException e) {
      // Someone was faster.
    }
    deleteEmpty(made);
  }
}
