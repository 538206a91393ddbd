package io.tidemark.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/** Records to write, and ways to tell whether they came back. */
final class Samples {
  static final int MIB = 1 << 20;

  private static final JournalRecord EXPECTED = new JournalRecord();

  private Samples() {}

  static JournalOptions options(Path directory) {
    return JournalOptions.in(directory).blockSize(JournalOptions.MIN_BLOCK_SIZE);
  }

  /** What a record must hold, as plain values; the event's bytes as Latin-1. */
  record Expected(
      RecordKind kind,
      List<Long> numbers,
      String window,
      String partition,
      String key,
      String reason,
      String event) {

    static Expected of(JournalRecord r) {
      return new Expected(
          r.kind(),
          List.of(
              r.timestamp(),
              r.arrivalNs(),
              r.watermark(),
              r.line(),
              r.sourceRecord(),
              (long) r.missedWindows()),
          r.window(),
          r.partition(),
          r.key(),
          r.reason(),
          new String(r.bytes(RecordField.EVENT), StandardCharsets.ISO_8859_1));
    }
  }

  /** Fills a record at random: numbers at the ends of long, empty and foreign texts, any bytes. */
  static Expected random(Random random, JournalRecord into, int maxEvent) {
    byte[] event = new byte[random.nextInt(maxEvent + 1)];
    random.nextBytes(event);
    into.clear()
        .kind(RecordKind.values()[random.nextInt(RecordKind.values().length)])
        .timestamp(number(random))
        .arrivalNs(number(random))
        .watermark(number(random))
        .line(number(random))
        .sourceRecord(number(random))
        .missedWindows(random.nextInt(3) == 0 ? random.nextInt(Integer.MAX_VALUE) : -1)
        .event(new UnsafeBuffer(event), 0, event.length)
        .window(text(random))
        .partition(text(random))
        .key(text(random))
        .reason(text(random));
    return Expected.of(into);
  }

  private static long number(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> Long.MIN_VALUE;
      case 1 -> Long.MAX_VALUE;
      case 2 -> 0;
      default -> random.nextLong();
    };
  }

  static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(12);
    for (int i = 0; i < length; i++) {
      switch (random.nextInt(5)) {
        case 0 -> text.appendCodePoint(0x80 + random.nextInt(0x700));
        case 1 -> text.appendCodePoint(0x800 + random.nextInt(0xC000));
        case 2 -> text.appendCodePoint(0x10000 + random.nextInt(0x10000));
        default -> text.append((char) (' ' + random.nextInt(90)));
      }
    }
    return text.toString();
  }

  /** A record whose content follows from its number, so that it can be checked without a list. */
  static JournalRecord numbered(JournalRecord record, long number, int eventLength) {
    byte[] event = new byte[eventLength];
    new Random(number).nextBytes(event);
    return record
        .clear()
        .kind(number % 3 == 0 ? RecordKind.REJECTED : RecordKind.LATE)
        .timestamp(number * 1_000)
        .arrivalNs(number * 1_000_000 + 7)
        .watermark(-number)
        .line(number + 2)
        .sourceRecord(number ^ 5)
        .window("bars_1s")
        .partition("venue-" + number % 4)
        .key("KEY" + number % 100)
        .reason("late")
        .set(RecordField.EVENT, event, 0, eventLength);
  }

  static void appendNumbered(JournalWriter writer, long from, long to) {
    for (long i = from; i < to; i++) {
      writer.append(numbered(writer.record(), i, (int) (i % 200)));
    }
  }

  static void assertNumbered(JournalRecord record, long number) {
    JournalRecord expected = numbered(EXPECTED, number, record.length(RecordField.EVENT));
    assertThat(record.number()).isEqualTo(number);
    assertThat(Expected.of(record)).isEqualTo(Expected.of(expected));
  }

  /** Reads on to the end and checks that records are whole and follow each other. */
  static long readNumbered(JournalReader reader, long from) {
    long next = from;
    while (reader.next()) {
      assertNumbered(reader.record(), next++);
    }
    return next;
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
