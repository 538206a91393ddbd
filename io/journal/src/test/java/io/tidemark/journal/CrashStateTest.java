package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a kill may leave in the roll file while one record is appended: the record's bytes come
 * first, its header makes it count, then Chronicle moves its write position and its index. Each
 * state is made by taking over a part of the words in which the files before and after the append
 * differ.
 */
class CrashStateTest {
  private static final int WORD = Long.BYTES;
  private static final int EVENT_LENGTH = 48;

  @TempDir Path parent;

  private Path directory;
  private Path file;
  private byte[] before;
  private byte[] after;
  private byte[] manifest;
  private byte[] table;

  /** The append of record 256 also writes to the index. */
  @ParameterizedTest
  @ValueSource(ints = {10, 255, 256})
  void shouldGoOnFromEveryHalfWrittenState(int records) throws IOException {
    write(records);
    int dataEnd = lastDifference();
    int header = headerOfLast(dataEnd);
    List<Integer> others = differingWords(header);

    // Only bytes of the record, more and more of them: it was never there.
    for (int end = header + 4; end <= dataEnd; end += 32) {
      byte[] state = before.clone();
      System.arraycopy(after, header + 4, state, header + 4, end - header - 4);
      assertGoesOn(state, records, "bytes up to " + end);
    }
    // The record and its header, and any of the words that follow.
    assertThat(others).hasSizeBetween(1, 8);
    for (int subset = 0; subset < 1 << others.size(); subset++) {
      byte[] state = before.clone();
      System.arraycopy(after, header, state, header, dataEnd - header);
      for (int i = 0; i < others.size(); i++) {
        if ((subset & 1 << i) != 0) {
          System.arraycopy(after, others.get(i), state, others.get(i), WORD);
        }
      }
      assertGoesOn(state, records + 1, "words " + Integer.toBinaryString(subset));
    }
  }

  private void assertGoesOn(byte[] state, int records, String what) throws IOException {
    Files.write(file, state);
    try (JournalReader reader = JournalReader.open(directory)) {
      assertThat(Samples.readNumbered(reader, 0)).as(what).isEqualTo(records);
    }
    long id;
    try (JournalWriter writer = JournalWriter.open(options())) {
      assertThat(writer.records()).as(what).isEqualTo(records);
      Samples.appendNumbered(writer, records, records + 300);
      id = writer.end().journal();
    }
    try (JournalReader reader = JournalReader.open(directory)) {
      assertThat(Samples.readNumbered(reader, 0)).as(what).isEqualTo(records + 300);
      for (long record = Math.max(0, records - 3); record < records + 300; record += 11) {
        reader.moveTo(new JournalPosition(id, record));
        assertThat(reader.next()).isTrue();
        Samples.assertNumbered(reader.record(), record);
      }
    }
    restoreManifest();
  }

  private JournalOptions options() {
    return Samples.options(directory).rollEvery(RollEvery.HOUR).clockMs(() -> 0);
  }

  private void write(int records) throws IOException {
    directory = parent.resolve("journal");
    try (JournalWriter writer = JournalWriter.startAnew(options())) {
      for (int i = 0; i < records; i++) {
        writer.append(Samples.numbered(writer.record(), i, EVENT_LENGTH));
      }
    }
    file = JournalFiles.rollFiles(directory).get(0);
    before = Files.readAllBytes(file);
    manifest = Files.readAllBytes(directory.resolve(JournalFiles.MANIFEST));
    table = Files.readAllBytes(directory.resolve(JournalFiles.TABLE));
    try (JournalWriter writer = JournalWriter.open(options())) {
      writer.append(Samples.numbered(writer.record(), records, EVENT_LENGTH));
    }
    after = Files.readAllBytes(file);
    restoreManifest();
  }

  private void restoreManifest() throws IOException {
    Files.write(directory.resolve(JournalFiles.MANIFEST), manifest);
    Files.write(directory.resolve(JournalFiles.TABLE), table);
  }

  private int lastDifference() {
    int at = after.length;
    while (before[at - 1] == after[at - 1]) {
      at--;
    }
    return at;
  }

  /** The last record differs from zeros from its header on, up to its CRC. */
  private int headerOfLast(int dataEnd) {
    JournalRecord record = Samples.numbered(new JournalRecord(), 10, EVENT_LENGTH);
    int at = dataEnd - (int) RecordLayout.encodedLength(record);
    while (after[at] != RecordLayout.VERSION || after[at + 2] != RecordLayout.HEADER_LENGTH) {
      at--;
    }
    return at - Integer.BYTES;
  }

  private List<Integer> differingWords(int end) {
    List<Integer> words = new ArrayList<>();
    for (int at = 0; at + WORD <= end; at += WORD) {
      if (!Arrays.equals(before, at, at + WORD, after, at, at + WORD)) {
        words.add(at);
      }
    }
    return words;
  }
}
