package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChronicleFlagsTest {
  private static final List<String> NEEDED =
      List.of(
          "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
          "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED");

  @TempDir Path directory;

  @Test
  void shouldMissNothingHere() {
    assertThat(ChronicleFlags.missing()).isEmpty();
    ChronicleFlags.require();
  }

  @Test
  void shouldNameAllFlagsWhenOpenedWithoutAny() throws Exception {
    String printed = ChildJvm.run(ChildJvm.command(List.of(), Use.class, directory, "write"));

    assertThat(printed)
        .startsWith(
            "io.tidemark.journal.JournalException: the journal needs JVM flags that are missing: "
                + String.join(" ", NEEDED)
                + " (");
    assertThat(directory).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void shouldNameExactlyTheFlagThatIsMissing(int missing) throws Exception {
    List<String> given = new ArrayList<>(NEEDED);
    given.remove(missing);

    String printed = ChildJvm.run(ChildJvm.command(given, Use.class, directory, "read"));

    assertThat(printed).contains("are missing: " + NEEDED.get(missing) + " (");
  }

  /** Only with what must be given on the command line: all else is set in code. */
  @Test
  void shouldPrintNothingAndLeaveNothingBehind() throws Exception {
    Path home = Files.createDirectory(directory.resolve("home"));
    Path work = Files.createDirectory(directory.resolve("work"));
    String trap = "tidemark.trap=caught\nchronicle.announcer.disable=false\n";
    Files.writeString(work.resolve("system.properties"), trap);
    Files.writeString(directory.resolve("system.properties"), trap);
    List<String> flags = new ArrayList<>(NEEDED);
    flags.add("-Duser.home=" + home);
    flags.addAll(ChildJvm.quietFlags());

    ProcessBuilder child = ChildJvm.command(flags, Use.class, directory.resolve("journal"), "both");
    String printed = ChildJvm.run(child.directory(work.toFile()));

    assertThat(printed).isEqualTo("read 3, trap null" + System.lineSeparator());
    assertThat(home).isEmptyDirectory();
    assertThat(work).isDirectoryNotContaining(file -> !file.endsWith("system.properties"));
  }

  /** Writes and reads a journal, or says why not. */
  static final class Use {
    public static void main(String[] arguments) {
      Path directory = Path.of(arguments[0]);
      try {
        if (!arguments[1].equals("read")) {
          try (JournalWriter writer = JournalWriter.startAnew(JournalOptions.in(directory))) {
            Samples.appendNumbered(writer, 0, 3);
            writer.sync();
          }
        }
        try (JournalReader reader = JournalReader.open(directory)) {
          long read = Samples.readNumbered(reader, 0);
          System.out.println("read " + read + ", trap " + System.getProperty("tidemark.trap"));
        }
      } catch (JournalException e) {
        System.out.println(e);
      }
    }
  }
}
