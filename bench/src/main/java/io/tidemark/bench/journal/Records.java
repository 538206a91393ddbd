package io.tidemark.bench.journal;

import io.tidemark.journal.JournalOptions;
import io.tidemark.journal.JournalRecord;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.RecordKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Records of late trades, some 170 bytes each, half of them the event; 1,024 of them are used again
 * and again.
 */
final class Records {
  static final int DISTINCT = 1024;

  private static final int EVENT_BYTES = 80;

  private final UnsafeBuffer event = new UnsafeBuffer(new byte[EVENT_BYTES]);

  /** Fills in the record with this number. */
  JournalRecord fill(JournalRecord record, long number) {
    long place = number & (DISTINCT - 1);
    event.putLong(0, place * 0x9E3779B97F4A7C15L);
    return record
        .kind(RecordKind.LATE)
        .timestamp(1_700_000_000_000L + place)
        .arrivalNs(1_700_000_000_000_000_000L + place)
        .watermark(1_700_000_001_000L + place)
        .line(place)
        .window("bars_1s")
        .partition("binance")
        .key("BTCUSDT")
        .reason("late")
        .event(event, 0, EVENT_BYTES);
  }

  /** The bytes of the distinct records, as a journal writes them into its queue. */
  static List<Bytes<?>> encoded(Path directory) {
    Records records = new Records();
    try (JournalWriter writer = JournalWriter.startAnew(JournalOptions.in(directory))) {
      for (int i = 0; i < DISTINCT; i++) {
        writer.append(records.fill(writer.record(), i));
      }
    }
    List<Bytes<?>> encoded = new ArrayList<>();
    try (SingleChronicleQueue queue = BareQueue.open(directory, true);
        ExcerptTailer tailer = queue.createTailer()) {
      for (int i = 0; i < DISTINCT; i++) {
        Bytes<?> bytes = Bytes.allocateElasticDirect(256);
        if (!tailer.readBytes(bytes)) {
          throw new IllegalStateException("record " + i + " is not there");
        }
        encoded.add(bytes);
      }
    }
    return encoded;
  }
}
