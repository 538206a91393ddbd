package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllocationTest {
  private static final int RECORDS = 100_000;
  // Mapping a block, some 640 bytes each, and what the JIT leaves on the thread; one object a
  // record would be 1.6 MB.
  private static final long ALLOWED_BYTES = 64 << 10;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir Path directory;

  @Test
  void shouldAllocateNothingPerRecordInSteadyState() {
    try (JournalWriter writer =
            JournalWriter.startAnew(JournalOptions.in(directory).clockMs(() -> 0));
        JournalReader reader = JournalReader.open(directory)) {
      for (int round = 0; round < 3; round++) {
        append(writer);
        read(reader);
      }
      long start = threads.getCurrentThreadAllocatedBytes();
      append(writer);
      long appended = threads.getCurrentThreadAllocatedBytes();
      long length = read(reader);
      long end = threads.getCurrentThreadAllocatedBytes();

      assertThat(length).isEqualTo(RECORDS * 64L);
      assertThat(appended - start).as("bytes for appends").isLessThan(ALLOWED_BYTES);
      assertThat(end - appended).as("bytes for reads").isLessThan(ALLOWED_BYTES);
    }
  }

  private final UnsafeBuffer event = new UnsafeBuffer(new byte[64]);

  private void append(JournalWriter writer) {
    for (int i = 0; i < RECORDS; i++) {
      writer.append(
          writer
              .record()
              .kind(RecordKind.LATE)
              .timestamp(i)
              .window("bars_1s")
              .partition("nasdaq")
              .key("Zürich")
              .reason("late")
              .event(event, 0, 64));
    }
  }

  private long read(JournalReader reader) {
    long length = 0;
    while (reader.next()) {
      length += reader.record().length(RecordField.EVENT);
    }
    return length;
  }
}
