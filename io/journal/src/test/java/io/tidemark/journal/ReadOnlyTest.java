package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadOnlyTest {
  @TempDir Path parent;

  @Test
  void shouldLeaveTheDirectoryAsItWas() throws IOException {
    Path directory = parent.resolve("journal");
    long[] nowMs = {0};
    JournalOptions options =
        Samples.options(directory).rollEvery(RollEvery.HOUR).clockMs(() -> nowMs[0]);
    try (JournalWriter writer = JournalWriter.startAnew(options)) {
      Samples.appendNumbered(writer, 0, 500);
      nowMs[0] = 7_200_000;
      Samples.appendNumbered(writer, 500, 1_000);
    }
    Map<String, String> before = state(directory);

    try (JournalReader reader = JournalReader.open(directory)) {
      JournalPrinter.printAll(reader, PrintFormat.CSV, new StringWriter());
      JournalPosition end = reader.position();
      reader.moveTo(new JournalPosition(end.journal(), 321));
      reader.next();
      reader.moveTo(end);
      assertThat(reader.next()).isFalse();
      assertThat(state(directory)).isEqualTo(before);
    }
    assertThat(state(directory)).isEqualTo(before);
  }

  @Test
  void shouldReadWhatItMayNotWrite() throws IOException {
    Path directory = parent.resolve("journal");
    try (JournalWriter writer = JournalWriter.startAnew(Samples.options(directory))) {
      Samples.appendNumbered(writer, 0, 10);
    }
    Map<String, String> before = state(directory);
    try (var entries = Files.list(directory)) {
      entries.forEach(entry -> assertThat(entry.toFile().setWritable(false)).isTrue());
    }

    try (JournalReader reader = JournalReader.open(directory)) {
      assertThat(Samples.readNumbered(reader, 0)).isEqualTo(10);
    }
    assertThat(state(directory)).isEqualTo(before);
  }

  @Test
  void shouldNotMakeADirectoryThatIsMissing() {
    Path directory = parent.resolve("missing");

    assertThatThrownBy(() -> JournalReader.open(directory))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining(directory.toString());
    assertThat(directory).doesNotExist();
  }

  @Test
  void shouldNotTouchADirectoryThatHoldsNoJournal() throws IOException {
    Path file = Files.writeString(parent.resolve("trades.csv"), "ts,symbol\n");

    assertThatThrownBy(() -> JournalReader.open(parent)).hasMessageContaining(parent.toString());
    assertThat(state(parent)).containsOnlyKeys("", file.getFileName().toString());
  }

  /** Names, sizes, times of change and contents. */
  private static Map<String, String> state(Path directory) throws IOException {
    Map<String, String> state = new TreeMap<>();
    state.put("", Files.getLastModifiedTime(directory).toString());
    try (var entries = Files.list(directory)) {
      for (Path entry : entries.toList()) {
        byte[] content = Files.readAllBytes(entry);
        state.put(
            entry.getFileName().toString(),
            content.length
                + " "
                + Files.getLastModifiedTime(entry)
                + " "
                + Arrays.hashCode(content));
      }
    }
    return state;
  }
}
