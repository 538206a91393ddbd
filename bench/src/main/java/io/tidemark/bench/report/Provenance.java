package io.tidemark.bench.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where figures come from. It travels as system properties of the forked JVMs, which JMH writes
 * into its JSON, whose format has no other place for it.
 */
final class Provenance {

  static final String MACHINE = "tidemark.bench.machine";
  static final String COMMIT = "tidemark.bench.commit";

  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  private Provenance() {}

  /** The properties as flags, to be given to each JVM. */
  static List<String> jvmArgs() {
    return List.of(
        "-D" + MACHINE + "=" + machine(),
        "-D" + COMMIT + "=" + System.getProperty(COMMIT, "unknown"));
  }

  private static String machine() {
    return Runtime.getRuntime().availableProcessors()
        + " x "
        + cpu()
        + ", "
        + System.getProperty("os.name")
        + " "
        + System.getProperty("os.version");
  }

  private static String cpu() {
    try (Stream<String> lines = Files.lines(CPU_INFO, StandardCharsets.UTF_8)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).trim())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException notLinux) {
      return System.getProperty("os.arch");
    }
  }
}
