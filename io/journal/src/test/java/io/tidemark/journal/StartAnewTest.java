package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartAnewTest {
  @TempDir Path parent;

  @Test
  void shouldReplaceTheJournalThatIsThere() {
    Path directory = parent.resolve("a/b/journal");
    write(directory, 50);

    write(directory, 3);

    try (JournalReader reader = JournalReader.open(directory)) {
      assertThat(Samples.readNumbered(reader, 0)).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"trades.csv", "20261130F.cq4", "metadata.cq4t", "journal.properties"})
  void shouldRefuseADirectoryOfSomebodyElse(String name) throws IOException {
    Path directory = Files.createDirectory(parent.resolve("journal"));
    Files.writeString(directory.resolve(name), "precious");

    assertRefused(directory, name);

    assertThat(Files.readString(directory.resolve(name))).isEqualTo("precious");
    assertThat(names(directory)).containsExactly(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"notes.txt", "old.cq4.bak", "sub.cq4"})
  void shouldRefuseAJournalThatHoldsSomethingElseToo(String name) throws IOException {
    Path directory = parent.resolve("journal");
    write(directory, 5);
    if (name.equals("sub.cq4")) {
      Files.createDirectory(directory.resolve(name));
    } else {
      Files.writeString(directory.resolve(name), "precious");
    }

    assertRefused(directory, name);

    Files.delete(directory.resolve(name));
    try (JournalReader reader = JournalReader.open(directory)) {
      assertThat(Samples.readNumbered(reader, 0)).isEqualTo(5);
    }
  }

  @Test
  void shouldLeaveTheOldJournalAloneWhenThereIsNoRoomForANewOne() throws IOException {
    Path directory = parent.resolve("journal");
    write(directory, 5);

    assertThatThrownBy(
            () -> JournalWriter.startAnew(Samples.options(directory).usableBytes(() -> 0)))
        .isInstanceOf(JournalFullException.class);

    try (JournalReader reader = JournalReader.open(directory)) {
      assertThat(Samples.readNumbered(reader, 0)).isEqualTo(5);
    }
  }

  @Test
  void shouldTakeBackTheDirectoriesOfAJournalThatCannotBeOpened() throws IOException {
    Path directory = parent.resolve("a/b/journal");

    assertThatThrownBy(
            () -> JournalWriter.startAnew(Samples.options(directory).usableBytes(() -> 0)))
        .isInstanceOf(JournalFullException.class)
        .hasNoSuppressedExceptions();

    assertThat(parent).isEmptyDirectory();
  }

  private void assertRefused(Path directory, String name) {
    String message =
        "journal " + directory + " holds '" + name + "', which is no part of a journal";
    assertThatThrownBy(() -> JournalWriter.startAnew(Samples.options(directory)))
        .isInstanceOf(JournalException.class)
        .hasMessageStartingWith(message);
    assertThatThrownBy(() -> JournalWriter.open(Samples.options(directory)))
        .hasMessageStartingWith(message);
    assertThatThrownBy(() -> JournalWriter.requireJournalOrEmpty(directory))
        .hasMessageStartingWith(message);
  }

  @Test
  void shouldRefuseAFile() throws IOException {
    Path file = Files.writeString(parent.resolve("journal"), "precious");

    assertThatThrownBy(() -> JournalWriter.startAnew(Samples.options(file)))
        .isInstanceOf(JournalException.class)
        .hasMessage("journal " + file + " is a file, expected a directory");
    assertThat(Files.readString(file)).isEqualTo("precious");
  }

  @Test
  void shouldWriteNothingWhenItOnlyLooks() {
    Path directory = parent.resolve("missing");

    JournalWriter.requireJournalOrEmpty(directory);

    assertThat(directory).doesNotExist();
  }

  @Test
  void shouldMakeAJournalWhereMakingOneWasInterrupted() throws IOException {
    Path directory = parent.resolve("journal");
    write(directory, 0);
    // Without its manifest a journal counts as never made.
    Files.delete(directory.resolve(JournalFiles.MANIFEST));
    Files.writeString(directory.resolve(JournalFiles.MANIFEST_PART), "half");

    assertThatThrownBy(() -> JournalReader.open(directory))
        .hasMessage(directory + " holds no journal: it has no journal.properties");
    try (JournalWriter writer = JournalWriter.open(Samples.options(directory))) {
      Samples.appendNumbered(writer, 0, 2);
    }
    assertReads(directory, 2);
  }

  @Test
  void shouldNotTakeRecordsForNothingWhenTheManifestIsLost() throws IOException {
    Path directory = parent.resolve("journal");
    write(directory, 5);
    byte[] manifest = Files.readAllBytes(directory.resolve(JournalFiles.MANIFEST));
    Files.delete(directory.resolve(JournalFiles.MANIFEST));

    assertThatThrownBy(() -> JournalWriter.open(Samples.options(directory)))
        .isInstanceOf(JournalException.class)
        .hasMessage(
            "journal "
                + directory
                + " has roll files, but no journal.properties; bring that back, or start anew");

    Files.write(directory.resolve(JournalFiles.MANIFEST), manifest);
    assertReads(directory, 5);
    Files.delete(directory.resolve(JournalFiles.MANIFEST));
    write(directory, 1);
    assertReads(directory, 1);
  }

  private static void assertReads(Path directory, int records) {
    try (JournalReader reader = JournalReader.open(directory)) {
      assertThat(Samples.readNumbered(reader, 0)).isEqualTo(records);
    }
  }

  @Test
  void shouldNotTakeAPositionOfTheJournalBefore() {
    Path directory = parent.resolve("journal");
    write(directory, 5);
    JournalPosition before;
    try (JournalReader reader = JournalReader.open(directory)) {
      reader.next();
      before = reader.position();
    }
    write(directory, 5);

    try (JournalReader reader = JournalReader.open(directory)) {
      assertThatThrownBy(() -> reader.moveTo(before))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining(directory.toString())
          .hasMessageContaining(before + " cannot be reached: it belongs to another journal");
    }
  }

  private static void write(Path directory, int records) {
    try (JournalWriter writer = JournalWriter.startAnew(Samples.options(directory))) {
      Samples.appendNumbered(writer, 0, records);
    }
  }

  private static List<String> names(Path directory) throws IOException {
    try (var entries = Files.list(directory)) {
      return entries.map(entry -> entry.getFileName().toString()).toList();
    }
  }
}
