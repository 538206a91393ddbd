package io.tidemark.journal;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another JVM on the same class path. */
final class ChildJvm {
  private ChildJvm() {}

  /** The flags of this JVM that the journal needs, as the tests' configuration gives them. */
  static List<String> journalFlags() {
    List<String> flags = new ArrayList<>(quietFlags());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("--add-") || flag.startsWith("-Dchronicle."))
        .forEach(flags::add);
    return flags;
  }

  /** Against the warnings of later JVMs, which no code can turn off. */
  static List<String> quietFlags() {
    String nativeAccess = "--enable-native-access=ALL-UNNAMED";
    return Runtime.version().feature() < 24
        ? List.of(nativeAccess)
        : List.of(nativeAccess, "--sun-misc-unsafe-memory-access=allow");
  }

  static ProcessBuilder command(List<String> flags, Class<?> main, Object... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+UseSerialGC");
    command.addAll(flags);
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(main.getName());
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("JDK_JAVA_OPTIONS");
    return builder;
  }

  /** Runs to the end; what it printed on both streams. */
  static String run(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.redirectErrorStream(true).start();
    try (InputStream out = process.getInputStream()) {
      String text = new String(out.readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      return text;
    }
  }
}
