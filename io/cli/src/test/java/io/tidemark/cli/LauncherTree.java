package io.tidemark.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A copy of the launcher in a source tree of empty files, and an environment of its own to run it
 * in.
 */
final class LauncherTree {
  private static final List<String> TOOLS =
      List.of(
          "cat",
          "dirname",
          "find",
          "flock",
          "mkdir",
          "mv",
          "perl",
          "readlink",
          "rm",
          "sed",
          "sleep");

  private final Path root;
  private final Path java17;
  private final Map<String, String> environment = new TreeMap<>();
  private final List<Path> path = new ArrayList<>();
  private Path command;
  private Path workingDirectory;
  private String input = "";

  private LauncherTree(Path root) throws IOException {
    this.root = root;
    this.command = home().resolve("tidemark");
    this.workingDirectory = root;
    this.java17 = jdk("jdk-17", "17.0.15");
    path.add(tools());
    path.add(fakeMaven());
    javaHome(java17);
  }

  static LauncherTree in(Path root) throws IOException {
    LauncherTree tree = new LauncherTree(Files.createDirectories(root).toRealPath());
    for (String file :
        List.of(
            "pom.xml",
            ".mvn/jvm.config",
            "conf/jvm.args",
            "engine/pom.xml",
            "engine/src/main/java/Engine.java",
            "engine/src/test/java/EngineTest.java",
            "io/files/pom.xml",
            "io/files/src/main/java/Files.java",
            "io/cli/src/main/resources/help.txt",
            "bench/src/main/java/Bench.java")) {
      tree.write(file, "");
    }
    tree.write(
        "io/cli/pom.xml",
        """
        <artifactId>tidemark</artifactId>
        <artifactId>tidemark-cli</artifactId>
          <artifactId>tidemark-engine</artifactId>
          <artifactId>tidemark-files</artifactId>
        """);
    // Surefire runs in the module's folder.
    Path launcher = Path.of("../../tidemark");
    Files.copy(launcher, tree.home().resolve("tidemark"), StandardCopyOption.COPY_ATTRIBUTES);
    return tree;
  }

  Path home() {
    return root.resolve("home");
  }

  Path java17() {
    return java17;
  }

  /**
   * A Java home whose java says how it was called: its home, folder, standard input and arguments.
   */
  Path jdk(String name, String version) throws IOException {
    Path home = root.resolve(name);
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    script(home.resolve("bin/javac"), "");
    script(
        home.resolve("bin/java"),
        """
        printf 'java of %s\\n' "${0%/bin/java}"
        printf 'in %s\\n' "$(pwd -P)"
        printf 'locale %s\\n' "${LC_ALL:-}"
        while IFS= read -r line; do printf 'read %s\\n' "$line"; done
        for argument; do printf '[%s]\\n' "$argument"; done
        exit "${JAVA_STATUS:-0}"
        """);
    return home;
  }

  /** The calls of Maven so far: Java home and arguments. */
  List<String> builds() throws IOException {
    Path calls = root.resolve("maven-calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  /** A system whose locale, as it is set, has this set of characters. */
  LauncherTree charmap(String name) throws IOException {
    script(tools().resolve("locale"), "echo '" + name + "'\n");
    return this;
  }

  LauncherTree withoutJava() {
    environment.remove("JAVA_HOME");
    return this;
  }

  LauncherTree withoutMaven() {
    path.remove(root.resolve("maven"));
    return this;
  }

  LauncherTree javaHome(Path javaHome) {
    return environment("JAVA_HOME", javaHome.toString());
  }

  LauncherTree javaOnPath(Path javaHome) {
    path.add(javaHome.resolve("bin"));
    return this;
  }

  LauncherTree javaStatus(int status) {
    return environment("JAVA_STATUS", Integer.toString(status));
  }

  LauncherTree mavenStatus(int status) {
    return environment("MAVEN_STATUS", Integer.toString(status));
  }

  /** Maven ends when the returned file is there, or after some ten seconds. */
  Path mavenWaitsFor(String file) {
    Path awaited = root.resolve(file);
    environment("MAVEN_WAITS_FOR", awaited.toString());
    return awaited;
  }

  LauncherTree environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  LauncherTree command(Path launcher) {
    command = launcher;
    return this;
  }

  LauncherTree workingDirectory(Path directory) {
    workingDirectory = directory;
    return this;
  }

  LauncherTree input(String text) {
    input = text;
    return this;
  }

  Run run(String... arguments) throws Exception {
    return start(arguments).end();
  }

  Started start(String... arguments) throws IOException {
    List<String> call = new ArrayList<>(List.of(command.toString()));
    call.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(call).directory(workingDirectory.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().put("ROOT", root.toString());
    builder
        .environment()
        .put("PATH", String.join(File.pathSeparator, path.stream().map(Path::toString).toList()));
    Process process = builder.start();
    try (OutputStream stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(UTF_8));
    }
    return new Started(process, process.errorReader(UTF_8), new StringBuilder());
  }

  /** What a launcher that has ended left behind. */
  record Run(int status, String out, String err) {}

  /** A launcher that runs. */
  record Started(Process process, BufferedReader errors, StringBuilder err) {

    void awaitErr(String text) throws IOException {
      while (err.indexOf(text) < 0) {
        String line = errors.readLine();
        if (line == null) {
          throw new AssertionError("ended without saying '" + text + "', but: " + err);
        }
        err.append(line).append('\n');
      }
    }

    Run end() throws Exception {
      String out = new String(process.getInputStream().readAllBytes(), UTF_8);
      errors.lines().forEach(line -> err.append(line).append('\n'));
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("still running after 30 s, having said: " + err);
      }
      return new Run(process.exitValue(), out, err.toString());
    }
  }

  private Path tools() throws IOException {
    Path tools = Files.createDirectories(root.resolve("tools"));
    for (String tool : TOOLS) {
      for (String folder : System.getenv("PATH").split(File.pathSeparator)) {
        Path found = Path.of(folder, tool);
        if (Files.isExecutable(found) && Files.notExists(tools.resolve(tool))) {
          script(tools.resolve(tool), "exec '" + found + "' \"$@\"\n");
        }
      }
    }
    return tools;
  }

  private Path fakeMaven() throws IOException {
    Path maven = Files.createDirectories(root.resolve("maven"));
    script(
        maven.resolve("mvn"),
        """
        printf '%s: %s\\n' "$JAVA_HOME" "$*" >>"$ROOT/maven-calls"
        echo "Maven speaks"
        cat >>"$ROOT/maven-calls"
        polls=0
        while [ -n "${MAVEN_WAITS_FOR:-}" ] && [ ! -e "$MAVEN_WAITS_FOR" ] && [ $polls -lt 500 ]; do
          sleep 0.02
          polls=$((polls + 1))
        done
        : >io/cli/target/quick/tidemark-cli.jar
        exit "${MAVEN_STATUS:-0}"
        """);
    return maven;
  }

  private void write(String file, String text) throws IOException {
    Path target = home().resolve(file);
    Files.createDirectories(target.getParent());
    Files.writeString(target, text);
  }

  private static void script(Path file, String body) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + body);
    if (!file.toFile().setExecutable(true)) {
      throw new IOException("cannot make executable: " + file);
    }
  }
}
