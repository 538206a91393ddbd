package io.tidemark.cli.run;

import io.tidemark.cli.Main;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command in a JVM of its own. */
final class ChildJvm {
  private ChildJvm() {}

  /** The flags of this JVM that journals need, as the tests' configuration gives them. */
  static List<String> journalFlags() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("--add-") || flag.startsWith("-Dchronicle."))
        .toList();
  }

  static ProcessBuilder command(List<String> flags, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("JDK_JAVA_OPTIONS");
    return builder;
  }
}
