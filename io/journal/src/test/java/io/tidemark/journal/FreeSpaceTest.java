package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreeSpaceTest {
  private static final long RESERVE = 2L * Samples.MIB;

  @TempDir Path directory;
  private final long[] usable = {RESERVE + FreeSpaceGuard.STEP};

  @Test
  void shouldKeepTheReserveHoweverMuchIsWritten() {
    long[] free = {1_000_000};
    List<Long> asked = new ArrayList<>();
    FreeSpaceGuard guard =
        new FreeSpaceGuard(
            () -> {
              asked.add(free[0]);
              return free[0];
            },
            200_000);
    for (int i = 0; guard.admit(1_000 + i, 0); i++) {
      free[0] -= 1_000 + i;
    }

    assertThat(free[0]).isBetween(200_000L, 203_000L);
    assertThat(asked).hasSizeLessThan(20);
    free[0] += 10_000;
    assertThat(guard.admit(5_000, 0)).isTrue();
    assertThat(guard.admit(500_000, 0)).isFalse();
  }

  @Test
  void shouldLookAgainWhenTimeHasPassed() {
    long[] free = {1_000_000};
    FreeSpaceGuard guard = new FreeSpaceGuard(() -> free[0], 200_000);
    assertThat(guard.admit(100, 5)).isTrue();
    free[0] = 0;

    assertThat(guard.admit(100, 5 + FreeSpaceGuard.LOOK_EVERY_MS - 1)).isTrue();
    assertThat(guard.admit(100, 5 + FreeSpaceGuard.LOOK_EVERY_MS)).isFalse();
  }

  @Test
  void shouldCountWhatItDropsAndGoOnWhenThereIsRoomAgain() {
    try (JournalWriter writer = JournalWriter.startAnew(options().whenFull(WhenFull.DROP))) {
      Samples.appendNumbered(writer, 0, 10);
      usable[0] = RESERVE;
      long admitted = appendUntilRefused(writer);
      assertThat(writer.append(Samples.numbered(writer.record(), admitted, 10))).isFalse();
      assertThat(writer.refused()).isEqualTo(2);

      usable[0] = 2 * RESERVE;
      Samples.appendNumbered(writer, admitted, admitted + 10);
      assertThat(writer.records()).isEqualTo(admitted + 10);
      assertThat(writer.refused()).isEqualTo(2);
      assertReads(admitted + 10);
    }
  }

  private static long appendUntilRefused(JournalWriter writer) {
    long refused = writer.refused();
    while (writer.refused() == refused) {
      writer.append(Samples.numbered(writer.record(), writer.records(), 100));
    }
    return writer.records();
  }

  @Test
  void shouldFailNamingTheDirectoryAndWhatMustBeFree() {
    try (JournalWriter writer = JournalWriter.startAnew(options())) {
      Samples.appendNumbered(writer, 0, 3);
      usable[0] = 0;

      assertThatThrownBy(() -> appendUntilRefused(writer))
          .isInstanceOf(JournalFullException.class)
          .hasMessage(
              "journal "
                  + directory
                  + " refuses records: less than 2097152 bytes are free on its disk");
      assertThat(writer.refused()).isEqualTo(1);
      assertReads(writer.records());
    }
  }

  @Test
  void shouldRefuseALargeRecordForWhoseBlocksThereIsNoRoom() {
    usable[0] = 7L * Samples.MIB;
    try (JournalWriter writer = JournalWriter.startAnew(options().whenFull(WhenFull.DROP))) {
      Samples.appendNumbered(writer, 0, 3);

      // Needs blocks of 4 MiB, of which two must be free.
      assertThat(writer.append(Samples.numbered(writer.record(), 3, 600 << 10))).isFalse();
      assertThat(writer.append(Samples.numbered(writer.record(), 3, 60))).isTrue();
      assertThat(writer.refused()).isEqualTo(1);

      usable[0] = 9L * Samples.MIB;
      assertThat(writer.append(Samples.numbered(writer.record(), 4, 600 << 10))).isTrue();
      assertReads(5);
    }
  }

  @Test
  void shouldNotOpenWithoutRoom() {
    usable[0] = RESERVE;

    assertThatThrownBy(() -> JournalWriter.open(options()))
        .isInstanceOf(JournalFullException.class)
        .hasMessageContaining(directory.toString());
    usable[0] = 2 * RESERVE;
    assertThatThrownBy(() -> JournalWriter.open(options().minFreeBytes(2 * RESERVE)))
        .isInstanceOf(JournalFullException.class);
    JournalWriter.open(options()).close();
  }

  private JournalOptions options() {
    return Samples.options(directory).usableBytes(() -> usable[0]);
  }

  private void assertReads(long records) {
    try (JournalReader reader = JournalReader.open(directory)) {
      assertThat(Samples.readNumbered(reader, 0)).isEqualTo(records);
    }
  }
}
