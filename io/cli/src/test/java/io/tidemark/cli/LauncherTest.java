package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher in a tree of its own, with a Java and a Maven that only say how they were called.
 */
@Timeout(60)
class LauncherTest {
  @TempDir Path temp;
  private LauncherTree tree;

  @BeforeEach
  void plantTree() throws IOException {
    tree = LauncherTree.in(temp.resolve("a tree"));
  }

  @Test
  void shouldSayWhatIsMissingWhenThereIsNoJava() throws Exception {
    LauncherTree.Run run = tree.withoutJava().run("run", "job.yaml");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("JAVA_HOME: not set", "PATH: no java")
        .contains("expected: a JDK of version 17 or later, in JAVA_HOME or on PATH");
    assertThat(tree.builds()).isEmpty();
  }

  @Test
  void shouldNameAJavaThatIsTooOld() throws Exception {
    Path old = tree.jdk("jdk-11", "11.0.2");
    Path older = tree.jdk("jdk-8", "1.8.0_402");

    LauncherTree.Run run = tree.withoutJava().javaHome(old).javaOnPath(older).run();

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains("JAVA_HOME: " + old + " is Java 11")
        .contains("PATH: " + older + " is Java 8");
  }

  @Test
  void shouldNotBuildWithARuntime() throws Exception {
    Path runtime = tree.jdk("jre-17", "17.0.9");
    Files.delete(runtime.resolve("bin/javac"));

    LauncherTree.Run run = tree.withoutJava().javaHome(runtime).run();

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("JAVA_HOME: " + runtime + " has no bin/javac");
  }

  @Test
  void shouldTakeJavaFromThePathWhenJavaHomeIsTooOld() throws Exception {
    Path old = tree.jdk("jdk-11", "11.0.2");
    Path fit = tree.jdk("jdk-21", "21.0.1");

    LauncherTree.Run run = tree.withoutJava().javaHome(old).javaOnPath(fit).run();

    assertThat(run.status()).isZero();
    assertThat(run.out()).startsWith("java of " + fit + "\n");
    assertThat(tree.builds()).containsExactly(mavenCall(fit));
  }

  @Test
  void shouldBuildOnceAndThenRunWithoutMaven() throws Exception {
    assertThat(tree.run("first").status()).isZero();
    LauncherTree.Run second = tree.withoutMaven().run("second");

    assertThat(second.status()).isZero();
    assertThat(second.err()).isEmpty();
    assertThat(second.out()).endsWith("[io.tidemark.cli.Main]\n[second]\n");
    assertThat(tree.builds()).containsExactly(mavenCall(tree.java17()));
  }

  @Test
  void shouldSayThatMavenIsMissingWhenABuildIsDue() throws Exception {
    LauncherTree.Run run = tree.withoutMaven().run();

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("mvn is not on PATH: Maven 3.6.3 or later is needed");
  }

  @Test
  void shouldBuildAgainWhenAModuleThatItNeedsHasChanged() throws Exception {
    for (String changed :
        List.of(
            "pom.xml",
            "engine/pom.xml",
            "engine/src/main/java/Engine.java",
            "io/cli/src/main/resources/help.txt",
            "io/files/src/main/java")) {
      tree.run();
      int before = tree.builds().size();
      touchAfterTheBuild(changed);

      assertThat(tree.run().status()).as(changed).isZero();

      assertThat(tree.builds()).as("builds after a change of " + changed).hasSize(before + 1);
    }
  }

  @Test
  void shouldNotBuildAgainForWhatTheCommandIsNotMadeOf() throws Exception {
    tree.run();
    for (String other :
        List.of("bench/src/main/java/Bench.java", "engine/src/test/java/EngineTest.java")) {
      touchAfterTheBuild(other);

      tree.run();

      assertThat(tree.builds()).as("builds after a change of " + other).hasSize(1);
    }
  }

  @Test
  void shouldEndWithOneAndRunNothingWhenTheBuildFails() throws Exception {
    LauncherTree.Run failed = tree.mavenStatus(7).run();

    assertThat(failed.status()).isEqualTo(1);
    assertThat(failed.out()).isEmpty();
    assertThat(failed.err()).contains("Maven speaks", "the build failed");
    assertThat(tree.mavenStatus(0).run().status()).isZero();
    assertThat(tree.builds()).hasSize(2);
  }

  @Test
  void shouldKeepDirectoryArgumentsInputAndStatus() throws Exception {
    tree.run();
    Path link = Files.createSymbolicLink(temp.resolve("link"), Path.of("a tree/home/tidemark"));
    Path elsewhere = Files.createDirectory(temp.resolve("elsewhere"));

    LauncherTree.Run run =
        tree.command(link)
            .workingDirectory(elsewhere)
            .input("rows\n")
            .javaStatus(130)
            .run("a b", "*", "");

    assertThat(run.status()).isEqualTo(130);
    assertThat(run.out())
        .contains("in " + elsewhere.toRealPath() + "\n", "read rows\n")
        .endsWith("[io.tidemark.cli.Main]\n[a b]\n[*]\n[]\n");
  }

  @Test
  void shouldKeepMavenOffStandardOutputAndInput() throws Exception {
    LauncherTree.Run run = tree.input("rows\n").run();

    assertThat(run.out()).doesNotContain("Maven speaks").contains("read rows\n");
    assertThat(run.err()).contains("Maven speaks");
  }

  @Test
  void shouldGiveTheFlagsThatTheVersionKnows() throws Exception {
    String unsafe = "[--sun-misc-unsafe-memory-access=allow]";

    assertThat(tree.run().out())
        .contains("[@" + tree.home().resolve("conf/jvm.args") + "]", "[-XX:+UseSerialGC]")
        .doesNotContain(unsafe);
    assertThat(tree.javaHome(tree.jdk("jdk-24", "24")).run().out()).contains(unsafe);
  }

  @Test
  void shouldTakeFileNamesForUtf8WhereTheLocaleKnowsAsciiOnly() throws Exception {
    tree.environment("LC_ALL", "de_DE.UTF-8");

    assertThat(tree.run().out()).contains("locale C.UTF-8\n");
    assertThat(tree.charmap("ANSI_X3.4-1968").run().out()).contains("locale C.UTF-8\n");
    assertThat(tree.charmap("UTF-8").run().out()).contains("locale de_DE.UTF-8\n");
    assertThat(tree.charmap("ISO-8859-1").run().out()).contains("locale de_DE.UTF-8\n");
  }

  @Test
  void shouldLeaveTheCollectorToTheUser() throws Exception {
    LauncherTree.Run run = tree.environment("JDK_JAVA_OPTIONS", "-XX:+UseZGC").run();

    assertThat(run.out()).doesNotContain("UseSerialGC");
  }

  @Test
  void shouldBuildOneAtATime() throws Exception {
    Path go = tree.mavenWaitsFor("go");
    LauncherTree.Started first = tree.start("first");
    first.awaitErr("Maven speaks");
    LauncherTree.Started second = tree.start("second");
    second.awaitErr("waiting for another build to end");
    Files.createFile(go);

    assertThat(first.end().status()).isZero();
    assertThat(second.end().out()).endsWith("[second]\n");
    assertThat(tree.builds()).hasSize(1);
  }

  private static String mavenCall(Path javaHome) {
    return javaHome + ": -B -q -ntp -Dstyle.color=never -Dchecks.skip -pl io/cli -am package";
  }

  /** As if the path had been written a while after the last build. */
  private void touchAfterTheBuild(String path) throws IOException {
    FileTime built = Files.getLastModifiedTime(tree.home().resolve("io/cli/target/quick/built"));
    Files.setLastModifiedTime(
        tree.home().resolve(path),
        FileTime.from(built.to(TimeUnit.NANOSECONDS) + 1_000_000_000L, TimeUnit.NANOSECONDS));
  }
}
