package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResumeTest {
  private static final long SEED = 20_261_130;
  private static final long HOUR_MS = 3_600_000;

  @TempDir Path directory;
  private final long[] nowMs = {0};
  private JournalOptions options;

  @BeforeEach
  void setUp() {
    options = Samples.options(directory).rollEvery(RollEvery.HOUR).clockMs(() -> nowMs[0]);
  }

  /**
   *
   *
   * <pre>
   *   journal  0 1 2                 3 4
   *   backfill       3 read   0 read     2 read
   * </pre>
   */
  @ParameterizedTest
  @ValueSource(longs = {0, HOUR_MS, 30 * HOUR_MS})
  void shouldReadThreeThenNoneThenTheTwoNewOnes(long laterMs) {
    write(0, 3);
    String stored = backfill(null, 0, 3);
    stored = backfill(stored, 3, 3);
    nowMs[0] += laterMs;
    write(3, 5);

    backfill(stored, 3, 5);
  }

  private String backfill(String stored, long from, long to) {
    try (JournalReader reader = JournalReader.open(directory)) {
      if (stored != null) {
        reader.moveTo(JournalPosition.parse(stored));
      }
      assertThat(Samples.readNumbered(reader, from)).isEqualTo(to);
      return reader.position().toString();
    }
  }

  @Test
  void shouldReachEveryPositionAcrossRollFiles() {
    for (int hour = 0; hour < 4; hour++) {
      nowMs[0] = hour * HOUR_MS;
      write(hour * 300L, hour * 300L + 300);
    }
    Random random = new Random(SEED);
    try (JournalReader reader = JournalReader.open(directory)) {
      long id = reader.position().journal();
      for (int i = 0; i < 300; i++) {
        long record = i < 5 ? new long[] {0, 299, 300, 301, 1_199}[i] : random.nextInt(1_200);
        reader.moveTo(new JournalPosition(id, record));
        assertThat(reader.position().record()).isEqualTo(record);
        assertThat(reader.next()).as("seed %d", SEED).isTrue();
        Samples.assertNumbered(reader.record(), record);
      }
      reader.moveTo(new JournalPosition(id, 1_200));
      assertThat(reader.next()).isFalse();
      reader.moveTo(new JournalPosition(id, 3));
      assertThat(Samples.readNumbered(reader, 3)).isEqualTo(1_200);
    }
  }

  @Test
  void shouldRefuseAPositionBehindTheEndAndStandAtTheStart() {
    write(0, 3);
    try (JournalReader reader = JournalReader.open(directory)) {
      JournalPosition beyond = new JournalPosition(reader.position().journal(), 4);

      assertThatThrownBy(() -> reader.moveTo(beyond))
          .isInstanceOf(JournalException.class)
          .hasMessage(
              "journal "
                  + directory
                  + ": position "
                  + beyond
                  + " cannot be reached: it is behind the end of the journal");
      assertThat(reader.position().record()).isZero();
    }
  }

  @Test
  void shouldResumeAtTheStartOfAnEmptyJournal() {
    write(0, 0);
    String stored = backfill(null, 0, 0);
    write(0, 2);

    backfill(stored, 0, 2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "12", ":", "g:1", "12:-1", "12:x", "12:1:1", "1:99999999999999999999"})
  void shouldRefuseTextThatIsNoPosition(String text) {
    assertThatThrownBy(() -> JournalPosition.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "journal position is '"
                + text
                + "', expected JOURNAL:RECORD, like 5f0c29d1a2b3c4d5:42");
  }

  @Test
  void shouldReadBackThePositionsItWrites() {
    JournalPosition position = new JournalPosition(Long.MIN_VALUE + 5, Long.MAX_VALUE);

    assertThat(JournalPosition.parse(position.toString())).isEqualTo(position);
  }

  private void write(long from, long to) {
    try (JournalWriter writer = JournalWriter.open(options)) {
      assertThat(writer.records()).isEqualTo(from);
      Samples.appendNumbered(writer, from, to);
    }
  }
}
