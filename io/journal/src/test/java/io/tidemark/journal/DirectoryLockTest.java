package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryLockTest {
  @TempDir Path directory;
  @TempDir Path elsewhere;

  @Test
  void shouldRefuseASecondWriterInThisProcess() throws Exception {
    Path link = Files.createSymbolicLink(elsewhere.resolve("link"), directory);
    try (JournalWriter first = JournalWriter.open(Samples.options(directory))) {
      assertInUse(directory);
      assertInUse(link);
      Samples.appendNumbered(first, 0, 3);
      // The refused attempts must not have ended the lock that others see.
      assertThat(openInChild()).contains(directory + " is in use by another writer in process");
    } finally {
      Files.delete(link);
    }
    try (JournalWriter second = JournalWriter.open(Samples.options(directory))) {
      assertThat(second.records()).isEqualTo(3);
    }
  }

  @Test
  void shouldRefuseAWriterWhileAnotherProcessWrites() throws Exception {
    Process child = ChildJvm.command(ChildJvm.journalFlags(), OpenAndWait.class, directory).start();
    try {
      assertThat(child.getInputStream().read()).isEqualTo('o');
      assertThatThrownBy(() -> JournalWriter.startAnew(Samples.options(directory)))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining(directory.toString())
          .hasMessageContaining("in process " + child.pid());
    } finally {
      child.destroyForcibly().waitFor();
    }
    JournalWriter.open(Samples.options(directory)).close();
  }

  @Test
  void shouldNotEndALockThatOtherCodeInThisProcessHolds() throws Exception {
    JournalWriter.open(Samples.options(directory)).close();
    // As a copy of the class in another class loader would.
    try (FileChannel other =
        FileChannel.open(directory.resolve(JournalFiles.LOCK), StandardOpenOption.WRITE)) {
      other.lock();
      assertInUse(directory);
      assertThat(openInChild()).contains("is in use by another writer");
    }
    assertThat(openInChild()).startsWith("opened");
  }

  @Test
  void shouldFreeTheDirectoryWhenOpeningFails() {
    JournalWriter.open(Samples.options(directory)).close();
    JournalOptions other = Samples.options(directory).rollEvery(RollEvery.HOUR);

    assertThatThrownBy(() -> JournalWriter.open(other)).hasMessageContaining("FAST_DAILY");

    JournalWriter.open(Samples.options(directory)).close();
  }

  private static void assertInUse(Path where) {
    assertThatThrownBy(() -> JournalWriter.open(Samples.options(where)))
        .isInstanceOf(JournalException.class)
        .hasMessage("journal " + where + " is in use by another writer in this process");
  }

  private String openInChild() throws Exception {
    return ChildJvm.run(ChildJvm.command(ChildJvm.journalFlags(), Open.class, directory));
  }

  /** Opens the journal and says how that went. */
  static final class Open {
    public static void main(String[] arguments) {
      try (JournalWriter writer = JournalWriter.open(Samples.options(Path.of(arguments[0])))) {
        System.out.println("opened " + writer.directory());
      } catch (JournalException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  /** Keeps the journal open until it is killed. */
  static final class OpenAndWait {
    public static void main(String[] arguments) throws Exception {
      try (JournalWriter writer = JournalWriter.open(Samples.options(Path.of(arguments[0])))) {
        System.out.println("opened " + writer.directory());
        System.out.flush();
        System.in.read();
      }
    }
  }
}
