package io.tidemark.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
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

  /** Whether an earlier run left its unfinished file; it is kept until this one writes. */
  private final boolean leftOver;

  private boolean begun;

  private PartFile(Path path, Path part, FileChannel channel, List<Path> made, boolean leftOver) {
    this.path = path;
    this.part = part;
    this.channel = channel;
    this.made = made;
    this.leftOver = leftOver;
  }

  static PartFile open(Path path, String setting) throws UnusableFileException {
    Path part = path.resolveSibling(path.getFileName() + ".part");
    requireReplaceable(path, setting);
    // A link there would have this run write over what it leads to.
    requireReplaceable(part, setting, LinkOption.NOFOLLOW_LINKS);
    Path folder = path.toAbsolutePath().getParent();
    List<Path> missing = missingDirectories(folder);
    boolean leftOver = Files.exists(part);
    try {
      if (!Files.isDirectory(folder)) {
        Files.createDirectories(folder);
      }
      FileChannel channel =
          FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      return new PartFile(path, part, channel, missing, leftOver);
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

  /** Also devices and pipes are not: the rename would put a file in their place. */
  private static void requireReplaceable(Path path, String setting, LinkOption... options)
      throws UnusableFileException {
    if (Files.exists(path, options) && !Files.isRegularFile(path, options)) {
      String what = Files.isDirectory(path, options) ? "is a directory" : "is not a regular file";
      throw new UnusableFileException(
          setting + ": " + path + " " + what + "; expected a file that can be replaced");
    }
  }

  private static List<Path> missingDirectories(Path folder) {
    List<Path> missing = new ArrayList<>();
    Path directory = folder;
    // A link that leads nowhere is not missing: it is not ours to take away again.
    while (directory != null && Files.notExists(directory, LinkOption.NOFOLLOW_LINKS)) {
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
    begin();
    ByteBuffer buffer = ByteBuffer.wrap(bytes, start, length);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  private void begin() throws IOException {
    if (!begun) {
      channel.truncate(0);
      begun = true;
    }
  }

  @Override
  public void commit() throws IOException {
    begin();
    channel.force(true);
    channel.close();
    Files.move(part, path, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void abandon() throws IOException {
    begin();
    channel.close();
  }

  @Override
  public void discard() throws IOException {
    channel.close();
    if (!leftOver) {
      Files.deleteIfExists(part);
    }
    deleteEmpty(made);
  }
}
