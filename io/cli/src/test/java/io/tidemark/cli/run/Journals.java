package io.tidemark.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Journals as the command shows them. */
final class Journals {
  private Journals() {}

  /** The records as lines of CSV, without the header. */
  static List<String> printed(Path directory) {
    Command command = Command.run("journal", "print", "--format", "csv", directory.toString());
    assertThat(command.err()).isEmpty();
    assertThat(command.status()).isZero();
    return command.out().lines().skip(1).toList();
  }

  /** Every file of the directory: content and time of the last change. */
  static Map<String, String> state(Path directory) throws IOException {
    Map<String, String> state = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        FileTime changed = Files.getLastModifiedTime(file);
        int content = Arrays.hashCode(Files.readAllBytes(file));
        state.put(file.getFileName().toString(), changed + " " + content);
      }
    }
    state.put(".", Files.getLastModifiedTime(directory).toString());
    return state;
  }
}
