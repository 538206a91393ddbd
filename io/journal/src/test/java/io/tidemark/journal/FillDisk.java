package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Fills the small disk that a directory is on: with a journal, then with a file of somebody else to
 * the last byte, then without the guard. Run by {@code src/test/scripts/disk-full.sh}; throws when
 * the journal does not keep its promises.
 */
final class FillDisk {
  private static final long RESERVE = 2L * JournalOptions.DEFAULT_BLOCK_SIZE;
  private static final int MIB = 1 << 20;

  private final Path disk;
  private final Path directory;
  private final JournalOptions options;

  private FillDisk(Path disk) {
    this.disk = disk;
    this.directory = disk.resolve("journal");
    this.options = JournalOptions.in(directory).whenFull(WhenFull.DROP);
  }

  public static void main(String[] arguments) throws IOException {
    FillDisk test = new FillDisk(Path.of(arguments[0]));
    Path ballast = test.fill("ballast", 8 * MIB);
    long records = test.fillByTheJournal(ballast);
    test.fillBySomebodyElse(records);
    test.fillWithoutTheGuard(records);
  }

  private long fillByTheJournal(Path ballast) throws IOException {
    try (JournalWriter writer = JournalWriter.startAnew(options)) {
      long full = appendUntilRefused(writer);
      tell("refused before the disk is full", full);
      assertThat(usable()).isBetween(RESERVE - MIB, RESERVE + MIB);
      assertReads(full);

      Files.delete(ballast);
      long more = appendUntilRefused(writer);
      tell("went on when there was room again", more);
      assertThat(more).isGreaterThan(full + 10_000);
      assertThat(usable()).isBetween(RESERVE - MIB, RESERVE + MIB);
      assertReads(more);
      return more;
    }
  }

  private void fillBySomebodyElse(long records) throws IOException {
    assertThatThrownBy(() -> JournalWriter.open(options.minFreeBytes(usable() + 1)))
        .isInstanceOf(JournalFullException.class);
    JournalWriter writer = openWithRoomFor(RESERVE);
    Path foreign = fill("foreign", Long.MAX_VALUE);
    appendUntilRefused(writer);
    tell("refused while somebody else fills the disk", writer.records());
    assertThat(writer.records()).isEqualTo(records);
    assertReads(records);
    // The manifest cannot be written; the files are released all the same.
    assertThatThrownBy(writer::close).isInstanceOf(JournalException.class);
    assertThat(RollTest.openRollFiles()).isEmpty();
    assertThatThrownBy(() -> JournalWriter.open(options)).isInstanceOf(JournalFullException.class);
    Files.delete(foreign);
  }

  private void fillWithoutTheGuard(long records) throws IOException {
    JournalOptions unguarded = options.usableBytes(() -> Long.MAX_VALUE);
    JournalWriter writer = JournalWriter.open(unguarded);
    Path foreign = fill("foreign", usable() - 2 * MIB);
    assertThatThrownBy(() -> appendUntilRefused(writer))
        .isInstanceOfAny(JournalException.class, InternalError.class);
    long appended = writer.records();
    tell("without the guard writing fails, and the JVM lives", appended);
    assertThat(appended).isGreaterThan(records);
    Files.delete(foreign);
    writer.close();
    // A fault in mapped memory is told late: the last records before it may be torn. They are told
    // apart, and nothing before them is harmed.
    tell("whole records found", readWholeRecords());
    assertThat(readWholeRecords()).isGreaterThan(records);
  }

  private long readWholeRecords() {
    try (JournalReader reader = JournalReader.open(directory)) {
      try {
        return Samples.readNumbered(reader, 0);
      } catch (CorruptJournalException e) {
        System.out.println(e.getMessage());
        return e.record();
      }
    }
  }

  /** There is no room left to open it, but for what the first look at the disk says. */
  private JournalWriter openWithRoomFor(long bytes) {
    boolean[] looked = {false};
    return JournalWriter.open(
        options.usableBytes(
            () -> {
              boolean first = !looked[0];
              looked[0] = true;
              return first ? 2 * bytes : usable();
            }));
  }

  private long appendUntilRefused(JournalWriter writer) {
    long refused = writer.refused();
    while (writer.refused() < refused + 3) {
      writer.append(Samples.numbered(writer.record(), writer.records(), 150));
    }
    return writer.records();
  }

  private void assertReads(long records) {
    try (JournalReader reader = JournalReader.open(directory)) {
      assertThat(Samples.readNumbered(reader, 0)).isEqualTo(records);
    }
  }

  private long usable() {
    return disk.toFile().getUsableSpace();
  }

  /** A file of so many bytes, or as many as the disk takes. */
  private Path fill(String name, long bytes) throws IOException {
    Path file = disk.resolve(name);
    byte[] block = new byte[4096];
    try (OutputStream out = Files.newOutputStream(file)) {
      for (long written = 0; written < bytes && usable() > 0; written += block.length) {
        out.write(block);
      }
    } catch (IOException e) {
      tell("the disk is full: " + e.getMessage(), 0);
    }
    return file;
  }

  private void tell(String what, long records) {
    System.out.printf("%s: %d records, %d KiB usable%n", what, records, usable() >> 10);
  }
}
