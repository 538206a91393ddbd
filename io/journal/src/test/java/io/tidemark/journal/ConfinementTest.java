package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfinementTest {
  @TempDir Path directory;

  @Test
  void shouldRefuseAnotherThreadThanTheFirst() {
    try (JournalWriter writer = JournalWriter.startAnew(Samples.options(directory));
        JournalReader reader = JournalReader.open(directory)) {
      Samples.appendNumbered(writer, 0, 2);
      assertThat(reader.next()).isTrue();

      assertRefused("writer", () -> elsewhere(() -> Samples.appendNumbered(writer, 2, 3)));
      assertRefused("writer", () -> elsewhere(writer::sync));
      assertRefused("writer", () -> elsewhere(() -> writer.deleteAllBut(1)));
      assertRefused("writer", () -> elsewhere(writer::close));
      assertRefused("reader", () -> elsewhere(reader::next));
      assertRefused("reader", () -> elsewhere(() -> reader.moveTo(reader.position())));
      assertRefused("reader", () -> elsewhere(reader::close));

      Samples.appendNumbered(writer, 2, 4);
      assertThat(Samples.readNumbered(reader, 1)).isEqualTo(4);
    }
  }

  private void assertRefused(String who, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(who + " of journal " + directory)
        .hasMessageContaining("'" + Thread.currentThread().getName() + "'")
        .hasMessageContaining("'intruder'");
  }

  private static void elsewhere(Runnable task) {
    CompletableFuture.runAsync(task, run -> new Thread(run, "intruder").start()).join();
  }

  @Test
  void shouldBeSyncedAndClosedByAnotherThreadOnceTheOwnerHasEnded() throws InterruptedException {
    JournalWriter writer = JournalWriter.startAnew(Samples.options(directory));
    CountDownLatch appended = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    Thread owner =
        new Thread(
            () -> {
              Samples.appendNumbered(writer, 0, 5);
              appended.countDown();
              try {
                mayEnd.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            },
            "owner");
    owner.start();
    appended.await();

    assertThatThrownBy(writer::sync)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'owner'");
    assertThatThrownBy(writer::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'owner'");
    mayEnd.countDown();
    owner.join();
    writer.sync();
    writer.close();

    JournalWriter.open(Samples.options(directory)).close();
  }

  @Test
  void shouldRefuseToGoOnAfterClose() {
    JournalWriter writer = JournalWriter.startAnew(Samples.options(directory));
    JournalReader reader = JournalReader.open(directory);
    reader.close();
    reader.close();
    writer.close();
    writer.close();

    assertThatThrownBy(() -> Samples.appendNumbered(writer, 0, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is closed");
    assertThatThrownBy(reader::next)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is closed");
  }
}
