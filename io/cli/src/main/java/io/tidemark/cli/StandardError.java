package io.tidemark.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether standard error is a terminal, which the JDK does not tell. */
final class StandardError {
  private static final Path LINUX_DESCRIPTOR = Path.of("/proc/self/fd/2");

  private StandardError() {}

  /** Whether somebody watches it. */
  static boolean isWatched() {
    if (System.console() == null) {
      return false;
    }
    if (!Files.exists(LINUX_DESCRIPTOR)) {
      return true;
    }
    try {
      String device = LINUX_DESCRIPTOR.toRealPath().toString();
      return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
    } catch (IOException e) {
      // A pipe: it has no path.
      return false;
    }
  }
}
