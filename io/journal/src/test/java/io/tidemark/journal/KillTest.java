package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A child JVM appends and is killed at a random record, again and again on the same journal. Five
 * times by default; {@code -Dtidemark.journal.kills=100} for more, {@code
 * -Dtidemark.journal.seed=N} for another run.
 */
class KillTest {
  private static final int KILLS = Integer.getInteger("tidemark.journal.kills", 5);
  private static final long SEED = Long.getLong("tidemark.journal.seed", 20_261_130);
  private static final Duration REOPENED_WITHIN = Duration.ofSeconds(2);

  @TempDir Path directory;
  @TempDir Path aside;

  /** What the first opening in a JVM takes to load classes is not what is measured. */
  @BeforeAll
  static void loadClasses(@TempDir Path elsewhere) {
    JournalWriter.open(Samples.options(elsewhere)).close();
    JournalWriter.open(Samples.options(elsewhere)).close();
  }

  @Test
  void shouldLoseNothingThatWasAppendedBeforeAKill() throws Exception {
    Random random = new Random(SEED);
    AtomicBuffer acknowledged = counter(aside.resolve("acknowledged"));
    long records = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      long killAt = records + 1 + random.nextInt(3_000);
      killChildAt(acknowledged, killAt, random.nextInt(20_000));
      records = assertWhole(acknowledged.getLongVolatile(0), "seed " + SEED + ", kill " + kill);
      acknowledged.putLongVolatile(0, records);
    }
  }

  private void killChildAt(AtomicBuffer acknowledged, long killAt, int spins) throws Exception {
    Process child =
        ChildJvm.command(
                ChildJvm.journalFlags(), Appender.class, directory, aside.resolve("acknowledged"))
            .redirectErrorStream(true)
            .start();
    try {
      while (acknowledged.getLongVolatile(0) < killAt) {
        assertThat(child.isAlive()).isTrue();
        Thread.onSpinWait();
      }
      for (int i = 0; i < spins; i++) {
        Thread.onSpinWait();
      }
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  /** All that was acknowledged, at most one more, in order; and writing goes on. */
  private long assertWhole(long acknowledged, String when) {
    long start = System.nanoTime();
    try (JournalWriter writer = JournalWriter.open(Samples.options(directory))) {
      assertThat(Duration.ofNanos(System.nanoTime() - start)).as(when).isLessThan(REOPENED_WITHIN);
      assertThat(writer.records()).as(when).isBetween(acknowledged, acknowledged + 1);
      long found = writer.records();
      Samples.appendNumbered(writer, found, found + 5);
      try (JournalReader reader = JournalReader.open(directory)) {
        assertThat(Samples.readNumbered(reader, 0)).as(when).isEqualTo(found + 5);
      }
      return writer.records();
    }
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void shouldReadOnInAnotherProcessWhileTheWriterIsKilled() throws Exception {
    AtomicBuffer acknowledged = counter(aside.resolve("acknowledged"));
    JournalWriter.open(Samples.options(directory)).close();
    try (JournalReader reader = JournalReader.open(directory)) {
      killChildAt(acknowledged, 500, 100);
      long read = Samples.readNumbered(reader, 0);
      assertThat(read)
          .isBetween(acknowledged.getLongVolatile(0), acknowledged.getLongVolatile(0) + 1);
      killChildAt(acknowledged, read + 500, 100);
      assertThat(Samples.readNumbered(reader, read))
          .isBetween(acknowledged.getLongVolatile(0), acknowledged.getLongVolatile(0) + 1);
    }
  }

  private static AtomicBuffer counter(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES);
      return new UnsafeBuffer(mapped);
    }
  }

  /** Appends numbered records until it is killed, and acknowledges each after it was appended. */
  static final class Appender {
    public static void main(String[] arguments) throws IOException {
      AtomicBuffer acknowledged = counter(Path.of(arguments[1]));
      try (JournalWriter writer = JournalWriter.open(Samples.options(Path.of(arguments[0])))) {
        while (writer.records() < 100_000_000) {
          long number = writer.records();
          writer.append(Samples.numbered(writer.record(), number, (int) (number * 37 % 2_000)));
          acknowledged.putLongVolatile(0, number + 1);
        }
      }
    }
  }
}
